import TestSupport
import Testing

/// Imports of bundles with custom fields that are not declared here.
@Suite struct UndeclaredFieldTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: """
                field add habitat text
                field add weight number
                field add alive boolean
                field add found date
                field add colours list
                new Ant habitat=wood
                new Bee habitat=oak weight=1.5 alive=no found=2026-05-01 colours=red,black
                new Plain
                export all %/
                """)
    }

    private func warning(_ arguments: String...) throws -> String {
        let transcript = try scarybug.run(["--user", "bob"] + arguments)
        #expect(transcript.status == 0, "\(transcript)")
        return transcript.standardErrorWithoutNotice.replacing(
            "scarybug: bob is a new user\n", with: "")
    }

    @Test(arguments: ["preview", "import"])
    func `a field is named once, with the line that declares it`(command: String) throws {
        #expect(
            try warning(command, "%/Ant.scarybug", "%/Plain.scarybug", "%/Ant.scarybug") == """
                scarybug: warning: the field 'habitat' is not declared here; \
                'field add habitat text' declares it

                """)
        #expect(
            try warning(command, "%/Ant.scarybug", "%/Bee.scarybug") == """
                scarybug: warning: the fields 'habitat', 'weight', 'alive', 'found', 'colours' \
                are not declared here; 'field add habitat text', 'field add weight number', \
                'field add alive boolean', 'field add found date', 'field add colours list' \
                declare them

                """)
    }

    @Test func `one session names a field once`() throws {
        let transcript = try scarybug.run(
            "--user", "bob",
            input: "import %/Ant.scarybug\npreview %/Ant.scarybug\nimport %/Ant.scarybug\n")
        #expect(
            transcript.standardErrorWithoutNotice == """
                scarybug: stdin:1: warning: the field 'habitat' is not declared here; \
                'field add habitat text' declares it
                scarybug: bob is a new user

                """)
    }

    @Test func `a table keeps the values of undeclared fields`() throws {
        try scarybug.run("--user", "bob", "import", "%/Ant.scarybug")
        let table = try scarybug.run("--user", "bob", "list", "--csv").standardOutput
        try scarybug.directory.write(table, to: "work/bob.csv")
        let carl = try scarybug.run("--user", "carl", "import", "%/bob.csv")
        #expect(
            carl.gave(
                error: """
                    scarybug: %/bob.csv: column 24: there is no field 'habitat'; 'field add habitat \
                    text' declares it; --map 'habitat=FIELD' names another field; --map 'habitat=' \
                    leaves the column out; --keep-rest keeps it in the documents

                    """, status: 1))
        try scarybug.run("--user", "carl", "field", "add", "habitat", "text")
        try scarybug.run("--user", "carl", "import", "%/bob.csv")
        #expect(try scarybug.run("--user", "carl", "list", "habitat:wood").gave("1  Ant\n"))
        #expect(
            try scarybug.run("--user", "bob", "import", "--update", "%/bob.csv").gave(
                "nothing changed\n"))
    }

    @Test func `zeros at the start of a value make a text of its field`() throws {
        try scarybug.directory.write(
            "title,rating,catalog,legs\nA,1,00123,06.5\nB,2,7,0\n", to: "work/l.csv")
        let refused = try scarybug.run("import", "%/l.csv").standardError
        #expect(refused.contains("'field add catalog text', 'field add legs text'"), "\(refused)")
    }

    @Test func `after the field is declared, the value is there and nothing is said`() throws {
        let words = try warning("--json", "import", "%/Ant.scarybug").split(separator: "'")
        let declaration = try #require(words.dropLast().last).split(separator: " ").map(String.init)
        #expect(try scarybug.run(["--user", "bob"] + declaration).status == 0)
        #expect(
            try scarybug.run("--user", "bob", "count", "habitat:wood").gave("1\n"))
        #expect(try warning("import", "%/Ant.scarybug") == "")
    }

    @Test(arguments: ["preview", "import"])
    func `a skipped document brings no fields`(command: String) throws {
        try scarybug.run("--user", "bob", "import", "%/Ant.scarybug")
        #expect(try warning(command, "--skip-known", "%/Ant.scarybug") == "")
        #expect(
            try warning(command, "--skip-known", "%/Ant.scarybug", "%/Bee.scarybug")
                .contains("the fields 'habitat', 'weight'"))
    }

    @Test func `a bundle without custom fields needs none`() throws {
        #expect(try warning("import", "%/Plain.scarybug") == "")
    }
}
