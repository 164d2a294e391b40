import Foundation
import TestSupport
import Testing

/// Conflicts are seen, and a person's values are chosen.
@Suite struct ConflictChoiceTests {
    private let scarybug: InProcess

    /// Alice, Bob and Carol have changed one document, and Alice has all of it.
    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("new", "Ant", "rating=1")
        try scarybug.run("new", "Bee")
        try scarybug.run("export", "1", "%/ant.scarybug")
        for (user, rating) in [("bob", "2"), ("carol", "3")] {
            try run(user, "import", "%/ant.scarybug")
            try run(user, "set", "1", "rating=\(rating)", "notes=from \(user)")
            try run(user, "export", "1", "%/\(user).scarybug")
        }
        try scarybug.run("set", "1", "rating=4", "notes=from alice")
        for user in ["bob", "carol"] {
            try scarybug.run("import", "%/\(user).scarybug", "--update")
        }
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    /// The rows of `show` that begin with a word.
    private func shown(_ word: String) throws -> [String] {
        try scarybug.run("show", "1").lines.filter { $0.hasPrefix("  \(word) ") }
    }

    @Test(arguments: ["bob", "Carol", "alice"])
    func `a person's values are chosen among three`(person: String) throws {
        #expect(try scarybug.run("resolve", "all", "--by", person).gave("1  Ant\n"))
        #expect(try shown("notes") == ["  notes       from \(person.lowercased())"])
        #expect(try shown("conflict") == [])
        #expect(try scarybug.run("list").lines == ["1  Ant  \(rating(of: person))", "2  Bee"])
    }

    private func rating(of person: String) -> String {
        ["bob": "2", "carol": "3", "alice": "4"][person.lowercased()] ?? ""
    }

    @Test func `notes of several people are joined`() throws {
        let joined = try scarybug.run("resolve", "1", "--both")
        #expect(joined.standardOutput == "1  Ant\n")
        #expect(joined.standardError.contains("1: rating is 4 (alice) or"), "\(joined)")
        let text = try scarybug.run("show", "1").standardOutput
        for user in ["alice", "bob", "carol"] { #expect(text.contains("\(user): from \(user)")) }
        #expect(try shown("conflict").count == 1)
    }

    @Test func `a row of a list has a mark, and a selection is resolved`() throws {
        let lines = try scarybug.run("list").lines
        #expect(lines.count == 2 && lines[0].hasPrefix("1  ! Ant  ") && lines[1] == "2  Bee")
        for columns in ["title", "title,species", "title,seen,at"] {
            let lines = try scarybug.run("list", "--columns", columns).lines
            #expect(lines.contains { $0.hasPrefix("! Ant") }, "\(lines)")
        }
        #expect(try scarybug.run("resolve", "has:conflict", "rating").gave("1  Ant\n"))
        #expect(
            try scarybug.run("resolve", "all", "rating").standardError.contains(
                "none of the documents has such a conflict"))
    }

    @Test func `long values stand below one another`() throws {
        try run("bob", "set", "1", "notes=\(String(repeating: "long ", count: 20))")
        try run("bob", "export", "1", "%/b.scarybug")
        try scarybug.run("import", "%/b.scarybug", "--update")
        let rows = try shown("conflict")
        #expect(rows.count == 4)
        #expect(rows.count { $0.contains("notes: ") } == 3)
    }

    @Test func `an import counts conflicts`() throws {
        try run("dora", "import", "%/bob.scarybug")
        let transcript = try run("dora", "import", "%/carol.scarybug", "--update")
        #expect(
            transcript.standardError.contains(
                "2 conflicts; 'list has:conflict' lists the documents"))
    }

    // MARK: Copies

    @Test func `a plain import tells how to take copies in place`() throws {
        try run("bob", "new", "Cicada")
        try run("bob", "export", "2", "%/cicada.scarybug")
        let transcript = try scarybug.run("import", "%/ant.scarybug", "%/cicada.scarybug")
        #expect(
            transcript.standardError
                == "scarybug: 3 is an older version of 1: 'undo', then 'import --update', leaves it "
                + "out\n")
        #expect(
            try scarybug.run("import", "%/ant.scarybug", "--copies").gave(
                "imported %/ant.scarybug as 5 (1 was taken; the same document as 3)\n"))
    }

    @Test func `a preference makes update the default`() throws {
        try scarybug.run("config", "import=update")
        try run("bob", "set", "1", "place=wood")
        try run("bob", "export", "1", "%/b.scarybug")
        #expect(
            try scarybug.run("import", "%/b.scarybug").standardOutput.hasPrefix("merged 1  Ant"))
        #expect(
            try scarybug.run("import", "%/b.scarybug", "--copies").standardOutput.hasPrefix(
                "imported %/b.scarybug as 3 ("))
    }

    @Test func `the preference holds for copies only`() throws {
        try scarybug.run("config", "import=update")
        try scarybug.run("backup", "%/a.zip")
        let table = try scarybug.run("--csv", "list").standardOutput
        try scarybug.run("delete", "all", "--yes")
        let out = try scarybug.run("import", "%/ant.scarybug").standardOutput
        #expect(out.contains("; with --copies it comes back"), "\(out)")
        // Whoever restores wants all of it.
        let listed = try scarybug.run("restore", "--list", "%/a.zip").standardOutput
        #expect(listed.contains("Ant") && listed.contains("Bee"))
        #expect(try scarybug.run("restore", "%/a.zip").status == 0)
        #expect(try scarybug.run("count").lines == ["2"])
        // A table makes documents, or changes those that are here.
        try scarybug.directory.write("title,species\nWasp,Vespa\n", to: "work/new.csv")
        #expect(try scarybug.run("import", "%/new.csv").gave("imported %/new.csv: Wasp as 3\n"))
        try scarybug.directory.write(table.replacing("Bee", with: "Bumblebee"), to: "work/l.csv")
        try scarybug.run("import", "%/l.csv", "--force")
        #expect(try scarybug.run("list", "title:bumblebee").lines.count == 1)
        #expect(try scarybug.run("count").lines == ["3"])
    }

    @Test func `many documents that are here are one line`() throws {
        let line = (1...20).map { "new Moth\($0)" }.joined(separator: "\n")
        try scarybug.run(input: line)
        try scarybug.run("export", "all", "%/all/")
        #expect(
            try scarybug.run("import", "%/all", "--update").gave(
                "skipped 22 documents that are here already, the same or newer\n"))
    }

    // MARK: Queries

    @Test func `lacks finds what somebody does not have`() throws {
        #expect(try scarybug.run("list", "lacks:bob").lines.map { $0.prefix(1) } == ["1", "2"])
        try scarybug.run("export", "all", "%/all/", "--to", "bob")
        #expect(try scarybug.run("list", "lacks:bob").lines == [])
        try scarybug.run("set", "2", "rating=5")
        #expect(try scarybug.run("list", "lacks:bob").lines == ["2  Bee  5"])
        #expect(try run("bob", "list", "lacks:alice").lines == ["1  Ant  2"])
        try run("dora", "import", "%/bob.scarybug")
        #expect(try run("dora", "list", "lacks:bob").lines == [])
    }
}
