import TestSupport
import Testing

@testable import ScaryBugFormats

/// A photograph that ends before its format says.
@Suite struct PictureEndTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func isTaken(_ bytes: [UInt8]) throws -> Bool {
        let path = try directory.write(bytes, to: "picture")
        return message { _ = try PictureFile(path: path) }?.contains("cut off") != true
    }

    private static func box(_ name: String, _ count: Int, _ length: [UInt8]? = nil) -> [UInt8] {
        (length ?? [0, 0, 0, UInt8(count + 8)]) + Array(name.utf8)
            + Array(repeating: 1, count: count)
    }

    private static let thumbnail = [0xFF, 0xE1, 0, 12] + SamplePicture.jpeg([1, 2])
    private static let table: [UInt8] = [0xFF, 0xC4, 0, 3, 1]
    private static let scan: [UInt8] = [0xFF, 0xDA, 0, 3, 9, 5, 0xFF, 0, 0xFF, 0xD0, 6]
    private static let gif: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6, 0x21, 0xF9, 1, 0, 0]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    /// A directory with the place of one strip, and the strip.
    private static let tiff: [UInt8] =
        [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 2, 0, 0x11, 1, 3, 0, 1, 0, 0, 0, 38, 0, 0, 0]
        + [0x17, 1, 4, 0, 1, 0, 0, 0, 4, 0, 0, 0] + [0, 0, 0, 0] + [7, 7, 7, 7]

    /// Pictures, each with the last byte that it needs.
    private static let pictures: [(name: String, bytes: [UInt8])] = [
        ("JPEG", [0xFF, 0xD8] + thumbnail + table + scan + [0xFF, 0xD9]),
        ("several scans", [0xFF, 0xD8, 0xFF] + table + scan + table + scan + [0xFF, 0xFF, 0xD9]),
        ("PNG", SamplePicture.png),
        ("WebP", Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [1, 2, 3, 4]),
        ("HEIC", box("ftypheic", 16, [0, 0, 0, 28]) + box("meta", 40) + box("mdat", 50)),
        ("TIFF", tiff),
        ("GIF", gif),
    ]

    @Test(arguments: pictures) func `a whole picture is taken, and none that is cut off`(
        name: String, bytes: [UInt8]
    ) throws {
        #expect(try isTaken(bytes))
        // A film or another picture may follow.
        #expect(try isTaken(bytes + Array(repeating: 9, count: 70_000)))
        for count in 13..<bytes.count {
            #expect(try !isTaken(Array(bytes.prefix(count))), "\(count)")
        }
    }

    @Test func `a GIF may have a trailer`() throws {
        #expect(try isTaken(Self.gif + [0x3B]))
    }

    @Test func `a picture of very many parts takes little time`() throws {
        let parts = Array(repeating: [0xFF, 0xE1, 0, 2] as [UInt8], count: 200_000).flatMap(\.self)
        #expect(try isTaken([0xFF, 0xD8] + parts))
    }
}
