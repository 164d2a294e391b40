import Foundation
import TestSupport
import Testing

/// The pictures on a page, which vipsthumbnail makes and the index keeps.
@Suite(.enabled(if: Tool.isExpected("vipsthumbnail"))) struct GalleryPictureTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        // Noise takes the most bytes.
        _ = try scarybug.shell(
            "vips gaussnoise noise.v 900 600 --sigma 90; vips cast noise.v a.jpg uchar; "
                + "vips black b.png 300 200")
        try scarybug.run(input: "new Moth image=a.jpg\nnew Ant image=b.png\nnew Bee\n")
    }

    /// The pictures of a page with all documents.
    private func pictures() throws -> [Data] {
        try scarybug.run("gallery", "a.html", "--force")
        return try scarybug.directory.text(of: "work/a.html").matches(of: /base64,([^"]+)"/).map {
            try #require(Data(base64Encoded: String($0.1)))
        }
    }

    private func widths(_ pictures: [Data]) throws -> [Int] {
        try pictures.map { picture in
            try scarybug.directory.write(Array(picture), to: "work/picture.jpg")
            return try #require(Int(scarybug.shell("vipsheader -f width picture.jpg").lines[0]))
        }
    }

    @Test func `a picture has at most 400 pixels, and nothing but the picture`() throws {
        let pictures = try pictures()
        #expect(try widths(pictures) == [400, 300])
        #expect(pictures.allSatisfy { $0.range(of: Data("Exif".utf8)) == nil })
    }

    @Test func `all photographs of a document are on the page, of the size that is wanted`() throws
    {
        try scarybug.run("attach", "2", "a.jpg")
        try scarybug.directory.write("text", to: "work/note.txt")
        try scarybug.run("attach", "2", "note.txt")
        #expect(try widths(pictures()) == [400, 300, 400])
        let page = try scarybug.run("gallery", "-", "1-2", "--size", "800").standardOutput
        let large = try page.matches(of: /base64,([^"]+)"/).map {
            try #require(Data(base64Encoded: String($0.1)))
        }
        #expect(try widths(large) == [800, 300, 800])
        #expect(page.contains("alt=\"Photograph 2 of Ant\""))
        let withheld = try scarybug.run("gallery", "-", "2", "--without", "a.jpg")
        #expect(withheld.standardOutput.components(separatedBy: "base64,").count == 2)
        #expect(try scarybug.run("gallery", "-", "--size", "1601").status == 1)
        let written = try scarybug.run("gallery", "b.html", "1")
        #expect(written.standardOutput.contains(/^wrote 1 document to b.html, [0-9.]+ KiB\n/))
    }

    @Test func `a picture of a page with many documents has few bytes`() throws {
        let rows = (1...1_000).map { "Wasp \($0)\n" }.joined()
        try scarybug.directory.write("title\n" + rows, to: "work/t.csv")
        try scarybug.run("import", "t.csv")
        let pictures = try pictures()
        #expect(pictures.count == 2 && pictures.allSatisfy { $0.count < 23_000 })
        let widths = try widths(pictures)
        #expect((150...360).contains(widths[0]) && widths[1] == 300, "\(widths)")
        #expect(try self.pictures() == pictures)
    }

    @Test(.enabled(if: Program.isTraceable, "strace cannot run here"))
    func `few processes make the pictures, and a broken one costs only its own`() throws {
        try scarybug.directory.write(SamplePicture.jpeg(), to: "work/end.jpg")
        let lines = (4...40).map { "new 'Bug \($0)' image=\($0 == 20 ? "end.jpg" : "b.png")\n" }
        try scarybug.run(input: lines.joined())
        let (transcript, _) = try scarybug.traced(["gallery", "a.html"], recording: ["openat"])
        #expect(
            transcript.standardError.hasPrefix(
                "scarybug: warning: the photograph of 20 is left out: the picture is damaged"))
        #expect(transcript.standardError.split(separator: "\n").count == 1, "\(transcript)")
        #expect(try pictures().count == 38)
        let processes = try scarybug.shell(
            "grep -ao '^[0-9]* *execve(\"[^\"]*/vipsthumbnail\"' ../trace | cut -d ' ' -f 1 "
                + "| sort -u")
        #expect(processes.lines.count == 2, "\(processes)")
    }

    // MARK: The cache

    private func page(_ program: Program) throws -> Transcript {
        try program.run("gallery", "-", "--title", "All")
    }

    /// The program without the ones that make pictures.
    private func alone() throws -> Program {
        var program = scarybug
        program.environment["PATH"] = try scarybug.directory.makeDirectory("programs")
        return program
    }

    private func uncached() -> Program {
        var program = scarybug
        program.environment["XDG_CACHE_HOME"] = "/dev/null"
        return program
    }

    private static let leftOut = "photographs are left out: setpriv is missing"

    @Test func `pictures are made once, until their photographs change`() throws {
        let page = try page(scarybug)
        #expect(page.status == 0 && page.standardOutput.contains("base64"))
        #expect(try self.page(alone()).gave(page.standardOutput))
        #expect(try self.page(uncached()).gave(page.standardOutput))
        try scarybug.run("set", "1", "rating=4")
        #expect(try self.page(alone()).standardError == "")
        try scarybug.run("set", "1", "image=b.png")
        #expect(try self.page(alone()).standardError.contains(Self.leftOut))
        let changed = try self.page(scarybug)
        #expect(try self.page(uncached()).gave(changed.standardOutput))
        #expect(try self.page(alone()).gave(changed.standardOutput))
    }

    @Test func `history forget removes them, and withheld ones aren't shown`() throws {
        let page = try page(scarybug)
        #expect(
            try !scarybug.run("gallery", "-", "--without", "image").standardOutput
                .contains("base64"))
        try scarybug.run("history", "forget", "--yes")
        #expect(try self.page(alone()).standardError.contains(Self.leftOut))
        #expect(try self.page(scarybug).gave(page.standardOutput))
    }

    /// Commands that make the cache useless.
    @Test(arguments: [
        "printf junk > $index", "rm $index; mkdir $index", "chmod 777 $(dirname $index)",
        "rm $index",
        "python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(\"UPDATE "
            + "pictures SET hash = 1\")' $index",
    ])
    func `a cache that isn't to be trusted changes nothing`(command: String) throws {
        let page = try page(scarybug)
        _ = try scarybug.shell("index=$(echo ../home/.cache/scarybug/*.sqlite); \(command)")
        #expect(try self.page(alone()).standardError.contains(Self.leftOut))
        #expect(try self.page(scarybug).gave(page.standardOutput))
    }
}
