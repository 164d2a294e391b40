import Containers
import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// A photograph is the same as long as its picture is.
@Suite struct PhotographDigestTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func digest(of bytes: [UInt8]) throws -> Digest {
        let path = try directory.write(bytes, to: "picture")
        let type = try #require(PictureType(signature: bytes))
        return try Digest(of: File.open(path: path), as: type)
    }

    @Test func `SHA-256 of FIPS 180-4`() {
        var hash = SHA256()
        for piece in ["a", "", "bc"] { Array(piece.utf8).withUnsafeBytes { hash.add($0) } }
        let start: [UInt8] = [0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA]
        let bytes = hash.finish()
        #expect(bytes.count == 32 && bytes.starts(with: start))
    }

    private static let exif = SampleEXIF(seen: "2026:05:17 14:03:22")
    private static let other = SampleEXIF(seen: "1999:12:31 23:59:59", offset: "+02:00")
    private static let comment = SamplePhotograph.segment(0xFE, [1, 2, 3])
    private static let text = SamplePhotograph.chunk("tEXt", [65, 0, 66])

    private static let same: [(String, [[UInt8]])] = [
        (
            "JPEG",
            [
                SamplePhotograph.jpeg(nil), SamplePhotograph.jpeg(exif),
                SamplePhotograph.jpeg(other, after: comment),
                SamplePhotograph.jpeg(exif) + SamplePhotograph.jpeg(nil, data: [9]),
            ]
        ),
        (
            "PNG",
            [
                SamplePhotograph.png(nil), SamplePhotograph.png(exif),
                SamplePhotograph.png(other, text), SamplePhotograph.png(exif) + [1, 2, 3],
            ]
        ),
        (
            "WebP",
            [
                SamplePhotograph.webp(nil), SamplePhotograph.webp(exif),
                SamplePhotograph.webp(other, isNamed: true),
            ]
        ),
        (
            "HEIC",
            [
                SamplePhotograph.heic(nil), SamplePhotograph.heic(exif),
                SamplePhotograph.heic(other, isInside: true),
            ]
        ),
    ]

    @Test(arguments: same) func `metadata doesn't count`(name: String, files: [[UInt8]]) throws {
        #expect(Set(try files.map(digest)).count == 1, "\(name)")
    }

    @Test(arguments: [
        SamplePhotograph.jpeg(exif, data: [1, 2, 3, 0xFF, 0, 4]), SamplePhotograph.png(exif),
        SamplePhotograph.webp(exif), SamplePhotograph.heic(exif), SamplePhotograph.tiff(exif),
        Array("GIF89a".utf8) + Array(1...20),
    ])
    func `each change of the picture counts, also in a file that is cut off`(
        bytes: [UInt8]
    ) throws {
        var digests: Set = [try digest(of: bytes)]
        for count in stride(from: 20, to: bytes.count, by: 5) {
            digests.insert(try digest(of: Array(bytes.prefix(count))))
        }
        #expect(digests.count > 1)
        var changed = bytes
        let data = PictureType(signature: bytes) == .heic ? [9, 8, 7, 6] : [1, 2, 3] as [UInt8]
        let place = bytes.firstRange(of: data)?.lowerBound ?? bytes.count - 1
        changed[place] ^= 1
        if bytes.starts(with: "RIFF".utf8) {
            changed = bytes
            changed[try #require(bytes.firstRange(of: [0, 7, 7])).lowerBound + 2] = 8
        }
        #expect(try digest(of: changed) != digest(of: bytes))
    }

    @Test func `files without a picture count as a whole`() throws {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 3]
        #expect(try digest(of: start + [1]) != digest(of: start + [2]))
        #expect(try digest(of: SamplePicture.png) != digest(of: SamplePicture.png + [1]))
        let cut = Array(SamplePhotograph.png(nil).prefix(33)) + [0, 0, 9, 0] + Array("IDAT".utf8)
        #expect(try digest(of: cut + [1]) != digest(of: cut + [2]))
    }
}
