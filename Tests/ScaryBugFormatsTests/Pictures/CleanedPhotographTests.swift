import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// ExifTool finds nothing that tells more than the picture in a cleaned photograph, and vips finds the
/// same pixels.
@Suite(
    .enabled(
        if: Tool.isExpected("exiftool") && Tool.isExpected("vips"),
        "exiftool (libimage-exiftool-perl) or vips (libvips-tools) is missing"))
struct CleanedPhotographTests {
    private let directory: TemporaryDirectory
    private let exiftool: Program
    private let vips: Program

    init() throws {
        directory = try TemporaryDirectory()
        exiftool = try Program(executable: #require(Tool.path(of: "exiftool")))
        vips = try Program(executable: #require(Tool.path(of: "vips")))
    }

    /// The position 50.9324 north, 1.4508 west and who was there, in all spellings of the tags below.
    private static let traces = [
        "50.93", "1.4508", "50 55", "50,55", "55.944", "Southampton", "Nina", "GPS", "here",
        "photoshop", "Canon",
    ]
    /// The degrees and minutes as fractions, in both orders of bytes.
    private static let fractions: [[UInt8]] = [
        [0, 0, 0, 50, 0, 0, 0, 1, 0, 0, 0, 55], [50, 0, 0, 0, 1, 0, 0, 0, 55, 0, 0, 0],
    ]
    private static let tags = [
        "-GPSLatitude=50.9324", "-GPSLatitudeRef=N", "-GPSLongitude=1.4508", "-GPSLongitudeRef=W",
        "-Make=Canon", "-Artist=Nina", "-IPTC:City=Southampton", "-XMP:City=Southampton",
        "-XMP-exif:GPSLatitude=50.9324", "-Comment=50.9324,-1.4508", "-UserComment=here",
        "-EXIF:Orientation#=6",
    ]

    /// A picture of some pixels with tags.
    private func picture(_ type: String) throws -> String {
        let path = directory.path("a.\(type)")
        let (noise, pixels) = (directory.path("noise.v"), directory.path("pixels.v"))
        for words in [
            ["gaussnoise", noise, "40", "30", "--seed", "7"], ["cast", noise, pixels, "uchar"],
            ["copy", pixels, path],
        ] { try #require(vips.run(words).status == 0) }
        let written = try exiftool.run(["-q", "-q", "-overwrite_original"] + Self.tags + [path])
        try #require(written.status == 0, "\(written)")
        return path
    }

    /// EXIF data with the position, and with a note of the camera's maker.
    private var exif: SampleEXIF {
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        exif.setPosition(north: [50, 1, 55, 1, 57, 1], east: [1, 1, 27, 1, 3, 1], "W")
        exif.detail[0x927C] = .text("Canon was at 50.9324")
        exif.main[0x112] = .short(6)
        return exif
    }

    private func clean(_ path: String) throws -> String {
        let file = try File.open(path: path)
        let type = try #require(try PictureType(signature: file.prefix(32)))
        let place = try Directory.open(path: directory.path)
        try place.removeFile(named: "clean")
        let output = try place.createFile(named: "clean", access: .readWrite)
        try PhotographCleaner.clean(file, as: type, to: output)
        return directory.path("clean")
    }

    private func check(_ path: String) throws {
        let bytes = try directory.bytes(of: "clean")
        let text = String(decoding: bytes, as: UTF8.self)
        for trace in Self.traces { #expect(!text.contains(trace), "\(trace)") }
        for fraction in Self.fractions { #expect(bytes.firstRange(of: fraction) == nil) }
        let words = ["-a", "-G1", "-ee", "-u", "-s", "-n"]
        let tags = try exiftool.run(words + [path]).lines.filter { !$0.contains("MediaData") }
        for trace in Self.traces { #expect(!tags.contains { $0.contains(trace) }, "\(trace)") }
        #expect(!tags.contains { $0.hasPrefix("[XMP") || $0.hasPrefix("[IPTC") })
    }

    private func value(_ tag: String, of path: String) throws -> String {
        try exiftool.run("-s3", "-n", tag, path).standardOutput
    }

    private func pixels(_ path: String) throws -> [UInt8] {
        try #require(vips.run("rawsave", path, directory.path("shown")).status == 0)
        return try directory.bytes(of: "shown")
    }

    @Test(arguments: ["jpg", "png", "webp", "heic", "tif", "gif"])
    func `nothing but the picture stays`(type: String) throws {
        let path = try picture(type)
        let cleaned = try clean(path)
        try check(cleaned)
        #expect(try pixels(cleaned) == pixels(path))
        if type != "gif" { #expect(try value("-EXIF:Orientation", of: cleaned) == "6\n") }
    }

    @Test func `a second picture and a film after the end go`() throws {
        let path = try picture("jpg")
        let film = SamplePhotograph.box("moov", Array("xyz+50.9324-001.4508/".utf8))
        let trailer = SamplePhotograph.jpeg(exif) + film
        try directory.write(directory.bytes(of: "a.jpg") + trailer, to: "a.jpg")
        let cleaned = try clean(path)
        try check(cleaned)
        #expect(try pixels(cleaned) == pixels(path))
    }

    /// The files of a camera, with a maker's note. Nobody can decode these small pictures.
    @Test(arguments: ["jpeg", "png", "webp", "heic"])
    func `notes of the maker go`(type: String) throws {
        let bytes = try #require(SamplePhotograph.all(exif)[type])
        let path = try directory.write(bytes, to: "a.\(type)")
        let cleaned = try clean(path)
        try check(cleaned)
        #expect(try value("-EXIF:Orientation", of: cleaned) == "6\n")
    }

    @Test(arguments: ["png", "webp", "heic"])
    func `what ExifTool leaves after the end is refused or gone`(type: String) throws {
        let path = try picture(type)
        let name = "a.\(type)"
        try directory.write(
            directory.bytes(of: name) + Array("50.9324,-1.4508".utf8), to: name)
        do {
            _ = try clean(path)
            try check(directory.path("clean"))
        } catch let error as ScaryBugsError { #expect(error.code == .refused) }
    }

    /// Each of these lies in a place that a list of known tags does not name.
    @Test(
        arguments: [
            ("jpeg", "a segment E5", SamplePhotograph.segment(0xE5, Array("50.9324".utf8))),
            ("jpeg", "a segment E2", SamplePhotograph.segment(0xE2, Array("MPF\0 50.9324".utf8))),
            ("jpeg", "a segment E0", SamplePhotograph.segment(0xE0, Array("JFXX\0 small".utf8))),
            ("jpeg", "a segment FE", SamplePhotograph.segment(0xFE, Array("50.9324".utf8))),
            (
                "jpeg", "data between its segments",
                SamplePhotograph.segment(0xDB, [0]) + Array("50.9324".utf8)
            ),
            ("png", "a chunk spot", SamplePhotograph.chunk("spot", Array("50.9324".utf8))),
            ("png", "a chunk tEXt", SamplePhotograph.chunk("tEXt", Array("Comment\0here".utf8))),
        ] as [(String, String, [UInt8])])
    func `the check finds what no rule allows`(
        type: String, trace: String, part: [UInt8]
    ) throws {
        let bytes =
            type == "png"
            ? SamplePhotograph.png(nil, part) : SamplePhotograph.jpeg(nil, after: part)
        #expect(try self.trace(bytes) == trace)
    }

    @Test func `a frame of WebP has no chunk that no rule allows`() throws {
        let picture = SamplePhotograph.webp(nil).dropFirst(12)
        func animation(_ others: [UInt8]) -> [UInt8] {
            let frame = SamplePhotograph.riffChunk(
                "ANMF", [UInt8](repeating: 0, count: 16) + picture + others)
            return SamplePhotograph.riffChunk("RIFF", Array("WEBP".utf8) + frame)
        }
        #expect(try trace(animation([])) == nil)
        let note = SamplePhotograph.riffChunk("note", Array("50.9324".utf8))
        #expect(try trace(animation(note)) == "a chunk note")
        #expect(try trace(animation([1, 2])) == "data after its end")
    }

    @Test func `boxes that ExifTool leaves in a HEIC file are overwritten`() throws {
        let path = try picture("heic")
        var bytes = try directory.bytes(of: "a.heic")
        for type in ["udes", "uuid", "free", "skip", "udta"] {
            let box = SamplePhotograph.box(type, Array("Nina was at 50.9324".utf8))
            for place in [[], ["meta"], ["meta", "iprp"], ["meta", "iprp", "ipco"]] {
                bytes = bytes.addingBox(box, in: place[...])
            }
        }
        try directory.write(bytes, to: "a.heic")
        let cleaned = try clean(path)
        try check(cleaned)
        #expect(try pixels(cleaned) == pixels(path))
        let box = SamplePhotograph.box("uuid", Array("Nina was at 50.9324".utf8))
        let odd = bytes.addingBox(box, in: ["meta", "iprp", "ipco"], first: true)
        try directory.write(odd, to: "a.heic")
        let error = #expect(throws: ScaryBugsError.self) { try clean(path) }
        #expect(
            error?.message == "the box 'uuid' in 'ipco' can't be removed, and may tell a position; "
                + "'--without location,image' leaves photographs out")
    }

    @Test func `pictures without metadata need no ExifTool`() throws {
        for type in ["jpeg", "png", "webp", "heic"] {
            let bytes = try #require(SamplePhotograph.all(nil)[type])
            #expect(try trace(bytes) == nil, "\(type)")
            #expect(try trace(bytes + [0, 1]) == "data after its end", "\(type)")
            let withEXIF = try #require(SamplePhotograph.all(exif)[type])
            #expect(try trace(withEXIF) != nil, "\(type)")
        }
    }

    @Test func `a GIF's repetitions have no other part, and TIFF has no JPEG`() throws {
        let noise = try picture("gif")
        _ = try clean(noise)
        let bytes = try directory.bytes(of: "clean")
        #expect(try trace(bytes) == nil)
        let start = try #require(bytes.firstRange(of: Array("NETSCAPE2.0".utf8)))
        let place = start.upperBound + 4
        let odd = bytes[..<place] + [4] + Array("50.9".utf8) + bytes[place...]
        #expect(try trace(Array(odd)) == "an extension")
        let delay = [0x21, 0xF9, 4, 0, 0, 0, 0, 4] + Array("50.9".utf8) + [0, 0x3B]
        #expect(try trace(bytes.dropLast() + delay) == "an extension")
        let path = directory.path("jpeg.tif")
        try #require(
            vips.run("tiffsave", directory.path("a.gif"), path, "--compression", "jpeg")
                .status == 0)
        #expect(try trace(directory.bytes(of: "jpeg.tif")) == "JPEG data")
    }

    private func trace(_ bytes: [UInt8]) throws -> String? {
        let file = try File.open(path: directory.write(bytes, to: "trace"))
        let type = try #require(PictureType(signature: bytes.prefix(32)))
        return try PhotographTraces.first(in: file, as: type)
    }
}
