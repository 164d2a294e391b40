import Foundation
import TestSupport
import Testing

/// Nothing counts as removed because of a merge that was undone, so the same merge does the same again.
@Suite struct UndoneMergeTests {
    private let scarybug: InProcess

    /// Alice's document.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for name in ["wing.txt", "leg.txt"] {
            try scarybug.directory.write(name, to: "work/\(name)")
        }
        try scarybug.run("-c", "new Ant rating=2 notes=small tags=red,wet\nattach 1 %/leg.txt")
        try scarybug.run("export", "1", "%/ant.scarybug")
    }

    /// The roads by which another copy comes in.
    enum Road: CaseIterable, Sendable {
        case merge, update, accept

        /// The line that brings it.
        var line: String {
            switch self {
            case .merge: "merge 1 2"
            case .update: "import %/back.scarybug --update"
            case .accept: "accept 1"
            }
        }
    }

    private static let changes = [
        "set N rating=4", "set N notes=", "set N tags+=night", "set N tags-=red", "set N place=Oak",
        "attach N %/wing.txt", "set N title=Bee species=Apis",
    ]

    /// Makes the other copy, with a change.
    private func prepare(_ road: Road, _ change: String) throws {
        guard road != .merge else {
            try scarybug.run("import", "%/ant.scarybug")
            try scarybug.run("-c", change.replacing("N", with: "2"))
            return
        }
        let lines = ["import %/ant.scarybug", change.replacing("N", with: "1")]
        let last = road == .update ? "export 1 %/back.scarybug" : "send 1 alice"
        try scarybug.run("count")
        let bob = try scarybug.run("--user", "bob", "-c", (lines + [last]).joined(separator: "\n"))
        #expect(bob.status == 0, "\(bob)")
    }

    /// The values and the names of the files of document 1.
    private func content() throws -> [String] {
        let files = try scarybug.directory.names(
            in: "records/users/alice/Private Documents/1.scarybug")
        return try files
            + scarybug.run("show", "1").lines.filter { line in
                !["  modified", "  exchanges", "      "].contains { line.hasPrefix($0) }
            }
    }

    @Test(arguments: Road.allCases, changes)
    func `a merge brings the same after its undo`(road: Road, change: String) throws {
        for own in ["", "set 1 rating=3 tags+=own"] {
            for telling in ["count", "export 1 %/told.scarybug", "send 1 carol"] {
                let bench = try Self()
                try bench.scarybug.run("--user", "carol", "count")
                try bench.prepare(road, change)
                // Nothing tells who removed a tag that is in the way of an own change.
                if !own.isEmpty, change.contains("tags-=") { continue }
                if !own.isEmpty { try bench.scarybug.run("-c", own) }
                let before = try bench.content()
                let first = try bench.scarybug.run("-c", road.line)
                let merged = try bench.content()
                #expect(merged != before, "\(first)")
                try bench.scarybug.run("-c", telling)
                try bench.scarybug.run("undo")
                #expect(try bench.content() == before)
                let second = try bench.scarybug.run("-c", road.line)
                #expect(try bench.content() == merged, "\(own) \(telling) \(second)")
                try bench.scarybug.run("undo")
                try bench.scarybug.run("redo")
                #expect(try bench.content() == merged)
            }
        }
    }

    @Test func `a change that was told and undone gives others the old value back`() throws {
        try scarybug.run("--user", "bob", "import", "%/ant.scarybug")
        try prepare(.update, "set N place=Oak")
        try scarybug.run("-c", Road.update.line)
        for line in ["set 1 rating=5 tags+=big", "undo"] {
            try scarybug.run("-c", line)
            try scarybug.run("export", "1", "%/news.scarybug", "--force")
            try scarybug.run("--user", "bob", "import", "--update", "%/news.scarybug")
        }
        let bob = try scarybug.run("--user", "bob", "show", "1").standardOutput
        #expect(
            bob.contains("  rating      2\n") && bob.contains("  tags        red, wet\n"), "\(bob)")
    }
    // MARK: Knowledge that belongs to a step

    /// Runs lines of Alice and of Bob.
    private func run(_ lines: (user: String, line: String)...) throws {
        for (user, line) in lines {
            let transcript = try scarybug.run("--user", user, "-c", line)
            #expect(transcript.status == 0, "\(transcript)")
        }
    }

    private func rating(of user: String) throws -> String? {
        try scarybug.run("--user", user, "show", "1").lines.first { $0.hasPrefix("  rating") }
    }

    /// The effect of an update with Bob's bundle `back`, without doing it.
    private func plan() throws -> String {
        try scarybug.run("import", "%/back.scarybug", "--update", "--dry-run").standardOutput
    }

    /// Alice's and Bob's documents have the same values, which both entered.
    private func enterTheSame() throws {
        try run(
            ("bob", "import %/ant.scarybug"), ("bob", "set 1 notes=big"), ("bob", "new Bee"),
            ("bob", "export 1 %/back.scarybug"), ("bob", "export all %/out/"),
            ("alice", "set 1 notes=big"))
    }

    @Test(arguments: [false, true])
    func `a document that stayed the same forgets what it learned in an undone step`(
        isTold: Bool
    ) throws {
        try enterTheSame()
        try run(("alice", "import %/out/ --update"))
        if isTold { try run(("alice", "export 1 %/told.scarybug")) }
        try run(("alice", "undo"), ("alice", "set 1 notes=own"))
        #expect(try plan().contains("conflict notes"))
        try run(("alice", "undo"), ("alice", "redo 3"), ("alice", "set 1 notes=own"))
        #expect(try plan() == "would skip %/back.scarybug: older than 1\n")
    }

    /// Knowledge that came without a step goes with the step before it.
    @Test func `what a copy learns after a merge goes with that merge`() throws {
        try prepare(.update, "set N rating=4")
        try run(("alice", "import %/back.scarybug --update"))
        try run(
            ("bob", "set 1 notes=big"), ("bob", "export 1 %/big.scarybug"),
            ("alice", "set 1 notes=big"), ("alice", "import %/big.scarybug --update"),
            ("alice", "undo 3"), ("alice", "undo 2"), ("alice", "set 1 notes=own"),
            ("alice", "import %/big.scarybug --update"))
        let shown = try scarybug.run("show", "1").standardOutput
        #expect(shown.contains("  rating      4\n") && shown.contains("big (bob)"), "\(shown)")
    }

    @Test(arguments: ["rollback", "undo", "history forget --yes"])
    func `a copy forgets also where the history does`(line: String) throws {
        try enterTheSame()
        switch line {
        case "rollback":
            try scarybug.run(input: "begin\nimport %/out/ --update\nrollback\n")
        case "undo": try run(("alice", "import %/out/ --update"), ("alice", "undo"))
        default: try run(("alice", "import %/out/ --update"), ("alice", "undo"), ("alice", line))
        }
        // The oldest steps go.
        try run(("alice", "config historySteps=1"), ("alice", "new Wasp"), ("alice", "new Fly"))
        try run(("alice", "set 1 notes=own"))
        let plan = try plan()
        #expect(plan.contains("conflict notes"), "\(plan)")
    }

    @Test func `an own edit that is undone goes out as an edit`() throws {
        try run(("alice", "set 1 rating=4"), ("alice", "export 1 %/4.scarybug"))
        try run(("bob", "import %/4.scarybug"), ("alice", "set 1 rating=5"))
        try run(("alice", "export 1 %/5.scarybug"), ("bob", "import %/5.scarybug --update"))
        #expect(try rating(of: "bob") == "  rating      5")
        try run(("alice", "undo"), ("alice", "export 1 %/undone.scarybug"))
        try run(("bob", "import %/undone.scarybug --update"))
        #expect(try rating(of: "bob") == "  rating      4")
    }

    @Test func `an undone tag comes back to others, also if a merge was undone with it`() throws {
        try run(("bob", "import %/ant.scarybug"), ("alice", "set 1 tags-=red"))
        try prepareBack("set 1 place=Oak")
        try run(
            ("alice", "import %/back.scarybug --update"), ("alice", "export 1 %/told.scarybug"),
            ("bob", "import %/told.scarybug --update"), ("alice", "undo"), ("alice", "undo"),
            ("alice", "export 1 %/undone.scarybug"), ("bob", "import %/undone.scarybug --update"))
        let bob = try scarybug.run("--user", "bob", "show", "1").standardOutput
        #expect(bob.contains("red") && bob.contains("Oak"), "\(bob)")
    }

    private func prepareBack(_ line: String) throws {
        try run(("bob", line), ("bob", "export 1 %/back.scarybug"))
    }

    @Test func `copies that became one by a merge that was undone keep their values`() throws {
        try run(("alice", "import %/ant.scarybug"), ("alice", "set 1 notes=big rating=5"))
        // The second one has nothing that the first one lacks.
        try run(("alice", "merge 1 2"), ("alice", "undo"))
        try run(("alice", "set 2 rating=4"), ("alice", "set 1 tags+=old"), ("alice", "merge 1 2"))
        let shown = try scarybug.run("show", "1").standardOutput
        for value in ["notes       big", "old", "5", "4"] {
            #expect(shown.contains(value), "\(shown)")
        }
    }

    /// Nobody was told the value, so it is in no conflict.
    @Test(arguments: ["undo", "undo 3-4", "set 1 place="])
    func `an own value that was undone with a merge counts as never entered`(line: String) throws {
        try run(("bob", "import %/ant.scarybug"))
        try prepareBack("set 1 place=pond")
        try run(
            ("alice", "import %/back.scarybug"), ("alice", "set 1 place=own"),
            ("alice", "merge 1 2"))
        if line != "undo 3-4" { try run(("alice", "undo")) }
        try run(
            ("alice", line), ("alice", "merge 1 2"), ("alice", "export 1 %/a.scarybug"),
            ("bob", "import %/a.scarybug --update"))
        for user in ["alice", "bob"] {
            let shown = try scarybug.run("--user", user, "show", "1").standardOutput
            #expect(shown.contains("place       pond\n"), "\(shown)")
            #expect(
                try scarybug.run("--user", user, "count", "has:conflict").standardOutput == "0\n")
        }
    }

    @Test func `a value that comes back after its undo has the step on its line`() throws {
        try run(("bob", "import %/ant.scarybug"), ("bob", "set 1 rating=4 place=Oak"))
        try run(("bob", "export 1 %/back.scarybug"))
        let first = try scarybug.run("import", "%/back.scarybug", "--update").standardOutput
        #expect(first == "updated 1  Ant: rating, place\n")
        try run(("alice", "undo"), ("alice", "set 1 notes=mine"))
        let second = try scarybug.run("import", "%/back.scarybug", "--update").standardOutput
        #expect(
            second == """
                merged 1  Ant: rating: 4 again, which undo of 2 took back; place: Oak again, which \
                undo of 2 took back

                """)
        try run(("alice", "undo"), ("bob", "set 1 rating=5"), ("bob", "export 1 %/5.scarybug"))
        let third = try scarybug.run("import", "%/5.scarybug", "--update").standardOutput
        #expect(
            third == "merged 1  Ant: rating; place: Oak again, which undo of 4 took back\n")
    }

    @Test func `the end of a conflict is no value that comes back`() throws {
        try run(("bob", "import %/ant.scarybug"), ("bob", "set 1 rating=4"))
        try run(("bob", "export 1 %/4.scarybug"), ("alice", "set 1 rating=5"))
        try run(("alice", "import %/4.scarybug --update"), ("alice", "resolve 1"))
        try run(("alice", "export 1 %/5.scarybug"), ("bob", "import %/5.scarybug --update"))
        try run(("alice", "undo"), ("alice", "undo"), ("alice", "export 1 %/undone.scarybug"))
        try run(("bob", "import %/undone.scarybug --update"))
        try run(("alice", "import %/4.scarybug --update"), ("bob", "export 1 %/both.scarybug"))
        let back = try scarybug.run("import", "%/both.scarybug", "--update").standardOutput
        #expect(back == "updated 1  Ant: no conflict in rating any more\n")
    }
}
