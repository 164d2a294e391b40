import SystemPackage
import TestSupport
import Testing

@testable import ScaryBugStore
@testable import SystemFiles

@Suite(.enabled(if: Tool.isExpected("vipsthumbnail"))) struct ThumbnailTests {
    private let bench: PictureBench

    init() throws { bench = try PictureBench() }

    /// The bytes of the thumbnails of files, nil where there is none.
    private func thumbnails(_ names: [String], pixels: Int = 160) throws -> [Result<
        [UInt8], ScaryBugsError
    >] {
        let files = try names.map { name in
            try FileDescriptor.open(FilePath(bench.directory.path(name)), .readOnly)
        }
        defer { for file in files { try? file.close() } }
        return try Thumbnails.make(of: files, pixels: pixels)
    }

    private func thumbnail(_ name: String) throws -> PictureBench.Pixels {
        try bench.pixels(of: #require(try thumbnails([name]).first?.get()))
    }

    /// The commands of vips(1) that make a photograph of the one with a red and a blue half.
    private static let kinds: [(name: String, commands: [String])] = [
        ("a.jpg", ["copy base.ppm a.jpg[Q=95]"]),
        ("a.png", ["copy base.ppm a.png"]),
        ("interlaced.png", ["copy base.ppm interlaced.png[interlace]"]),
        ("sixteen.png", ["colourspace base.ppm sixteen.png rgb16"]),
        ("a.webp", ["copy base.ppm a.webp[Q=95]"]),
        ("a.tif", ["copy base.ppm a.tif"]),
        ("a.heic", ["copy base.ppm a.heic[Q=95]"]),
        ("cmyk.jpg", ["icc_transform base.ppm cmyk.jpg[Q=95] cmyk --input-profile srgb"]),
        ("p3.jpg", ["icc_transform base.ppm p3.jpg[Q=95] p3 --input-profile srgb"]),
        ("p3.png", ["icc_transform base.ppm p3.png p3 --input-profile srgb"]),
        ("p3.webp", ["icc_transform base.ppm p3.webp[Q=95] p3 --input-profile srgb"]),
        ("progressive.jpg", ["copy base.ppm progressive.jpg[interlace,Q=95]"]),
    ]

    @Test(arguments: kinds) func `a thumbnail has the colors of the photograph`(
        name: String, commands: [String]
    ) throws {
        for command in commands { try bench.vips(command) }
        let pixels = try thumbnail(name)
        #expect(pixels.size == [160, 120])
        let tolerance = name == "cmyk.jpg" ? 90 : 12
        #expect(pixels.isClose(atX: 30, y: 60, to: [219, 21, 20], by: tolerance))
        #expect(pixels.isClose(atX: 130, y: 60, to: [21, 20, 220], by: tolerance))
    }

    @Test func `a thumbnail stands upright and has no metadata`() throws {
        try bench.vips("copy base.ppm a.jpg")
        let bytes = try bench.directory.bytes(of: "a.jpg")
        let tags: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let exif = [0xFF, 0xE1, 0, UInt8(tags.count + 8)] + Array("Exif\0\0".utf8) + tags
        try bench.directory.write(Array(bytes[..<2]) + exif + bytes[2...], to: "portrait.jpg")
        let made = try #require(try thumbnails(["portrait.jpg"]).first?.get())
        let pixels = try bench.pixels(of: made)
        #expect(pixels.size == [120, 160])
        #expect(pixels.isClose(atX: 60, y: 30, to: [219, 21, 20], by: 12))
        // Only JFIF, tables and the scan.
        let markers = bench.markers(of: made)
        #expect(markers.allSatisfy { ![0xE1, 0xE2, 0xED, 0xFE].contains($0) })
        #expect(markers.contains(0xDA))
    }

    @Test func `a small photograph isn't enlarged, and what is transparent is white`() throws {
        try bench.vips("resize base.ppm small.ppm 0.1")
        try bench.vips("bandjoin_const small.ppm clear.png 0")
        let pixels = try thumbnail("clear.png")
        #expect(pixels.size == [32, 24])
        #expect(pixels.isClose(atX: 10, y: 10, to: [255, 255, 255], by: 2))
    }

    @Test func `a gray photograph is reduced, too`() throws {
        try bench.vips("colourspace base.ppm gray.jpg b-w")
        #expect(try thumbnail("gray.jpg").size == [160, 120])
    }

    @Test func `pictures for a terminal are larger`() throws {
        try bench.vips("copy base.ppm a.png")
        let made = try #require(try thumbnails(["a.png"], pixels: 300).first?.get())
        #expect(try bench.pixels(of: made).size == [300, 225])
    }

    /// Small files that claim to be large or end early.
    private static let hostile: [(name: String, bytes: [UInt8])] = [
        ("bomb.gif", PictureBench.gifBomb),
        ("bomb.png", PictureBench.interlacedPNG(width: 60_000, height: 60_000)),
        ("end.jpg", SamplePicture.jpeg()),
        ("empty.jpg", []),
        ("text.jpg", Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)),
        ("box.heic", [0, 0, 0, 24] + Array("ftypheic".utf8) + Array(repeating: 0, count: 12)),
    ]

    @Test(arguments: hostile) func `a hostile file costs a sentence, and no neighbor`(
        name: String, bytes: [UInt8]
    ) throws {
        try bench.directory.write(bytes, to: name)
        try bench.vips("copy base.ppm a.png")
        let results = try thumbnails(["a.png", name, "a.png"])
        #expect(try results.count == 3 && results[0].get() == results[2].get())
        let error = #expect(throws: ScaryBugsError.self) { try results[1].get() }
        let message = try #require(error?.message)
        #expect(message.hasPrefix("the picture "))
        #expect(!message.contains("/dev/fd"))
    }

    @Test func `many are made in order`() throws {
        try bench.vips("copy base.ppm a.png")
        try bench.vips("resize base.ppm b.png 0.1")
        let names = (0..<20).map { $0 % 3 == 0 ? "b.png" : "a.png" }
        let results = try thumbnails(names).map { try $0.get() }
        for (name, bytes) in zip(names, results) {
            #expect(bytes == results[name == "b.png" ? 0 : 1])
        }
        #expect(results[0] != results[1])
        #expect(try thumbnails([]).isEmpty)
    }
}
