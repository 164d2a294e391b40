import Foundation
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// The history removes its oldest steps.
@Suite struct RetentionTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session()
    }

    private func set(_ preference: Preference, _ value: Int64) throws {
        try session.line("config") { try session.change([(preference, .integer(value))]) }
    }

    /// The size of the directory `History` as `du` counts it.
    private func usedBytes() throws -> Int64 {
        func bytes(_ directory: Directory) throws -> Int64 {
            try directory.names().reduce(directory.status().diskBytes) { sum, name in
                guard let status = try directory.status(of: name) else { return sum }
                guard status.kind == .directory else { return sum + status.diskBytes }
                guard let inner = try directory.directory(named: name) else { return sum }
                return try sum + bytes(inner)
            }
        }
        return try bytes(Directory.open(path: bench.directory.path(bench.path("History"))))
    }

    @Test func `the newest steps stay`() throws {
        try set(.historySteps, 3)
        try session.addEach("a", "b")
        for title in ["c", "d", "e"] { try session.rename(1, title) }
        let steps = try session.history().steps
        #expect(steps.map(\.command) == ["set 1 title=e", "set 1 title=d", "set 1 title=c"])
        #expect(steps.map(\.number) == [6, 5, 4])
        #expect(try bench.findings() == [])
        #expect(throws: ScaryBugsError.self) { try session.undo([3]) }
        #expect(try session.undone(4, 5, 6) == ["+1 a"])
        #expect(try session.redone(4, 5, 6) == ["+1 e"])
    }

    @Test func `the newest step stays whatever its size`() throws {
        try set(.historyBytes, 1)
        try session.add("a", picture: bench.directory.write(Bench.jpeg, to: "a.jpg"))
        try session.line("delete 1") { try session.delete(1) }
        #expect(try session.commands == ["delete 1"])
        #expect(try bench.kept.count == 1)
        #expect(try session.undone() == ["+1 a"])
        #expect(throws: ScaryBugsError.self) { try session.undo() }
        #expect(try session.redone() == ["-1 a"])
    }

    @Test func `a group that is rolled back does not displace the newest step`() throws {
        try set(.historyBytes, 1)
        try session.addEach("a", "b")
        try session.line("delete 1") { try session.delete(1) }
        try session.beginGroup()
        try session.rename(2, "c")
        try session.rollBackGroup()
        #expect(try session.commands == ["delete 1"])
        #expect(try session.undone() == ["+1 a"])
    }

    @Test func `the oldest steps go when there are too many bytes`() throws {
        try session.addEach("a")
        let most: Int64 = 700_000
        try set(.historyBytes, most)
        let filler = String(repeating: "x", count: 10_000)
        for number in 1...80 {
            try session.line("set \(number)") {
                try session.edit(
                    1, [.set(.title, .text("\(number)")), .set(.notes, .text(filler))])
            }
        }
        let list = try session.history()
        #expect((2...79).contains(list.steps.count))
        #expect(list.steps.first?.command == "set 80")
        #expect(list.usedBytes <= most)
        #expect(try bench.findings() == [])
        let numbers = list.steps.map(\.number)
        #expect(numbers == Array((numbers.last ?? 0)...82).reversed())
        try session.undo(numbers)
        #expect(try session.document(1).title == "\(80 - list.steps.count)")
    }

    private var database: Database {
        get throws {
            try Database(path: bench.directory.path(bench.path("History/history.db")), for: .record)
        }
    }

    /// Ways in which the log becomes long.
    enum LongLog: CaseIterable {
        case manySteps, script, text, reader
    }

    @Test(arguments: LongLog.allCases)
    func `the log does not count as history`(kind: LongLog) throws {
        try session.addEach("a")
        try set(.historyBytes, 1_000_000)
        let reader = kind == .reader ? try database : nil
        try reader?.execute("BEGIN; SELECT * FROM state")
        let lines = kind == .script ? try bench.session(gathersLines: true) : session
        let filler = String(repeating: "x", count: kind == .text ? 1_000_000 : 9_000)
        if kind == .script { lines.beginScript("a.bugs") }
        for number in 1...(kind == .text ? 2 : 200) {
            try lines.line("set \(number)", kind == .script ? [number] : []) {
                try lines.edit(1, [.set(.notes, .text("\(number)" + filler))])
            }
        }
        if kind == .script { try lines.endScript() }
        try session.line("set 1 notes=") { try session.edit(1, [.clear(.notes)]) }
        let titles = ["b", "c", "d", "e"]
        for title in titles { try session.rename(1, title) }
        #expect(try session.commands.suffix(4) == titles.map { "set 1 title=\($0)" })
        #expect(try session.history().usedBytes <= 1_000_000)
        try reader?.execute("COMMIT")
        try session.rename(1, "f")
        let log = try bench.directory.bytes(of: bench.path("History/history.db-wal"))
        #expect(log.count <= 1 << 20)
        #expect(try bench.findings() == [])
    }

    @Test func `the history has the size that du shows`() throws {
        let picture = try bench.directory.write(
            Bench.jpeg + Array(repeating: 1, count: 50_000), to: "a.jpg")
        try session.add("a", picture: picture)
        try session.rename(1, "a longer title than before")
        try session.line("delete 1") { try session.delete(1) }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try session.history().usedBytes == usedBytes())
        #expect(try usedBytes() > 50_000)
        for body in [session.undo, session.redo] {
            for _ in 1...3 {
                _ = try body([], nil)
                try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                let (said, used) = try (session.history().usedBytes, usedBytes())
                #expect(said == used)
            }
        }
    }

    @Test func `a step is removed as a whole`() throws {
        let other = try bench.session()
        try session.addEach("a", "b")
        try set(.historySteps, 2)
        let script = try bench.session()
        script.beginScript("a.bugs")
        try script.rename(1, "c", lines: [1])
        // Steps of another session begin and end during the script's step.
        for title in ["d", "e", "f", "g"] { try other.rename(2, title) }
        try script.rename(1, "h", lines: [2])
        try script.endScript()
        try other.rename(2, "i")
        try other.rename(2, "j")
        #expect(try session.commands == ["set 2 title=i", "set 2 title=j"])
        #expect(try bench.findings() == [])
    }

    @Test func `undone steps are removed together with the undo`() throws {
        try session.addEach("a", "b", "c", "d")
        try session.line("delete") { _ = try session.delete(session.documentNames()) }
        try session.undo()
        try set(.historySteps, 2)
        try session.rename(1, "e")
        try session.rename(1, "f")
        #expect(try session.commands == ["set 1 title=e", "set 1 title=f"])
        #expect(try bench.kept == [])
        try session.undoEach(2)
        #expect(try session.document(1).title == "a")
        #expect(try bench.findings() == [])
    }

    @Test func `all of the history can be forgotten`() throws {
        try session.addEach("a", "b")
        try session.line("set 2") {
            try session.edit(2, [.set(.notes, .text(String(repeating: "x", count: 50_000)))])
        }
        try session.line("delete 1") { try session.delete(1) }
        try session.undo()
        try session.line("set 2") { try session.edit(2, [.clear(.notes)]) }
        #expect(try session.forgetHistory() > 0)
        #expect(try bench.kept == [])
        #expect(try session.history().steps.isEmpty)
        #expect(throws: ScaryBugsError.self) { try session.undo() }
        #expect(throws: ScaryBugsError.self) { try session.redo() }
        #expect(try session.titles == ["1 a", "2 b"])
        try bench.session().addEach("c")
        #expect(try session.undone() == ["-3 c"])
        #expect(try bench.findings() == [])
    }

    @Test func `another session's script does not keep the history, but its group does`() throws {
        try session.addEach("a", "b")
        try set(.wait, 0)
        let other = try bench.session()
        other.beginScript("a.bugs")
        try other.rename(1, "c", lines: [1])
        try session.forgetHistory()
        try other.rename(1, "d", lines: [2])
        // A script may forget the history itself.
        try other.forgetHistory()
        try other.rename(1, "e", lines: [4])
        try other.endScript()
        #expect(try session.undone() == ["+1 d"])

        try other.beginGroup()
        try other.rename(2, "e")
        #expect(
            message { try session.forgetHistory() }?.hasPrefix("process \(getpid()) has held ")
                == true)
        #expect(
            message { try other.forgetHistory() }
                == "'history forget' cannot be used between 'begin' and 'commit'; "
                + "use 'commit' or 'rollback' first")
        try other.rollBackGroup()
        #expect(try session.titles == ["1 d", "2 b"])
        try session.forgetHistory()
        #expect(try bench.kept == [])
    }

    @Test func `there is no history to forget`() throws {
        #expect(try session.forgetHistory() == 0)
        #expect(!bench.directory.exists("home"))
    }
}
