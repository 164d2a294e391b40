import TestSupport
import Testing

/// The first lines of a new user do what he meant, or the program says what to type.
@Suite struct FirstTryTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.makeDirectory("work")
        try scarybug.run(
            input: """
                new Ant rating=4 tags=red,'a,b' at=50.9,-1.4 place=Kent
                new 'Bee "queen"' --kind creature
                """)
    }

    @Test func `a table has the values of a list, and comes back`() throws {
        #expect(
            try scarybug.run("export", "all", "%/all.csv", "--all-fields").gave(
                "wrote 2 documents to %/all.csv\n"))
        #expect(
            try scarybug.directory.text(of: "work/all.csv")
                == scarybug.run("--csv", "list").standardOutput)
        #expect(
            try scarybug.run("export", "all", "%/all.csv").gave(
                error: "scarybug: %/all.csv exists; --force replaces it\n", status: 1))
        _ = try scarybug.run("export", "1", "%/one.json", "--all-fields")
        let line = try scarybug.run("--json", "list", "1").standardOutput
        #expect(try scarybug.directory.text(of: "work/one.json") == "[\n\(line)]\n")
        for name in ["all.csv", "one.json"] {
            let transcript = try scarybug.run("import", "--update", "%/\(name)")
            #expect(transcript.status == 0 && transcript.standardOutput == "nothing changed\n")
        }
    }

    @Test func `a table leaves out what others don't get`() throws {
        let export = ["export", "all", "%/all.csv"]
        _ = try scarybug.run(export + ["--without", "location,tags"])
        let text = try scarybug.directory.text(of: "work/all.csv")
        #expect(text.contains("Ant") && !text.contains("Kent") && !text.contains(",red"))
        #expect(!text.contains("50.9"))
        #expect(
            try scarybug.run(export + ["--force", "--bare"]).gave(
                error: "scarybug: --bare is for bundles, not for a table\n", status: 1))
    }

    @Test(arguments: ["--csv", "--json"])
    func `a form of results is no form of documents`(option: String) throws {
        let transcript = try scarybug.run("export", "1", option)
        #expect(transcript.status == 1)
        #expect(
            transcript.standardError.hasPrefix(
                "scarybug: \(option) is not for the documents: 'export all FILE.csv' or FILE.json"))
    }

    @Test(arguments: [
        ("list > x.csv", "'export SELECTION x.csv' writes the table"),
        ("list ant >x.json", "'export SELECTION x.json' writes the table"),
        ("list >> 'my x.csv'", "'export SELECTION my x.csv' writes the table"),
        ("show 1 > x.txt", "in a shell, 'scarybug show >FILE' writes what is printed"),
    ])
    func `there is no redirection`(line: String, advice: String) throws {
        #expect(
            try scarybug.run(input: line).gave(
                error: "scarybug: stdin:1: there is no > here; \(advice)\n", status: 1))
    }

    @Test func `users are renamed without dashes, too`() throws {
        #expect(try scarybug.run("users", "rename", "alice", "eve").gave("renamed alice to eve\n"))
        #expect(
            try scarybug.run("users", "rename", "eve").gave(
                error: "scarybug: users --rename needs two names: 'users --rename OLD NEW'; usage: "
                    + "users [NAME]... [--rename] [--remove] [--yes]\n", status: 1))
        let removed = try scarybug.run("--user", "bob", "users", "remove", "eve", "--yes")
        #expect(removed.standardOutput.hasPrefix("removed eve; 2 documents and the inbox are in "))
    }

    @Test(arguments: ["gallery", "labels"])
    func `the file of a page may come after the SELECTION or before`(command: String) throws {
        for words in [["all", "%/a.html"], ["%/b.html", "all"], ["ant", "red", "%/c.html"]] {
            let transcript = try scarybug.run([command] + words)
            #expect(transcript.status == 0, "\(transcript)")
        }
        let selected = try ["a", "b"].map { try scarybug.directory.text(of: "work/\($0).html") }
        #expect(selected[0] == selected[1])
        for (words, file, line) in [
            (["all", "page"], "page", "all page.html"),
            (["1", "%/a.html", "2"], "%/a.html", "1 2 %/a.html"),
        ] {
            #expect(
                try scarybug.run([command] + words).gave(
                    error: "scarybug: '\(file)' is no name of a page; write \(command) \(line)\n",
                    status: 1))
        }
    }
}
