import Foundation
import TestSupport
import Testing

/// The record of exchanges travels with backups, and a stranger's record can do nothing but hide.
@Suite struct RestoredRecordTests {
    private let scarybug: InProcess

    /// Bob has Alice's documents.
    init() throws {
        scarybug = try InProcess(user: "alice")
        try run(("alice", "new Ant notes=small tags=red,wet\nnew Bee\nnew Wasp"))
        try run(("alice", "export all %/out/ --to bob"), ("bob", "import %/out/"))
    }

    private func run(_ lines: (user: String, line: String)...) throws {
        for (user, line) in lines {
            let transcript = try scarybug.run("--user", user, "-c", line)
            #expect(transcript.status == 0, "\(transcript)")
        }
    }

    private func results(_ user: String, _ words: String...) throws -> String {
        try scarybug.run(["--user", user] + words).standardOutput
    }

    @Test func `a friend's update brings nothing back after a restore`() throws {
        try run(("alice", "set 1 tags-=red notes="), ("alice", "delete 3"))
        try run(("alice", "export 1 %/told.scarybug --to bob"), ("alice", "backup %/a.zip"))
        try run(("bob", "set 2 rating=4"), ("bob", "export all %/back/ --to alice"))
        let restored = try scarybug.run("--user", "carol", "restore", "%/a.zip")
        #expect(
            restored.standardError.contains(
                "what 2 documents knew of others' copies, and 1 deletion"), "\(restored)")
        #expect(
            try results("carol", "import", "%/back/", "--update") == """
                skipped %/back/Ant.scarybug: older than 1
                updated 2  Bee: rating
                left out %/back/Wasp.scarybug: deleted here on 2026-01-01; without --update it \
                comes back

                """)
        #expect(try results("carol", "list", "sent:bob").contains("Ant"))
        // She is another author.
        try run(("carol", "set 1 notes=new"), ("carol", "export 1 %/carol.scarybug"))
        #expect(
            try results("bob", "import", "%/carol.scarybug", "--update")
                == "updated 1  Ant: tags, notes\n")
        #expect(try results("bob", "show", "1", "--authors").contains("carol"))
    }

    @Test func `an undone edit that was told goes out after a restore`() throws {
        try run(("alice", "set 1 notes=big"), ("alice", "export 1 %/told.scarybug"))
        try run(("bob", "import %/told.scarybug --update"), ("alice", "undo"))
        try run(("alice", "backup %/a.zip"), ("carol", "restore %/a.zip"))
        try run(("carol", "export 1 %/carol.scarybug"))
        #expect(
            try results("bob", "import", "%/carol.scarybug", "--update")
                == "updated 1  Ant: notes\n")
    }

    @Test func `a backup that comes back into its own workspace knows what it knew then`() throws {
        try run(("alice", "backup %/a.zip"), ("bob", "set 1 notes=bob"))
        try run(("bob", "export 1 %/1.scarybug"), ("alice", "import %/1.scarybug --update"))
        try run(("alice", "set 1 place=oak"), ("alice", "export 1 %/told.scarybug"))
        try run(("bob", "import %/told.scarybug --update"), ("bob", "export 1 %/2.scarybug"))
        try run(("alice", "delete all --yes"), ("alice", "restore %/a.zip"))
        let taken = try results("alice", "import", "%/2.scarybug", "--update")
        #expect(taken == "updated 1  Ant: notes, place\n")
    }

    @Test(arguments: ["--without location", "--blur 10km"])
    func `a backup for others lacks the record`(option: String) throws {
        try run(("alice", "delete 3"), ("alice", "backup %/a.zip \(option)"))
        let restored = try scarybug.run("--user", "carol", "restore", "%/a.zip")
        #expect(!restored.standardError.contains("deletion"), "\(restored)")
        #expect(try results("carol", "import", "%/out/", "--update").contains("imported"))
    }

    @Test(arguments: ["alice", ""])
    func `preferences alone don't keep a record away`(author: String) throws {
        try run(("alice", "delete 3"), ("alice", "backup %/a.zip"), ("carol", "config author=C"))
        try run(("carol", "config author=\(author)"), ("carol", "restore %/a.zip"))
        let taken = try results("carol", "import", "%/out/", "--update")
        #expect(taken.contains("left out %/out/Wasp.scarybug"), "\(taken)")
    }

    @Test func `deletions come without documents, too`() throws {
        try run(("alice", "delete all --yes"), ("alice", "backup %/a.zip"))
        let restored = try scarybug.run("--user", "carol", "restore", "%/a.zip")
        #expect(restored.standardError.contains("also restored: 3 deletions"), "\(restored)")
        let taken = try results("carol", "import", "%/out/", "--update")
        #expect(!taken.contains("imported"), "\(taken)")
    }

    @Test func `deletions here stay when a restore is undone`() throws {
        try run(("alice", "backup %/all.zip"), ("alice", "delete 3"), ("alice", "backup %/a.zip"))
        try run(("alice", "delete all --yes"), ("alice", "restore %/a.zip"), ("alice", "undo"))
        let taken = try results("alice", "import", "%/out/Wasp.scarybug", "--update")
        #expect(taken.contains("left out"), "\(taken)")
    }

    @Test func `a workspace with documents takes no record`() throws {
        try run(("alice", "delete 3"), ("alice", "backup %/a.zip"), ("carol", "new Fly"))
        let restored = try scarybug.run("--user", "carol", "restore", "%/a.zip")
        #expect(restored.standardError.contains("had documents"), "\(restored)")
        let taken = try results("carol", "import", "%/out/", "--update")
        #expect(taken.contains("imported %/out/Wasp.scarybug"), "\(taken)")
    }

    // MARK: Strangers

    /// Alice's backup with another record, as another program packs it.
    private func forge(_ record: String) throws {
        try run(("alice", "backup %/a.zip"))
        let script = """
            import zipfile
            old = zipfile.ZipFile("a.zip")
            with zipfile.ZipFile("forged.zip", "w") as new:
                for name in old.namelist():
                    text = open("record").read() if name == "exchanged.txt" else old.read(name)
                    new.writestr(name, text)
            """
        try scarybug.directory.write(record, to: "work/record")
        var python = try Program(executable: "/usr/bin/env")
        python.workingDirectory = scarybug.directory.path("work")
        let packed = try python.run("python3", "-c", script)
        #expect(packed.status == 0, "\(packed)")
    }

    private func identifier(_ number: Int) throws -> String {
        let lines = try scarybug.run("show", "\(number)").lines
        let row = lines.first { $0.hasPrefix("  identifier") }
        return try #require(row?.split(separator: " ").last).description
    }

    @Test func `a stranger's record hides what it brings itself or calls deleted`() throws {
        try run(("bob", "set 1 notes=bob"), ("bob", "set 2 notes=bob"), ("bob", "new Fly"))
        try run(("bob", "export all %/back/"))
        // The author of Bob's bundle, with a time that is later than all others.
        let shown = try scarybug.directory.bytes(of: "records/users/bob/exchanged.db")
        let text = String(decoding: shown, as: UTF8.self)
        let start = try #require(text.range(of: "bob-")).lowerBound
        let author = text[start...].prefix { $0 != " " }
        let (ant, bee, wasp) = try (identifier(1), identifier(2), identifier(3))
        try run(("alice", "delete 3"))
        let state = "\(author)%20253402300799999"
        try forge(
            """
            copy \(ant) \(state) 1 1 -1
            sent %1b[31mred%0aline - 1795944777 1 2
            copy \(wasp) \(state) 2 1 -1
            copy \(bee) \(state) 9 1 -1
            sent nobody - 1795944777 1 2
            copy \(bee) \(state) 2 0 -1
            copy \(bee) \(author)%20253402300800000 2 1 -1
            deleted \(wasp) - 1795944777
            deleted \(bee) - 99999999999999
            deleted X - 1795944777 1 2 3
            copy
            \u{1B}[31m

            """)
        let restored = try scarybug.run("--user", "carol", "restore", "%/forged.zip")
        #expect(restored.status == 0)
        let counts = "what 1 document knew of others' copies, and 2 deletions"
        #expect(restored.standardError.contains(counts), "\(restored)")
        let update = try results("carol", "import", "%/back/", "--update")
        #expect(update.hasPrefix("skipped %/back/Ant.scarybug: older than 1\n"))
        for line in ["merged 2  Bee: notes", "left out", "imported %/back/Fly.scarybug"] {
            #expect(update.contains(line), "\(update)")
        }
        let document = try results("carol", "show", "1")
        #expect(document.contains("sent to") && !document.contains("\u{1B}"), "\(document)")
        // It changes nothing, and ends with the restore.
        #expect(try results("carol", "import", "%/back/Ant.scarybug").contains("imported"))
        try run(("dora", "restore %/forged.zip"), ("dora", "delete 2"), ("dora", "undo"))
        try run(("dora", "undo"))
        let taken = try results("dora", "import", "%/back/", "--update")
        #expect(taken.split(separator: "\n").allSatisfy { $0.hasPrefix("imported") }, "\(taken)")
    }
}
