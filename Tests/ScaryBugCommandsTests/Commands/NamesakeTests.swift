import Foundation
import TestSupport
import Testing

/// Different files that several people attach under one name.
@Suite struct NamesakeTests {
    private let scarybug: InProcess
    private static let people = ["alice", "bob", "carol"]

    /// Three friends have Alice's document, each with a file of the same name.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for person in Self.people {
            try scarybug.directory.makeDirectory("work/" + person)
            try scarybug.directory.write("plan of \(person)", to: "work/\(person)/plan.txt")
        }
        try scarybug.run("-c", "new Ant\nexport 1 %/ant.scarybug")
        for person in Self.people {
            if person != "alice" { try run(person, "import", "%/ant.scarybug") }
            try run(person, "attach", "1", "%/\(person)/plan.txt")
        }
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    @discardableResult
    private func send(_ sender: String, _ receiver: String, _ options: String...) throws -> String {
        try scarybug.run(["--user", sender, "export", "1", "%/x.scarybug", "--force"] + options)
        let taken = try run(receiver, "import", "%/x.scarybug", "--update")
        #expect(taken.status == 0, "\(taken)")
        return taken.standardOutput
    }

    private func exchangeAll() throws {
        for _ in 0..<2 {
            for sender in Self.people {
                for receiver in Self.people where sender != receiver { try send(sender, receiver) }
            }
        }
    }

    private func folder(_ user: String) -> String {
        "records/users/\(user)/Private Documents/1.scarybug"
    }

    /// The contents of the files by their stored names.
    private func files(_ user: String) throws -> [String: [UInt8]] {
        let names = try scarybug.directory.names(in: folder(user)).filter { $0 != "data.plist" }
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try scarybug.directory.bytes(of: "\(folder(user))/\($0)"))
            })
    }

    /// The files as `show` names them.
    private func shown(_ user: String) throws -> [String] {
        try run(user, "show", "1").lines.filter { $0.hasSuffix(" bytes") }
            .map { String($0.dropFirst(14).prefix { $0 != "," }) }.sorted()
    }

    @Test func `an undo of a told 'detach' brings the file back under its name`() throws {
        try exchangeAll()
        let before = try files("bob")
        try run("bob", "detach", "1", "plan.txt (alice)")
        try send("bob", "alice")
        try run("bob", "undo")
        try send("bob", "alice")
        #expect(try files("bob") == before && files("alice") == before)
        for person in ["alice", "bob"] {
            #expect(
                try shown(person) == ["plan.txt (alice)", "plan.txt (bob)", "plan.txt (carol)"])
        }
        for person in ["bob", "carol"] { try run("alice", "detach", "1", "plan.txt (\(person))") }
        try send("alice", "bob")
        #expect(try files("bob").keys.sorted() == ["plan.txt"])
    }

    @Test func `a file is its workspace's, whatever name the user has`() throws {
        try exchangeAll()
        for (person, name) in [("bob", "Robert"), ("carol", "alice")] {
            try run(person, "config", "author=\(name)")
            try scarybug.directory.write("new plan of \(person)", to: "work/\(person)/plan.txt")
            let attached = try run(person, "attach", "1", "%/\(person)/plan.txt")
            #expect(attached.status == 0, "\(attached)")
            let texts = try files(person).values.map { String(decoding: $0, as: UTF8.self) }
            #expect(texts.count == 3 && texts.contains("plan of alice"), "\(texts)")
            #expect(texts.contains("new plan of \(person)"))
        }
    }

    @Test func `all files stay, with the same names everywhere, and a line says whose is new`()
        throws
    {
        #expect(try send("bob", "alice") == "merged 1  Ant: plan.txt (bob)\n")
        #expect(try shown("alice") == ["plan.txt (alice)", "plan.txt (bob)"])
        try exchangeAll()
        for person in Self.people {
            #expect(try files(person) == files("alice"))
            #expect(try shown(person) == Self.people.map { "plan.txt (\($0))" })
            #expect(try run(person, "list", "has:conflict").gave())
        }
        #expect(
            try Set(files("carol").values)
                == Set(Self.people.map { Array("plan of \($0)".utf8) }))
        let json = try run("bob", "--json", "show", "1").standardOutput
        #expect(json.contains("\"original\":\"plan.txt\",\"by\":\"carol\""), "\(json)")
    }

    @Test func `a name that several have is refused, and each has a name of its own`() throws {
        try send("bob", "alice")
        let message =
            "scarybug: document 1 has 2 files plan.txt: 'plan.txt (alice)' and 'plan.txt (bob)'; "
            + "name one\n"
        #expect(try run("alice", "detach", "1", "plan.txt").gave(error: message, status: 1))
        #expect(
            try run("alice", "attach", "1", "%/bob/plan.txt").gave("1  Ant  nothing changed\n"))
        // Carol has none of these files.
        try run("carol", "detach", "1", "plan.txt")
        try send("alice", "carol")
        let another = try run("carol", "attach", "1", "%/carol/plan.txt")
        #expect(another.standardError.contains("has another file plan.txt ("), "\(another)")
        #expect(try run("alice", "detach", "1", "Plan.txt (BOB)").gave("1  Ant\n"))
        #expect(try files("alice") == ["plan.txt": Array("plan of alice".utf8)])
        try run("alice", "undo")
        let stored = try files("alice").keys.sorted()
        #expect(stored.count == 2)
        #expect(try run("alice", "detach", "1", stored[0]).gave("1  Ant\n"))
        try send("alice", "bob")
        #expect(try files("bob") == files("alice"))
        #expect(try files("bob").keys.sorted() == ["plan.txt"])
    }

    @Test func `a person replaces his own one of several files`() throws {
        try send("bob", "alice")
        try send("alice", "bob")
        let names = try files("alice").keys.sorted()
        #expect(try run("alice", "attach", "1", "%/carol/plan.txt").gave("1  Ant\n"))
        #expect(try files("alice").keys.sorted() == names)
        #expect(
            try Set(files("alice").values)
                == [Array("plan of bob".utf8), Array("plan of carol".utf8)])
        #expect(try send("alice", "bob") == "updated 1  Ant: plan.txt (alice)\n")
        #expect(try files("bob") == files("alice"))
        #expect(try run("bob", "list", "has:conflict").gave())
    }

    @Test func `undo of a merge takes the other file back, and the same merge brings it`() throws {
        let before = try files("alice")
        try send("bob", "alice")
        let merged = try files("alice")
        #expect(try run("alice", "undo").status == 0)
        #expect(try files("alice") == before)
        #expect(
            try send("bob", "alice")
                == "merged 1  Ant: plan.txt (bob): 11 bytes again, which undo of 3 took back\n")
        #expect(try files("alice") == merged)
        try send("alice", "bob")
        #expect(try files("bob") == merged)
    }

    @Test func `a file that both replaced is a conflict`() throws {
        try run("bob", "detach", "1", "plan.txt")
        try send("alice", "bob")
        for person in ["alice", "bob"] {
            try scarybug.directory.write("new of \(person)", to: "work/\(person)/plan.txt")
            try run(person, "detach", "1", "plan.txt")
            try run(person, "attach", "1", "%/\(person)/plan.txt")
        }
        try send("bob", "alice")
        let shown = try run("alice", "show", "1").standardOutput
        #expect(shown.contains("conflict    plan.txt: plan.txt, 1"), "\(shown)")
        try run("alice", "resolve", "1", "plan.txt", "--both")
        try send("alice", "bob")
        #expect(try files("bob").keys.sorted() == ["plan 2.txt", "plan.txt"])
    }

    @Test func `a merge of two documents, and an import as a new one, keep both`() throws {
        try run("bob", "export", "1", "%/b.scarybug")
        try run("alice", "import", "%/b.scarybug")
        #expect(try run("alice", "merge", "1", "2").standardOutput.contains("plan.txt (bob)"))
        #expect(try shown("alice") == ["plan.txt (alice)", "plan.txt (bob)"])
        try run("alice", "export", "1", "%/a.scarybug")
        try run("dan", "import", "%/a.scarybug")
        #expect(try shown("dan") == ["plan.txt (alice)", "plan.txt (bob)"])
        // Directories for the apps bring the same files back.
        try run("alice", "export", "1", "%/apps", "--format", "directory")
        let back = try run("alice", "import", "%/apps", "--update")
        #expect(back.standardOutput.contains("the same document as 1"), "\(back)")
    }
}
