import Foundation
import TestSupport
import Testing

@testable import ScaryBugCommands

/// Photographs whose metadata changes, and those whose documents are deleted.
@Suite struct PhotographUpdateTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.makeDirectory("work/card")
        try write("a", title: "Moth", tags: ["old"], seen: "2026:05:17 14:03:22")
        try write("b", title: "Bee", tags: ["old"], seen: "2026:05:18 14:03:22")
        try scarybug.run("import", "%/card")
    }

    /// Writes a photograph whose picture depends on its name alone.
    private func write(
        _ name: String, title: String = "", tags: [String] = [], seen: String? = nil
    ) throws {
        let items = tags.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        let xmp = SamplePhotograph.segment(
            0xE1,
            Array(
                """
                http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:RDF><rdf:Description dc:title='\(title)'>
                <dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
                """.utf8))
        let bytes = SamplePhotograph.jpeg(
            SampleEXIF(seen: seen ?? ""), after: xmp, data: Array(name.utf8))
        try scarybug.directory.write(bytes, to: "work/card/\(name).jpg")
    }

    private func list(_ columns: String) throws -> [String] {
        try scarybug.run("list", "--columns", columns).lines
    }

    @Test func `what nobody changed here follows the photograph`() throws {
        try scarybug.run("set", "1", "title=Own", "tags+=mine")
        try write("a", title: "Owl moth", tags: ["new"], seen: "2026:05:17 15:00:00")
        let planned = try scarybug.run("import", "%/card", "--update", "--dry-run")
        #expect(planned.lines.contains("1  tags old, mine → mine, new"), "\(planned)")
        #expect(planned.lines.contains("1  seen 2026-05-17T14:03:22 → 2026-05-17T15:00:00"))
        #expect(
            try scarybug.run("import", "%/card", "--update").gave(
                """
                updated 1  Own: seen, tags, image
                kept 1  Own: title (changed here, too; --force takes the photograph's)
                skipped %/card/b.jpg: the photograph of 2

                """))
        #expect(try list("title,tags,seen")[0] == "Own  mine, new  2026-05-17T15:00:00")
        #expect(
            try scarybug.directory.bytes(of: "work/card/a.jpg")
                == scarybug.directory.bytes(
                    of: "records/users/alice/Private Documents/1.scarybug/fullImage.jpg"))
        // Once taken, it tells nothing new.
        let again = try scarybug.run("import", "%/card", "--update")
        #expect(again.lines.allSatisfy { $0.hasPrefix("skipped") }, "\(again)")
        try scarybug.run("undo")
        #expect(try list("title,tags,seen")[0] == "Own  old, mine  2026-05-17T14:03:22")
    }

    @Test func `of two files with one picture, the first changes its document`() throws {
        try write("a", title: "Owl moth", tags: ["old"], seen: "2026:05:17 14:03:22")
        try scarybug.directory.write(
            scarybug.directory.bytes(of: "work/card/a.jpg"), to: "work/card/z.jpg")
        #expect(
            try scarybug.run("import", "%/card", "--update").gave(
                """
                updated 1  Owl moth: title, image
                skipped %/card/b.jpg: the photograph of 2
                skipped %/card/z.jpg: the photograph of 1

                """))
    }

    @Test func `what somebody cleared stays away`() throws {
        try scarybug.run("set", "1", "seen=", "tags=")
        try write("a", title: "Owl moth", tags: ["old"], seen: "2026:05:17 14:03:22")
        let updated = try scarybug.run("import", "%/card", "--update")
        #expect(updated.lines.first == "updated 1  Owl moth: title, image", "\(updated)")
        #expect(try list("title,seen,tags")[0] == "Owl moth")
    }

    @Test func `many photographs that are here make one line`() throws {
        for name in "cdefghijklm" { try write(String(name)) }
        try scarybug.run("import", "%/card", "--only-new")
        for option in ["--only-new", "--update"] {
            let again = try scarybug.run("import", "%/card", option)
            #expect(again.lines.first?.hasPrefix("skipped 13 ") == true, "\(again)")
        }
    }

    @Test func `values that an import adds to a list follow those of the photograph`() throws {
        try scarybug.run("--user", "bob", "import", "%/card", "tags+=trip")
        #expect(
            try scarybug.run("--user", "bob", "list", "--columns", "tags").lines
                == ["old, trip", "old, trip"])
        try scarybug.run("--user", "carl", "new", "A", "image=%/card/a.jpg", "tags+=trip")
        try scarybug.run("--user", "carl", "new", "B", "image=%/card/b.jpg", "tags=trip")
        #expect(
            try scarybug.run("--user", "carl", "list", "--columns", "tags").lines
                == ["old, trip", "trip"])
    }

    @Test func `force takes the photograph's values`() throws {
        try scarybug.run("set", "1", "title=Own")
        try write("a", title: "Owl moth", tags: ["old"], seen: "2026:05:17 14:03:22")
        try scarybug.run("import", "%/card", "--update")
        #expect(try list("title")[0] == "Own")
        try scarybug.run("import", "%/card", "--update", "--force")
        #expect(try list("title")[0] == "Owl moth")
    }

    @Test func `a photograph that lost its metadata changes nothing`() throws {
        try write("a")
        let result = try scarybug.run("import", "%/card", "--update")
        #expect(result.lines.allSatisfy { $0.hasPrefix("skipped") }, "\(result)")
        #expect(try list("title,seen")[0] == "Moth  2026-05-17T14:03:22")
    }

    @Test func `a sidecar that changes is taken in place of the old one`() throws {
        for stars in [4, 2] {
            let xmp = "<rdf:RDF><rdf:Description xmp:Rating='\(stars)'/></rdf:RDF>"
            try scarybug.directory.write(Array(xmp.utf8), to: "work/card/b.xmp")
            let result = try scarybug.run("import", "%/card", "--update")
            #expect(
                result.lines.contains { $0.hasPrefix("updated 2  Bee: rating") }, "\(result)")
            #expect(try list("rating")[1] == "\(stars)")
        }
    }

    @Test func `a sidecar that is no more beside its photograph still outranks it`() throws {
        let xmp = "<rdf:RDF><rdf:Description dc:title='Red mason bee'/></rdf:RDF>"
        try scarybug.directory.write(Array(xmp.utf8), to: "work/card/b.xmp")
        try scarybug.run("import", "%/card", "--update")
        for isBroken in [true, false] {
            try scarybug.directory.write("<broken", to: "work/card/b.xmp")
            if !isBroken {
                try FileManager.default.removeItem(
                    atPath: scarybug.directory.path("work/card/b.xmp"))
            }
            let result = try scarybug.run("import", "%/card", "--update")
            #expect(result.lines.allSatisfy { $0.hasPrefix("skipped") }, "\(result)")
            #expect(result.standardError.contains("document 2 keeps its own") == isBroken)
            #expect(try list("title")[1] == "Red mason bee")
        }
    }

    @Test(arguments: ["--only-new", "--update"])
    func `a deleted document stays deleted`(option: String) throws {
        try scarybug.run("delete", "all")
        for _ in 1...2 {
            #expect(
                try scarybug.run("import", "%/card", option).gave(
                    option == "--update" ? "nothing changed\n" : "",
                    error:
                        "scarybug: left out 2 photographs of documents that were deleted here; without "
                        + "\(option) they come back\n"))
            #expect(
                try scarybug.run("import", "%/card", option, "--json").standardOutput
                    .contains(#""relation":"deleted""#))
            // The digests of photographs stay.
            try scarybug.run("history", "forget")
        }
        #expect(try scarybug.run("import", "%/card").lines.count == 2)
        try scarybug.run("delete", "1")
        try scarybug.run("undo")
        #expect(try scarybug.run("import", "%/card", option).lines.count == 2)
    }

    // MARK: Another photograph

    @Test func `another photograph brings its time where the old one's stands`() throws {
        try write("c", seen: "2026:07:01 11:00:00")
        #expect(
            try scarybug.run("set", "1", "image=%/card/c.jpg").gave(
                "1  Moth\n", error: "scarybug: seen from 1 photograph\n"))
        #expect(try list("seen,file")[0] == "2026-07-01T11:00:00  c.jpg")
        try scarybug.run("set", "2", "seen=2020")
        #expect(
            try scarybug.run("set", "2", "image=%/card/c.jpg").gave(
                "2  Bee\n",
                error:
                    "scarybug: 2: the new photograph tells something else; "
                    + "'set 2 seen=2026-07-01T11:00:00' takes it\n"))
        #expect(try list("seen")[1] == "2020")
    }

    // MARK: The name of the file

    @Test func `the file's name is searched, sorted and printed`() throws {
        #expect(try scarybug.run("list", "file:b", "--columns", "number,file").gave("2  b.jpg\n"))
        #expect(try scarybug.run("list", "jpg").gave(""))
        #expect(try scarybug.run("list", "sort:-file", "--columns", "file").gave("b.jpg\na.jpg\n"))
        #expect(try scarybug.run("count", "has:file").gave("2\n"))
        let table = try scarybug.run("--csv", "list").standardOutput
        try scarybug.directory.write(table, to: "work/t.csv")
        #expect(try scarybug.run("import", "%/t.csv", "--update").gave("nothing changed\n"))
        try scarybug.run("delete", "all")
        try scarybug.run("import", "%/t.csv")
        #expect(try list("file") == ["a.jpg", "b.jpg"])
    }
}
