import TestSupport
import Testing

/// The columns of `list`, which an option or a preference chooses.
@Suite struct ColumnsTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: """
                field add wing number
                new Weta rating=3.5 tags=garden,night seen=2026-05-01 wing=10
                new Dracula --kind book author=Stoker pageCount=418
                """)
    }

    @Test func `a table, CSV and JSON have exactly the named columns`() throws {
        let words = ["list", "--columns", "seen, tag,number,wing,author"]
        #expect(
            try scarybug.run(words).gave(
                "2026-05-01  garden, night  1  10\n                           2      Stoker\n"))
        #expect(
            try scarybug.run(["--csv"] + words).gave(
                "seen,tags,number,wing,author\n2026-05-01,\"garden,night\",1,10,\n,,2,,Stoker\n"))
        #expect(
            try scarybug.run(["--json"] + words + ["1"]).gave(
                #"{"seen":"2026-05-01","tags":["garden","night"],"number":1,"wing":10,"author":null}"#
                    + "\n"))
    }

    @Test(arguments: [
        ("seem", "there is no column 'seem'; the nearest is 'seen'"),
        ("title,,seen", "a column has no name"), ("tag,tags", "the column 'tags' stands twice"),
    ])
    func `a wrong column is an error`(names: String, message: String) throws {
        let transcript = try scarybug.run("list", "--columns", names)
        #expect(transcript.standardError.contains(message), "\(transcript)")
        #expect(transcript.standardOutput.isEmpty && transcript.status == 1)
        #expect(try scarybug.run("config", "columns=\(names)").status == 1)
    }

    @Test mutating func `the preference is for tables at a terminal`() throws {
        try scarybug.run("config", "columns=title,wing")
        #expect(try scarybug.run("list").gave("1  Weta     3.5  garden, night\n2  Dracula\n"))
        let usual = "1  Weta     2026-05-01  3.5  garden, night\n2  Dracula\n"
        scarybug.terminalWidth = 80
        #expect(try scarybug.run("list").gave("title    wing\nWeta       10\nDracula\n"))
        #expect(try scarybug.run("list", "--columns", "number").gave("number\n     1\n     2\n"))
        #expect(try scarybug.run("--csv", "list").standardOutput.hasPrefix("number,kind,title,"))
        try scarybug.run("field", "remove", "wing")
        let transcript = try scarybug.run("list")
        #expect(transcript.standardOutput == usual)
        #expect(
            transcript.standardError.hasPrefix(
                "scarybug: warning: columns: there is no column 'wing'"))
        #expect(transcript.standardError.hasSuffix("; 'config columns=' restores the usual ones\n"))
        try scarybug.run("config", "columns=")
        #expect(try scarybug.run("list").gave(usual))
    }

    @Test mutating func `at 80 columns the usual list is cut sensibly`() throws {
        try scarybug.run(
            input: """
                new 'A moth with a title that is longer than its column' rating=4 species='Acherontia atropos subsp. major' seen=2026-05-01T22:10 place='Near the old mill at the river' tags=night,oak,moth,large
                """)
        scarybug.terminalWidth = 80
        let lines = try scarybug.run("list", "moth").lines
        #expect(
            lines == [
                "3  A moth with a title…  Acherontia atropo…  2026-05-01  Near the old mill a…  4"
            ])
    }
}
