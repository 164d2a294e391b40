import TestSupport
import Testing

/// The real program finds a photograph again, with the index of an earlier process and without.
@Suite struct PhotographDuplicatesTests {
    @Test func `a photograph with edited metadata is the same`() throws {
        let scarybug = try Program(user: "alice")
        for (name, seen) in [("a", "2026:05:17 14:03:22"), ("b", "2026:05:17 15:03:22")] {
            try scarybug.directory.write(
                SamplePhotograph.jpeg(SampleEXIF(seen: seen)), to: "work/\(name).jpg")
        }
        let rows = "1  photograph  1  Weta\n1  photograph  2  Tree Weta\n"
        try scarybug.run("new", "Weta", "image=a.jpg")
        #expect(try scarybug.run("duplicates").gave())
        try scarybug.run("new", "Tree Weta", "image=b.jpg")
        for _ in 0..<2 { #expect(try scarybug.run("duplicates").gave(rows)) }
        try scarybug.run("undo")
        #expect(try scarybug.run("duplicates").gave())
        try scarybug.run("redo")
        #expect(try scarybug.run("duplicates").gave(rows))
    }
}
