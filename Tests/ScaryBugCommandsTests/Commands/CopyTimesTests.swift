import TestSupport
import Testing

/// The times of documents and of their values when copies meet.
@Suite struct CopyTimesTests {
    private let scarybug: InProcess

    /// Bob has Alice's document.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for (name, shade) in [("a.jpg", 1), ("b.jpg", 2), ("c.jpg", 3)] as [(String, UInt8)] {
            try scarybug.directory.write(
                SamplePhotograph.jpeg(shade, count: Int(shade)), to: "work/" + name)
        }
        try scarybug.run("new", "Ant", "rating=2", "notes=dark", "image=%/c.jpg")
        try scarybug.run("export", "1", "%/ant.scarybug")
        try run("bob", at: 0, "import", "%/ant.scarybug")
    }

    /// - Parameter seconds: the time since the beginning.
    @discardableResult
    private func run(_ user: String, at seconds: Int, _ words: String...) throws -> Transcript {
        var later = scarybug
        later.environment["SOURCE_DATE_EPOCH"] = "\(1_767_225_600 + seconds)"
        return try later.run(["--user", user] + words)
    }

    /// Bob changes his copy and gives it to Alice, who edits another field before she takes it.
    private func exchange(_ own: String, _ others: String) throws -> String {
        try run("alice", at: 100, "set", "1", own)
        try run("bob", at: 200, "set", "1", others)
        try run("bob", at: 210, "export", "1", "%/back.scarybug")
        try run("alice", at: 300, "set", "1", "place=garden")
        return try run("alice", at: 400, "import", "%/back.scarybug", "--update").standardError
    }

    @Test(arguments: [
        ("rating=3", "rating=4", "rating is 4 (bob) or 3 (alice)"),
        ("rating=", "rating=4", "rating is 4 (bob) or (none) (alice)"),
        ("image=%/a.jpg", "image=%/b.jpg", "image is b.jpg, "),
    ])
    func `a friend's later value is shown, whatever was edited here after it`(
        own: String, others: String, conflict: String
    ) throws {
        #expect(try exchange(own, others).contains("1: \(conflict)"))
        let authors = try run("alice", at: 500, "show", "1", "--authors").standardOutput
        #expect(authors.contains("place: alice 2026-01-01T00:05:00"), "\(authors)")
        try run("alice", at: 500, "export", "1", "%/ant2.scarybug")
        #expect(
            try run("bob", at: 500, "import", "%/ant2.scarybug", "--update").lines
                == ["updated 1  Ant: place"])
    }

    @Test func `a value that was given up and given again is as old as the last time`() throws {
        try run("alice", at: 50, "set", "1", "rating=3")
        try run("alice", at: 60, "set", "1", "rating=5")
        try run("bob", at: 200, "set", "1", "rating=4")
        try run("bob", at: 210, "export", "1", "%/back.scarybug")
        try run("alice", at: 300, "set", "1", "rating=3")
        let taken = try run("alice", at: 400, "import", "%/back.scarybug", "--update")
        #expect(taken.standardError.contains("rating is 3 (alice) or 4 (bob)"), "\(taken)")
    }

    @Test func `changes within a second are not ahead of the clock`() throws {
        for number in 1...9 { try run("alice", at: 100, "set", "1", "notes=\(number)") }
        try run("alice", at: 100, "set", "1", "rating=3")
        try run("bob", at: 103, "set", "1", "rating=4")
        try run("bob", at: 104, "export", "1", "%/back.scarybug")
        let taken = try run("alice", at: 400, "import", "%/back.scarybug", "--update")
        #expect(taken.standardError.contains("rating is 4 (bob) or 3 (alice)"), "\(taken)")
    }

    /// A value that was told keeps its time.
    @Test func `a value has one time for all`() throws {
        try run("alice", at: 100, "set", "1", "rating=3")
        try run("alice", at: 200, "set", "1", "notes=red")
        try run("alice", at: 300, "export", "1", "%/ant2.scarybug")
        try run("bob", at: 310, "import", "%/ant2.scarybug", "--update")
        try run("alice", at: 320, "set", "1", "tags=wet")
        for user in ["alice", "bob"] {
            let authors = try run(user, at: 400, "show", "1", "--authors").standardOutput
            #expect(authors.contains("rating: alice 2026-01-01T00:01:40"), "\(authors)")
            #expect(authors.contains("notes: alice 2026-01-01T00:03:20"), "\(authors)")
        }
    }

    /// The friend's change is older than the last one here.
    @Test(arguments: ["--csv", "--json"])
    func `a table that was made before a merge doesn't take it back`(mode: String) throws {
        try run("bob", at: 100, "set", "1", "notes=red")
        try run("bob", at: 100, "export", "1", "%/back.scarybug")
        try run("alice", at: 200, "set", "1", "rating=3")
        let table = try run("alice", at: 200, mode, "list").standardOutput
        try scarybug.directory.write(table, to: "work/t.csv")
        try run("alice", at: 300, "import", "%/back.scarybug", "--update")
        let stale = try run("alice", at: 400, "import", "%/t.csv", "--update")
        #expect(stale.standardError.contains("so one was changed without the other"), "\(stale)")
        #expect(stale.status == 1)
        #expect(try run("alice", at: 400, "show", "1").standardOutput.contains("red"))
        try run("alice", at: 400, "undo")
        let fresh = try run("alice", at: 400, "import", "%/t.csv", "--update")
        #expect(fresh.gave("nothing changed\n"), "\(fresh)")
    }
}
