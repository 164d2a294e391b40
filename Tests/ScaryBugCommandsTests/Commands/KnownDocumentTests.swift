import Foundation
import TestSupport
import Testing

/// `import` and `preview` of documents that are here already.
@Suite struct KnownDocumentTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.write(SamplePicture.jpeg([1]), to: "work/ant.jpg")
        try scarybug.run(
            input: """
                field add habitat text
                new Bee
                new Ant rating=4 tags=red,big habitat=wood image=%/ant.jpg
                export 2 %/
                """)
    }

    // MARK: What is known

    @Test func `an import that is undone leaves the deletion`() throws {
        try scarybug.run("delete", "2")
        let isLeftOut = { (option: String) in
            try self.scarybug.run("import", "%/Ant.scarybug", option).standardOutput
                .hasPrefix("left out %/Ant.scarybug: deleted here")
        }
        try scarybug.run("import", "%/Ant.scarybug")
        #expect(try !isLeftOut("--only-new"))
        try scarybug.run("undo")
        #expect(try isLeftOut("--only-new") && isLeftOut("--update"))
        try scarybug.run("redo")
        #expect(try !isLeftOut("--only-new"))
        try scarybug.run("undo")
        #expect(try isLeftOut("--update"))
        // The history may forget how it was.
        try scarybug.run("config", "historySteps=1")
        try scarybug.run("set", "1", "rating=1")
        try scarybug.run("set", "1", "rating=2")
        #expect(try isLeftOut("--update"))
        try scarybug.run("history", "forget", "--yes")
        #expect(try isLeftOut("--update"))
    }

    @Test func `a row of a table of list doesn't tell how old it is`() throws {
        let table = try scarybug.run("list", "--csv").standardOutput
        try scarybug.directory.write(table.replacing("Bee,0,", with: "Bee,1,"), to: "work/t.csv")
        #expect(
            try scarybug.run("import", "%/t.csv", "--only-new").lines == [
                "skipped %/t.csv: Bee: another version of 1",
                "skipped %/t.csv: Ant: another version of 2",
            ])
    }

    @Test(arguments: ["home/.cache", "/dev/null"])
    func `a bundle is the same document, or an older one`(cache: String) throws {
        var scarybug = scarybug
        scarybug.environment["XDG_CACHE_HOME"] =
            cache.hasPrefix("/") ? cache : scarybug.directory.path(cache)
        #expect(
            try scarybug.run("import", "%/Ant.scarybug").gave(
                "imported %/Ant.scarybug as 3 (2 was taken; the same document as 2)\n"))
        try scarybug.run("set", "2-3", "rating=5")
        #expect(
            try scarybug.run("preview", "%/Ant.scarybug").gave(
                "%/Ant.scarybug  as 4 (2 is taken; older than 2)  Ant  4\n"))
        #expect(
            try scarybug.run("import", "%/Ant.scarybug").gave(
                "imported %/Ant.scarybug as 4 (2 was taken; older than 2)\n"))
        // 4 has the same content, which counts more than the lower number of 2.
        #expect(
            try scarybug.run("import", "%/Ant.scarybug").gave(
                "imported %/Ant.scarybug as 5 (2 was taken; the same document as 4)\n"))
        try scarybug.run("delete", "2,4-5")
        #expect(
            try scarybug.run("import", "%/Ant.scarybug").gave(
                "imported %/Ant.scarybug as 2 (older than 3)\n"))
    }

    @Test(arguments: [
        "rating=3.5", "tags=red", "notes=x", "habitat=", "title=ant", "image=", "seen=2026-05-01",
    ])
    func `a difference in any value makes the bundle an older one`(change: String) throws {
        try scarybug.run("set", "2", change)
        #expect(
            try scarybug.run("preview", "%/Ant.scarybug").standardOutput.contains(
                "older than 2"))
        try scarybug.run("undo")
        #expect(
            try scarybug.run("preview", "%/Ant.scarybug").standardOutput.contains(
                "the same document as 2"))
    }

    @Test func `a difference in any file makes the bundle an older one`() throws {
        let document = "records/users/alice/Private Documents/2.scarybug"
        for name in ["fullImage.jpg", "notes.txt"] {
            let before = try? scarybug.directory.bytes(of: "\(document)/\(name)")
            try scarybug.directory.write(SamplePicture.jpeg([2]), to: "\(document)/\(name)")
            #expect(
                try scarybug.run("preview", "%/Ant.scarybug").standardOutput.contains(
                    "older than 2"))
            if let before {
                try scarybug.directory.write(before, to: "\(document)/\(name)")
            } else {
                try FileManager.default.removeItem(
                    atPath: scarybug.directory.path("\(document)/\(name)"))
            }
        }
        #expect(
            try scarybug.run("preview", "%/Ant.scarybug").standardOutput.contains(
                "the same document as 2"))
    }

    @Test func `the dates of creation and modification don't count`() throws {
        do {
            var later = scarybug
            later.environment["SOURCE_DATE_EPOCH"] = "1777225600"
            try later.run("set", "2", "rating=1")
            try later.run("set", "2", "rating=4")
        }
        #expect(
            try scarybug.run("import", "%/Ant.scarybug").gave(
                "imported %/Ant.scarybug as 3 (2 was taken; the same document as 2)\n"))
    }

    @Test func `a field that is not declared here counts`() throws {
        try scarybug.run("field", "remove", "habitat")
        #expect(
            try scarybug.run("import", "%/Ant.scarybug").standardOutput
                == "imported %/Ant.scarybug as 3 (2 was taken; the same document as 2)\n")
        try scarybug.run(
            input: "field add habitat text\nset 2-3 habitat=sand\nfield remove habitat")
        #expect(
            try scarybug.run("import", "%/Ant.scarybug").standardOutput
                == "imported %/Ant.scarybug as 4 (2 was taken; older than 2)\n")
    }

    @Test func `a document that stores no identifier is known by its bytes`() throws {
        let example = "Examples/apps/Private Documents"
        let first = try scarybug.run("--user", "bob", "import", example)
        #expect(first.status == 0 && !first.standardOutput.contains("document as"), "\(first)")
        let second = try scarybug.run("--user", "bob", "import", example)
        #expect(second.lines.count == 4)
        #expect(second.lines.allSatisfy { $0.contains("the same document as") }, "\(second)")
        #expect(try scarybug.run("--user", "bob", "import", "--skip-known", example).status == 0)
    }

    @Test func `the time of a file doesn't make another version`() throws {
        let path = scarybug.directory.path("work/apps")
        try FileManager.default.copyItem(
            atPath: "Examples/apps/Private Documents", toPath: path)
        try scarybug.run("--user", "bob", "import", path)
        try scarybug.run("--user", "bob", "set", "all", "species=x")
        let files = FileManager.default.enumerator(atPath: path)
        while let file = files?.nextObject() as? String {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 2_000_000_000)],
                ofItemAtPath: "\(path)/\(file)")
        }
        let again = try scarybug.run("--user", "bob", "preview", path).lines
        #expect(again.count == 4 && again.allSatisfy { $0.contains("older than") }, "\(again)")
    }

    @Test func `documents of another user are not known, and rows of our own tables are`() throws {
        #expect(
            try scarybug.run("--user", "bob", "import", "%/Ant.scarybug").standardOutput
                == "imported %/Ant.scarybug as 2\n")
        let table = try scarybug.run("--csv", "list").standardOutput
        try scarybug.directory.write(table, to: "work/t.csv")
        #expect(
            try scarybug.run("import", "%/t.csv").standardError.hasSuffix(
                "scarybug: %/t.csv: 2 of its 2 documents are here; --update changes them, "
                    + "--only-new takes the others, and --copies makes documents of their own\n"))
        let copies = try scarybug.run("import", "%/t.csv", "--copies").lines
        #expect(copies.first == "imported %/t.csv: Bee as 3 (the same document as 1)")
        #expect(copies.count == 2)
        #expect(try scarybug.run("duplicates").lines.count == 4)
        let taken = { try scarybug.run("--user", "carol", "import", "%/t.csv", "--keep-rest") }
        #expect(try taken().lines.count == 2)
        #expect(try taken().status == 1)
        #expect(try scarybug.run("--user", "carol", "show", "2").standardOutput.contains("wood"))
    }

    // MARK: Several at once

    @Test func `a document that comes twice is known as the first`() throws {
        for command in ["preview", "import"] {
            let bob = try scarybug.run(
                "--json", "--user", "bob", command, "%/Ant.scarybug", "%/Ant.scarybug")
            let known = bob.lines.map { $0.components(separatedBy: #""knownAs":"#).last }
            #expect(
                known == [
                    #"null,"identical":false,"relation":"new","into":null,"changed":[]}"#,
                    #"2,"identical":true,"relation":"same","into":null,"changed":[]}"#,
                ], "\(bob)")
        }
    }

    @Test func `copies within one directory are known as the first`() throws {
        try scarybug.directory.makeDirectory("work/app")
        for number in [4, 6] {
            try FileManager.default.copyItem(
                atPath: scarybug.directory.path("records/users/alice/Private Documents/2.scarybug"),
                toPath: scarybug.directory.path("work/app/\(number).scarybug"))
        }
        #expect(
            try scarybug.run("--user", "bob", "preview", "%/app").standardOutput == """
                %/app/4.scarybug  as 4                           Ant  4
                %/app/6.scarybug  as 6 (the same document as 4)  Ant  4

                """)
        #expect(
            try scarybug.run("--user", "bob", "import", "--skip-known", "%/app").standardOutput
                == """
                imported %/app/4.scarybug as 4
                skipped %/app/6.scarybug: the same document as 4

                """)
        #expect(
            try scarybug.run("import", "%/app").gave(
                """
                imported %/app/4.scarybug as 4 (the same document as 2)
                imported %/app/6.scarybug as 6 (the same document as 2)

                """))
    }

    @Test func `copies within one directory keep their numbers`() throws {
        try scarybug.directory.makeDirectory("work/app")
        for (number, name) in [(2, "1"), (2, "2"), (1, "Bee")] {
            try FileManager.default.copyItem(
                atPath: scarybug.directory.path(
                    "records/users/alice/Private Documents/\(number).scarybug"),
                toPath: scarybug.directory.path("work/app/\(name).scarybug"))
        }
        #expect(
            try scarybug.run("--user", "bob", "import", "%/app").standardOutput == """
                imported %/app/1.scarybug as 1
                imported %/app/2.scarybug as 2 (the same document as 1)
                imported %/app/Bee.scarybug as 3

                """)
    }

    // MARK: --skip-known

    @Test func `an identical document is left out, and that is no step`() throws {
        let before = try scarybug.run("list").standardOutput
        let steps = try scarybug.run("history").lines.count
        let skipped = try scarybug.run("import", "--skip-known", "%/Ant.scarybug")
        #expect(skipped.gave("skipped %/Ant.scarybug: the same document as 2\n"), "\(skipped)")
        #expect(
            try scarybug.run("preview", "--skip-known", "%/Ant.scarybug").gave(
                "%/Ant.scarybug  skipped: the same document as 2  Ant  4\n"))
        #expect(try scarybug.run("list").standardOutput == before)
        #expect(try scarybug.run("history").lines.count == steps)
        try scarybug.run("set", "2", "rating=1")
        #expect(
            try scarybug.run("import", "--skip-known", "%/Ant.scarybug").gave(
                "imported %/Ant.scarybug as 3 (2 was taken; older than 2)\n"))
    }

    @Test func `JSON and CSV tell what was left out`() throws {
        let json = try scarybug.run("--json", "import", "--skip-known", "%/Ant.scarybug")
        #expect(json.standardOutput.hasPrefix(#"{"number":2,"kind":"bug","title":"Ant","#))
        #expect(
            json.standardOutput.hasSuffix(
                #","was":2,"knownAs":2,"identical":true,"relation":"same","into":null,"changed":[],"#
                    + "\"skipped\":true}\n"))
        let csv = try scarybug.run("--csv", "import", "--skip-known", "%/Ant.scarybug")
        #expect(
            csv.lines.first?.hasSuffix(
                ",source,was,knownAs,identical,relation,into,changed,skipped") == true)
        #expect(csv.lines.last?.hasSuffix(",%/Ant.scarybug,2,2,yes,same,,,yes") == true)
    }
}
