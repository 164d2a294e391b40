import Foundation
import TestSupport
import Testing

/// The pictures on a page, which vipsthumbnail makes.
@Suite(.enabled(if: Tool.isExpected("vipsthumbnail"))) struct GalleryPictureTests {
    @Test func `a picture has at most 400 pixels, few bytes, and nothing but the picture`() throws {
        let scarybug = try Program(user: "alice")
        // Noise takes the most bytes.
        _ = try scarybug.shell(
            "vips gaussnoise noise.v 900 600 --sigma 90; vips cast noise.v a.jpg uchar; "
                + "vips black b.png 300 200; printf 'PNG' > c.jpg")
        try scarybug.run(input: "new Moth image=a.jpg\nnew Ant image=b.png\nnew Bee\n")
        try scarybug.run("gallery", "a.html")
        let page = try scarybug.directory.text(of: "work/a.html")
        let texts = page.matches(of: /base64,([^"]+)"/).map { String($0.1) }
        #expect(texts.count == 2)
        for (number, text) in texts.enumerated() {
            let picture = try #require(Data(base64Encoded: text))
            try scarybug.directory.write(Array(picture), to: "work/\(number).jpg")
            #expect(picture.count < 23_000 && picture.range(of: Data("Exif".utf8)) == nil)
        }
        let sizes = try scarybug.shell("vipsheader -f width 0.jpg; vipsheader -f width 1.jpg").lines
        #expect((150...400).contains(Int(sizes[0]) ?? 0) && sizes[1] == "300", "\(sizes)")
    }
}
