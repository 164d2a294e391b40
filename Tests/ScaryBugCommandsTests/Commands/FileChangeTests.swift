import TestSupport
import Testing

/// What commands tell of changes to the files of documents.
@Suite struct FileChangeTests {
    private let scarybug: InProcess

    /// Bob has Alice's document. Both have changed its file since, and Bob a field.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for (name, text) in [("old", "old"), ("alice", "alice's"), ("bob", "bob's")] {
            try scarybug.directory.makeDirectory("work/" + name)
            try scarybug.directory.write(text, to: "work/\(name)/plan.txt")
        }
        try scarybug.run("new", "Ant", "rating=2")
        try scarybug.run("attach", "1", "%/old/plan.txt")
        try scarybug.run("export", "1", "%/ant.scarybug")
        try run("bob", "import", "%/ant.scarybug")
        try run("bob", "set", "1", "rating=3")
        try replaceFile(of: "bob")
        try run("bob", "export", "1", "%/back.scarybug")
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    private func replaceFile(of user: String) throws {
        try run(user, "detach", "1", "plan.txt")
        try run(user, "attach", "1", "%/\(user)/plan.txt")
    }

    @Test func `a dry run names fields and files`() throws {
        let update = ["import", "%/back.scarybug", "--update"]
        #expect(
            try scarybug.run(update + ["--dry-run"]).gave(
                "1  rating 2 → 3\n1  plan.txt 3 bytes → 5 bytes\n"))
        #expect(
            try scarybug.run(["--json"] + update + ["--dry-run"]).standardOutput.contains(
                #""changed":["rating","plan.txt"]"#))
        #expect(try scarybug.run(update).gave("updated 1  Ant: rating, plan.txt\n"))
        #expect(
            try scarybug.run("undo", "--dry-run").lines.dropFirst()
                == ["1  rating 3 → 2", "1  plan.txt 5 bytes → 3 bytes"])
        #expect(
            try scarybug.run("history", "3").lines.dropFirst()
                == ["1  rating 2 → 3", "1  plan.txt 3 bytes → 5 bytes"])
        #expect(
            try scarybug.run("history", "2").lines.dropFirst()
                == ["1  plan.txt (none) → 3 bytes"])
    }

    @Test func `a conflict of files tells their sizes`() throws {
        try replaceFile(of: "alice")
        let merged = try scarybug.run("import", "%/back.scarybug", "--update")
        let values = "plan.txt, 5 bytes (bob) or plan.txt, 7 bytes (alice)"
        #expect(
            merged.standardError.contains(
                "1: plan.txt is \(values); 'resolve 1 plan.txt' keeps plan.txt, 5 bytes, with --other "
                    + "it takes plan.txt, 7 bytes"), "\(merged)")
        #expect(
            try scarybug.run("show", "1").standardOutput.contains("conflict    plan.txt: \(values)")
        )
        #expect(
            try scarybug.run("resolve", "1", "--other", "--dry-run").lines.last
                == "1  plan.txt 5 bytes → 7 bytes")
        #expect(try scarybug.run("resolve", "1", "--both").status == 0)
    }
}
