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
        return transcript.standardError.replacing("scarybug: bob is a new user\n", with: "")
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

    @Test func `after the field is declared, the value is there and nothing is said`() throws {
        let words = try warning("--json", "import", "%/Ant.scarybug").split(separator: "'")
        let declaration = try #require(words.dropLast().last).split(separator: " ").map(String.init)
        #expect(try scarybug.run(["--user", "bob"] + declaration).status == 0)
        #expect(
            try scarybug.run("--user", "bob", "count", "habitat:wood").gave("1\n"))
        #expect(try warning("import", "%/Ant.scarybug") == "")
    }

    @Test func `a bundle without custom fields needs none`() throws {
        #expect(try warning("import", "%/Plain.scarybug") == "")
    }
}
