import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// ExifTool writes tags into pictures of each container and reads them. We read the same.
@Suite(.enabled(if: Tool.isExpected("exiftool"), "exiftool (libimage-exiftool-perl) is missing"))
struct ExifToolTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let tags: [[String]] = [
        [
            "-DateTimeOriginal=2026:05:17 14:03:22", "-OffsetTimeOriginal=-09:30",
            "-GPSLatitude=50.9324", "-GPSLatitudeRef=N", "-GPSLongitude=1.4508",
            "-GPSLongitudeRef=W", "-GPSHPositioningError=4.75", "-Artist=Nina",
        ],
        [
            "-DateTimeOriginal=1999:12:31 23:59:59", "-OffsetTime=+02:00", "-ModifyDate=now",
            "-GPSLatitude=33.8688", "-GPSLatitudeRef=S", "-GPSLongitude=151.2093",
            "-GPSLongitudeRef=E", "-GPSTimeStamp=10:11:12",
        ],
        ["-GPSLatitude=0.000001", "-GPSLatitudeRef=N", "-GPSLongitude=180", "-GPSLongitudeRef=W"],
        ["-CreateDate=2026:05:17 14:03:22"],
    ]

    /// The facts as ExifTool gives them.
    private struct Reading: Decodable {
        let time: String?
        let offset: String?
        let latitude: Double?
        let longitude: Double?
        let uncertainty: Double?
        let width: Int?
        let height: Int?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case time = "DateTimeOriginal"
            case offset = "OffsetTimeOriginal"
            case latitude = "GPSLatitude"
            case longitude = "GPSLongitude"
            case uncertainty = "GPSHPositioningError"
            case width = "ImageWidth"
            case height = "ImageHeight"
        }

        var seen: String? {
            time.map {
                $0.prefix(10).replacing(":", with: "-") + "T" + $0.dropFirst(11)
                    + (offset ?? "")
            }
        }
    }

    /// Writes tags into empty pictures of all types.
    ///
    /// - Returns: the paths.
    private func pictures(_ tags: [String], _ exiftool: Program) throws -> [String] {
        var pictures = SamplePhotograph.all(nil)
        // ExifTool fails to add the first tag to some HEIC files.
        var exif = SampleEXIF()
        exif.main[0x10F] = .text("Maker")
        pictures["heic"] = SamplePhotograph.heic(exif)
        let paths = try pictures.sorted(by: { $0.key < $1.key }).map {
            try directory.write($0.value, to: "a.\($0.key)")
        }
        let written = try exiftool.run(["-q", "-n", "-overwrite_original"] + tags + paths)
        #expect(written.status == 0, "\(written)")
        return paths
    }

    private static let zones = [
        "America/Los_Angeles", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Auckland",
    ]

    @Test(arguments: zip(tags, zones))
    func `every container's tags are read alike`(tags: [String], zone: String) throws {
        var exiftool = try Program(
            executable: #require(Tool.path(of: "exiftool"), "install libimage-exiftool-perl"))
        exiftool.environment["TZ"] = zone
        let paths = try pictures(tags, exiftool)
        let names = Reading.CodingKeys.allCases.map { "-\($0.rawValue)" }
        let read = try exiftool.run(["-n", "-j"] + names + paths)
        let readings = try JSONDecoder().decode(
            [Reading].self, from: Data(read.standardOutput.utf8))
        #expect(readings.count == paths.count)
        for (path, reading) in zip(paths, readings) { try check(path, reading) }
    }

    private func check(_ path: String, _ reading: Reading) throws {
        let (facts, _, type) = try read(path)
        #expect(facts.seen == reading.seen, "\(type)")
        #expect(Self.areClose(facts.latitude, reading.latitude), "\(type)")
        #expect(Self.areClose(facts.longitude, reading.longitude), "\(type)")
        #expect(Self.areClose(facts.uncertainty, reading.uncertainty), "\(type)")
        #expect(facts.width == reading.width, "\(type)")
        #expect(facts.height == reading.height, "\(type)")
    }

    /// Tags of XMP, and those of them that IPTC has, too.
    private static let written: [([String], types: [String])] = [
        (
            [
                "-XMP-dc:Title=Mönch", "-XMP-dc:Subject=moth", "-XMP-dc:Subject=oak, old",
                "-XMP-lr:HierarchicalSubject=Animals|Bee", "-XMP:Rating=4", "-XMP-dc:Creator=Nina",
                "-XMP-dc:Description=on a log", "-XMP-xmpRights:UsageTerms=CC BY 4.0",
                "-XMP-exif:DateTimeOriginal=2026:05:17 14:03:22+02:00",
                "-XMP-exif:GPSLatitude=-50.9325", "-XMP-exif:GPSLongitude=1.45",
            ], ["heic", "jpeg", "png", "tiff", "webp"]
        ),
        (
            [
                "-IPTC:ObjectName=Mönch", "-IPTC:Keywords=moth", "-IPTC:Keywords=oak, old",
                "-IPTC:Keywords=Bee", "-IPTC:By-line=Nina", "-IPTC:Caption-Abstract=on a log",
                "-codedcharacterset=utf8",
            ], ["jpeg", "tiff"]
        ),
    ]

    @Test(arguments: written)
    func `what people write is read from every container`(tags: [String], types: [String]) throws {
        let exiftool = try Program(
            executable: #require(Tool.path(of: "exiftool"), "install libimage-exiftool-perl"))
        for path in try pictures(tags, exiftool) where types.contains(where: path.hasSuffix) {
            let values = try read(path).0.values.values
            #expect(values[.title] == .text("Mönch"), "\(path)")
            #expect(values[.tags] == .list(["moth", "oak, old", "Bee"]))
            #expect(values[.credit] == .text("Nina"))
            #expect(values[.notes] == .text("on a log"))
            let isXMP = types.count == 5
            #expect(values[.rating] == (isXMP ? .rating(4) : nil))
            #expect(values[.license] == (isXMP ? .text("CC-BY-4.0") : nil))
            #expect(values[.seen]?.text == (isXMP ? "2026-05-17T14:03:22+02:00" : nil))
            #expect(values[.at]?.text == (isXMP ? "-50.9325,1.45" : nil))
        }
    }

    private func read(_ path: String) throws -> (PhotographFacts, Digest, PictureType) {
        let file = try File.open(path: path)
        let type = try #require(try PictureType(signature: file.prefix(32)))
        let digest = try Digest(of: file, as: type)
        return (try PhotographFacts(of: file, as: type), digest, type)
    }

    @Test(arguments: ["jpeg", "png", "webp", "heic"])
    func `edited and removed metadata leave the digest`(type: String) throws {
        let exiftool = try Program(
            executable: #require(Tool.path(of: "exiftool"), "install libimage-exiftool-perl"))
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        exif.main[0x10F] = .text("Maker")
        let bytes = try #require(SamplePhotograph.all(exif)[type])
        let path = try directory.write(bytes, to: "a.\(type)")
        let digest = try read(path).1
        for change in [["-DateTimeOriginal=1999:12:31 23:59:59", "-XMP:Title=Weta"], ["-all="]] {
            let written = try exiftool.run(["-q", "-overwrite_original"] + change + [path])
            #expect(written.status == 0, "\(written)")
            #expect(try directory.bytes(of: "a.\(type)") != bytes)
            #expect(try read(path).1 == digest, "\(change)")
        }
    }

    /// We round to a millimeter.
    private static func areClose(_ own: Double?, _ other: Double?) -> Bool {
        guard let own, let other else { return own == nil && other == nil }
        return abs(own - other) < 1e-8
    }
}
