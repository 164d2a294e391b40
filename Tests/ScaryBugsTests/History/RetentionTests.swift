import TestSupport
import Testing

@testable import ScaryBugs

/// The history removes its oldest steps.
@Suite struct RetentionTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session(.eachChange)
    }

    private func set(_ preference: Preference, _ value: Int64) throws {
        try session.line("config") { try session.change([(preference, .integer(value))]) }
    }

    private func findings() throws -> [String] {
        var findings: [String] = []
        _ = try bench.workspace().check { findings.append($0.path + " " + $0.message) }
        return findings
    }

    /// The real size of the slots and the journal.
    private func usedBytes() throws -> Int64 {
        let history = try Directory.open(path: bench.directory.path(bench.path("History")))
        var sum = try history.status(of: Journal.fileName)?.size ?? 0
        for slot in try bench.slots {
            sum += try history.version(of: slot, checksums: .dataFiles)?.size ?? 0
        }
        return sum
    }

    @Test func `the newest steps stay`() throws {
        try set(.historySteps, 3)
        try session.addEach("a", "b")
        for title in ["c", "d", "e"] { try session.rename(1, title) }
        let steps = try session.history().steps
        #expect(steps.map(\.command) == ["set 1 title=c", "set 1 title=d", "set 1 title=e"])
        #expect(steps.map(\.number) == [4, 5, 6])
        #expect(try bench.slots.count == 3)
        #expect(try findings() == [])
        #expect(message { _ = try session.undo(4) } == "only 3 steps can be undone; write 'undo 3'")
        #expect(try session.undo(3).map(\.text) == ["+1 a"])
        #expect(try session.redo(3).map(\.text) == ["+1 e"])
    }

    @Test func `the newest step stays whatever its size`() throws {
        try set(.historyBytes, 1)
        try session.add("a", picture: bench.directory.write(Bench.jpeg, to: "a.jpg"))
        try session.line("delete 1") { try session.delete(1) }
        #expect(try session.commands == ["delete 1"])
        #expect(try bench.slots.count == 1)
        #expect(try session.undo().map(\.text) == ["+1 a"])
        #expect(throws: ScaryBugsError.self) { try session.undo() }
    }

    @Test func `a group that is rolled back does not displace the newest step`() throws {
        try set(.historyBytes, 1)
        try session.addEach("a", "b")
        try session.line("delete 1") { try session.delete(1) }
        session.beginGroup()
        try session.rename(2, "c")
        try session.rollBackGroup()
        try session.forgetOldSteps()
        #expect(try session.commands == ["delete 1"])
        #expect(try session.undo().map(\.text) == ["+1 a"])
    }

    @Test func `the oldest steps go when there are too many bytes`() throws {
        try session.addEach("a")
        try set(.historyBytes, 20_000)
        for number in 1...80 { try session.rename(1, "\(number)") }
        let list = try session.history()
        #expect((2...79).contains(list.steps.count))
        #expect(list.usedBytes <= 20_000)
        #expect(try list.usedBytes == usedBytes())
        #expect(try findings() == [])
        try session.undo(list.steps.count)
        #expect(try session.document(1).title == "\(80 - list.steps.count)")
    }

    @Test func `bytes are counted through undo and redo`() throws {
        let picture = try bench.directory.write(
            Bench.jpeg + Array(repeating: 1, count: 5_000), to: "a.jpg")
        try session.add("a", picture: picture)
        try session.rename(1, "a longer title than before")
        try session.line("delete 1") { try session.delete(1) }
        #expect(try session.history().usedBytes == usedBytes())
        #expect(try usedBytes() > 5_000)
        for body in [session.undo, session.redo] {
            for _ in 1...3 {
                _ = try body(1, nil)
                #expect(try session.history().usedBytes == usedBytes())
            }
        }
    }

    @Test func `a step is removed as a whole`() throws {
        let other = try bench.session(.eachChange)
        try session.addEach("a", "b")
        try set(.historySteps, 2)
        let script = try bench.session()
        script.beginScript("a.bugs")
        try script.rename(1, "c", lines: [1])
        // Steps of another session begin and end during the script's step.
        for title in ["d", "e", "f", "g"] { try other.rename(2, title) }
        #expect(try bench.records.contains { $0.script == "a.bugs" })
        try script.rename(1, "h", lines: [2])
        try script.endScript()
        try other.rename(2, "i")
        try other.rename(2, "j")
        #expect(try session.commands == ["set 2 title=i", "set 2 title=j"])
        #expect(try findings() == [])
    }

    @Test func `undone steps are removed together with the undo`() throws {
        try session.addEach("a", "b", "c", "d")
        try session.line("delete") { _ = try session.delete(session.documentNames()) }
        try session.undo()
        try set(.historySteps, 2)
        try session.rename(1, "e")
        try session.rename(1, "f")
        #expect(try session.history().usedBytes == usedBytes())
        #expect(try session.commands == ["set 1 title=e", "set 1 title=f"])
        try session.undo(2)
        #expect(try session.document(1).title == "a")
        #expect(try findings() == [])
    }

    @Test func `all of the history can be forgotten`() throws {
        try session.addEach("a", "b")
        try session.line("delete 1") { try session.delete(1) }
        try session.undo()
        let used = try session.history().usedBytes
        #expect(try session.forgetHistory() > used / 2)
        #expect(try bench.slots.isEmpty)
        #expect(try session.history().steps.isEmpty)
        #expect(throws: ScaryBugsError.self) { try session.undo() }
        #expect(throws: ScaryBugsError.self) { try session.redo() }
        #expect(try session.titles == ["1 a", "2 b"])
        // Step numbers continue.
        try bench.session().addEach("c")
        #expect(try session.history().steps.map(\.number) == [4])
        #expect(try session.undo().map(\.text) == ["-3 c"])
        #expect(try findings() == [])
    }

    @Test func `another session's open script or group keeps the history`() throws {
        try session.addEach("a", "b")
        let busy =
            "another session is within a script or between 'begin' and 'commit'; "
            + "try again when it has ended"
        let other = try bench.session()
        other.beginScript("a.bugs")
        try other.rename(1, "c", lines: [1])
        #expect(message { try session.forgetHistory() } == busy)
        // A script may forget the history itself, and its step continues.
        try other.forgetHistory()
        try other.rename(1, "d", lines: [3])
        try other.endScript()
        #expect(try session.undo().map(\.text) == ["+1 c"])

        other.beginGroup()
        try other.rename(2, "e")
        #expect(message { try session.forgetHistory() } == busy)
        #expect(
            message { try other.forgetHistory() }
                == "'history forget' cannot be used between 'begin' and 'commit'; "
                + "use 'commit' or 'rollback' first")
        try other.rollBackGroup()
        #expect(try session.titles == ["1 c", "2 b"])
        try session.forgetHistory()
        #expect(try bench.slots.isEmpty)
    }

    @Test func `there is no history to forget`() throws {
        #expect(try session.forgetHistory() == 0)
        #expect(!bench.directory.exists("home"))
    }
}
