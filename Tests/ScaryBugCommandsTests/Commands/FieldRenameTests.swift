import TestSupport
import Testing

/// `field rename`, and what `field remove` says about saved queries.
@Suite struct FieldRenameTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: """
                field add habitat text
                field add found date
                new Ant habitat='old oak' found=2026-05
                new Bee
                new Guide --kind book habitat=wood
                query add oak 'habitat:oak sort:-habitat -has:habitat'
                query add both '@oak has:habitat|notes habitat:a|b'
                query add other 'habitat rating:3'
                """)
    }

    @Test func `values and saved queries get the new name`() throws {
        #expect(
            try scarybug.run("field", "rename", "habitat", "home").gave(
                "home  text  was habitat; changed in 2 documents, @oak, @both\n"))
        #expect(try scarybug.run("list", "home:oak").gave("1  Ant\n"))
        #expect(try scarybug.run("--json", "show", "3").standardOutput.contains(#""home":"wood""#))
        #expect(
            try scarybug.run("queries").gave(
                """
                oak    home:oak sort:-home -has:home
                both   @oak has:home|notes home:a|b
                other  habitat rating:3

                """))
        #expect(try scarybug.run("check").gave("3 documents checked\n"))
    }

    @Test func `a conflict ends before its field is renamed`() throws {
        try scarybug.run("export", "1", "%/a.scarybug")
        for line in [
            ["field", "add", "habitat", "text"], ["import", "%/a.scarybug"],
            ["set", "1", "habitat=pond"],
            ["export", "1", "%/b.scarybug"],
        ] { try scarybug.run(["--user", "bob"] + line) }
        try scarybug.run("set", "1", "habitat=sea")
        try scarybug.run("import", "%/b.scarybug", "--update")
        #expect(
            try scarybug.run("field", "rename", "habitat", "home").standardError.contains(
                "document 1 has a conflict in 'habitat'; 'resolve 1 habitat' ends it"))
        try scarybug.run("resolve", "1", "habitat")
        #expect(try scarybug.run("field", "rename", "habitat", "home").status == 0)
    }

    @Test func `the position of the field and the dates of documents stay`() throws {
        let names = { try scarybug.run("--csv", "fields").lines.suffix(2).map { $0.prefix(5) } }
        #expect(try names() == ["habit", "found"])
        var later = scarybug
        later.environment["SOURCE_DATE_EPOCH"] = "1767300000"
        let modified = /"modified":"([^"]*)"/
        let before = try scarybug.run("--json", "show", "1").standardOutput.firstMatch(of: modified)
        try later.run("field", "rename", "habitat", "place2")
        let after = try scarybug.run("--json", "show", "1").standardOutput.firstMatch(of: modified)
        #expect(try names() == ["place", "found"])
        #expect(before?.1 == after?.1 && after != nil)
    }

    @Test func `a date keeps the text that was entered`() throws {
        try scarybug.run("field", "rename", "found", "met")
        #expect(
            try scarybug.run("--json", "show", "1").standardOutput.contains(#""met":"2026-05""#))
        try scarybug.run("field", "rename", "met", "Met")
        #expect(
            try scarybug.run("--json", "show", "1").standardOutput.contains(#""Met":"2026-05""#))
    }

    @Test func `renaming is one step`() throws {
        let before = try scarybug.run("--json", "show", "all").standardOutput
        #expect(
            try scarybug.run("--json", "field", "rename", "habitat", "home").gave(
                #"{"name":"home","was":"habitat","type":"text","documents":2,"#
                    + #""queries":["oak","both"]}"# + "\n"))
        let after = try scarybug.run("--json", "show", "all").standardOutput
        #expect(
            try scarybug.run("undo").gave(
                """
                undid 2  field rename habitat home
                removed field home
                restored query oak
                restored query both
                restored field habitat
                changed back 1  Ant
                changed back 3  Guide

                """))
        #expect(try scarybug.run("--json", "show", "all").standardOutput == before)
        try scarybug.run("redo")
        #expect(try scarybug.run("--json", "show", "all").standardOutput == after)
    }

    @Test func `a field without values is renamed, too`() throws {
        try scarybug.run("field", "add", "alive", "boolean")
        #expect(
            try scarybug.run("field", "rename", "alive", "living").gave(
                "living  boolean  was alive; changed in 0 documents\n"))
    }

    @Test func `many documents are renamed together`() throws {
        let rows = (1...600).map { "Ant\($0),wood" }.joined(separator: "\n")
        try scarybug.directory.write("title,habitat\n\(rows)\n", to: "work/t.csv")
        try scarybug.run("import", "%/t.csv")
        #expect(
            try scarybug.run("field", "rename", "habitat", "home").gave(
                "home  text  was habitat; changed in 602 documents, @oak, @both\n"))
        #expect(try scarybug.run("count", "home:wood").gave("601\n"))
        #expect(try scarybug.run("undo").lines.count == 607)
        #expect(try scarybug.run("count", "habitat:wood").gave("601\n"))
    }

    @Test(arguments: [
        (
            ["habitat", "Found"],
            "you have a field 'found' already, of the type date; 'field remove found' removes it"
        ),
        (
            ["habitat", "notes"],
            "'notes' cannot be the name of a custom field: a bug has the field 'notes'"
        ),
        (["habitat", "habitat"], "the field 'habitat' has that name already"),
        (
            ["habitat", "nest"],
            "document 2 has a value under 'nest' already, which no field shows; choose another "
                + "name, or 'field add nest TYPE' shows it"
        ),
        (
            ["habitat"],
            "field needs NEWNAME; usage: field [add|remove|rename] [NAME] [TYPE|NEWNAME]"
        ),
    ])
    func `a name that cannot be given is refused`(words: [String], expected: String) throws {
        try scarybug.run(input: "field add nest text\nset 2 nest=hole\nfield remove nest\n")
        let before = try scarybug.contents()
        #expect(
            try scarybug.run(["field", "rename"] + words).gave(
                error: "scarybug: \(expected)\n", status: 1))
        #expect(try scarybug.contents() == before)
    }

    @Test func `a removed field that saved queries need is a warning`() throws {
        let warnings = ["oak", "both"].map {
            "scarybug: warning: the saved query '\($0)' names the field 'habitat', which is gone; "
                + "'query remove \($0)' removes it\n"
        }
        #expect(
            try scarybug.run("field", "remove", "habitat").gave(
                "habitat  removed; the values in documents stay\n", error: warnings.joined()))
        #expect(try scarybug.run("field", "remove", "found").standardError == "")
    }
}
