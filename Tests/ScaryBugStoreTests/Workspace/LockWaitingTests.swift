import Glibc
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// Waits for a lock that another open file description of this process holds.
@Suite struct LockWaitingTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try lock().holding {}
    }

    private func lock(_ waiting: LockWaiting = LockWaiting()) throws -> WorkspaceLock {
        WorkspaceLock(on: try Directory.open(path: bench.directory.path)) { waiting }
    }

    private func place() throws -> Directory {
        try Directory.open(path: bench.directory.path(WorkspaceLock.name))
    }

    /// The lock, held until it is released or closed.
    private func heldPlace() throws -> Directory {
        let place = try place()
        #expect(try FileLock.attempt(place))
        return place
    }

    private var waiting: LockWaiting {
        LockWaiting(
            workspace: "alice's workspace", seconds: 0, delay: 0, now: Bench.now, zone: .utc)
    }

    private func record(_ command: String, process: Int = Int(getpid())) -> LockRecord {
        LockRecord(process: process, time: Bench.now, command: command)
    }

    @Test func `a wait without a limit is reported once, and ends when the lock is free`() throws {
        let held = try heldPlace()
        var waiting = waiting
        waiting.seconds = nil
        var notices: [String] = []
        waiting.report = {
            notices.append($0)
            FileLock.release(held)
        }
        let lock = try lock(waiting)
        try lock.holding { try lock.holding {} }
        #expect(notices == ["waiting for process \(getpid()), which has alice's workspace"])
        try lock.holding {}
        #expect(notices.count == 1)
    }

    @Test(arguments: [0, 0.01])
    func `a wait that takes too long is refused with the holder`(seconds: Double) throws {
        let held = try heldPlace()
        var waiting = waiting
        waiting.seconds = seconds
        waiting.delay = 2
        waiting.report = { Issue.record("\($0)") }
        let lock = try lock(waiting)
        let error = #expect(throws: ScaryBugsError.self) { try lock.holding {} }
        #expect(error?.code == .busy && error?.isOfWorkspaceLock == true)
        #expect(error?.adding("remark").isOfWorkspaceLock == true)
        #expect(
            error?.message
                == "process \(getpid()) has alice's workspace; try again when it has ended, or "
                + "'config wait=SECONDS' waits longer")
        FileLock.release(held)
        try lock.holding {}
    }

    @Test func `only errors of the lock are of the lock`() {
        #expect(!ScaryBugsError(.busy, "a group").adding("remark").isOfWorkspaceLock)
    }

    @Test func `the holder's record lasts until the lock is released`() throws {
        let (own, other) = (try lock(), try lock(waiting))
        own.record("too early", at: Bench.now)
        #expect(try LockRecord(in: place()) == nil)
        try own.holding {
            try own.holding { own.record("begin", at: Bench.now) }
            let text = try #require(message { try other.holding {} })
            #expect(
                text.hasPrefix(
                    "process \(getpid()) has held alice's workspace since 00:00 ('begin'); try "))
            own.record("import a.csv", at: Bench.now)
            #expect(try LockRecord(in: place())?.command == "import a.csv")
        }
        #expect(try place().names().isEmpty)
    }

    @Test func `the record of another process is not believed, and the next holder removes it`()
        throws
    {
        let killed = record("begin", process: Int(getpid()) + 1)
        do {
            let held = try heldPlace()
            try killed.write(to: held)
            let text = try #require(message { try lock(waiting).holding {} })
            #expect(text.hasPrefix("process \(getpid()) has alice's workspace; "))
        }
        #expect(try LockRecord(in: place()) == killed)
        try lock().holding {
            let names = try place().names()
            #expect(names.isEmpty)
        }
    }

    @Test(arguments: ["", "4711", "4711\n0", "x\n0\nbegin", "4711\nx\nbegin"])
    func `a damaged record is none`(text: String) throws {
        try bench.directory.write(text, to: "\(WorkspaceLock.name)/\(LockRecord.name)")
        #expect(try LockRecord(in: place()) == nil)
    }

    @Test func `a record has the beginning of a command, with all its characters`() throws {
        let place = try heldPlace()
        let text = "import\n\u{1B}[2J é"
        try record(text).write(to: place)
        #expect(LockRecord(in: place) == record(text))
        try record(String(repeating: "é", count: 1_000)).write(to: place)
        #expect(LockRecord(in: place)?.command == String(repeating: "é", count: 200))
    }

    @Test func `the sentence has the date of another day, and a process without a number`() {
        var waiting = waiting
        let holder = LockHolder(process: 4711, record: record("begin", process: 4711))
        let text = "waiting for process 4711, which has held alice's workspace since"
        #expect(waiting.notice(of: holder) == "\(text) 00:00 ('begin')")
        waiting.zone = LocalZone { _ in 2 * 3600 }
        #expect(waiting.notice(of: holder) == "\(text) 02:00 ('begin')")
        waiting.now = Timestamp(secondsSince1970: Bench.now.secondsSince1970 + 86_400)
        #expect(waiting.notice(of: holder) == "\(text) 2026-01-01 02:00 ('begin')")
        #expect(
            waiting.notice(of: LockHolder(process: nil, record: record("begin")))
                == "waiting for another process, which has alice's workspace")
    }

    @Test func `a wait that Ctrl-C cannot end has a limit`() {
        var waiting = waiting
        #expect(Interruption.shielded { waiting.limit } == 0)
        for seconds in [nil, 3_600.0] {
            waiting.seconds = seconds
            #expect(Interruption.shielded { waiting.limit } == 2)
        }
    }

    @Test func `the preference limits a workspace's wait`() throws {
        let workspace = try bench.workspace()
        #expect(workspace.waiting.seconds == 60)
        _ = try workspace.change([(.wait, .integer(0))])
        #expect(workspace.waiting.seconds == 0)
        let held = try Directory.open(path: bench.directory.path(bench.path("Lock")))
        #expect(try FileLock.attempt(held))
        let text = try #require(message { try workspace.add("a") })
        #expect(text.hasPrefix("process \(getpid()) has alice's workspace; "))
        workspace.waitsUntilInterrupted = true
        #expect(workspace.waiting.seconds == nil)
    }
}
