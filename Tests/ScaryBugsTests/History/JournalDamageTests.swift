import Foundation
import Glibc
import TestSupport
import Testing

@testable import ScaryBugs

/// With a damaged journal or history, documents stay as they are, and reading and editing work.
/// `check` finds and repairs the damage.
@Suite struct JournalDamageTests {
    let bench: Bench
    private let snapshot: WorkspaceSnapshot
    private let journal: [UInt8]

    init() throws {
        bench = try Bench()
        do {
            let session = try bench.session()
            try session.addEach("a", "b")
            try session.rename(1, "c")
            try session.sync()
        }
        snapshot = try WorkspaceSnapshot(of: bench)
        journal = try bench.directory.bytes(of: bench.path("History/journal"))
        #expect(try bench.slots.count == 1)
    }

    private var historyPath: String { bench.directory.path(bench.path("History")) }
    private var journalPath: String { "\(historyPath)/journal" }

    private func findings(repairing: Bool = false) throws -> [Finding] {
        var findings: [Finding] = []
        _ = try bench.workspace().check(repairing: repairing) { findings.append($0) }
        return findings
    }

    /// Checks that documents are unchanged, that `check` reports and repairs the damage, and that
    /// editing and undo still work.
    private func expectRepair(of damage: String, isFound: Bool? = nil) throws {
        let session = try bench.session()
        #expect(try session.titles == ["1 c", "2 b"], "\(damage)")
        #expect(try WorkspaceSnapshot(of: bench) == snapshot, "\(damage)")
        let found = try findings()
        let codes: [Finding.Code] = [.damagedHistory, .stray, .link, .special]
        #expect(found.allSatisfy { codes.contains($0.code) }, "\(damage): \(found)")
        if let isFound { #expect(found.isEmpty != isFound, "\(damage)") }
        _ = try findings(repairing: true)
        #expect(try findings().isEmpty, "\(damage)")
        #expect(try WorkspaceSnapshot(of: bench) == snapshot, "\(damage)")
        try expectEditing(after: damage)
    }

    private func expectEditing(after damage: String) throws {
        let session = try bench.session()
        try session.rename(2, "d")
        #expect(try session.titles == ["1 c", "2 d"], "\(damage)")
        #expect(session.removeWarnings().count <= 1, "\(damage)")
        #expect(try session.undo().map(\.text) == ["+2 b"], "\(damage)")
        #expect(try session.titles == ["1 c", "2 b"], "\(damage)")
    }

    /// The positions after each line feed.
    private var lineEnds: [Int] {
        journal.indices.filter { journal[$0] == JournalText.lineFeed }.map { $0 + 1 }
    }

    @Test func `a journal that is cut anywhere goes on after its last whole line`() throws {
        let user = try Directory.open(path: bench.directory.path(bench.path("")))
        let all = try bench.records.map(\.number)
        for count in 1..<journal.count {
            try bench.directory.write(Array(journal[..<count]), to: bench.path("History/journal"))
            let whole = lineEnds.filter { $0 <= count }.count
            if whole == 0 {
                #expect(throws: ScaryBugsError.self, "cut at \(count)") { try Journal(in: user) }
                continue
            }
            let opened = try Journal(in: user)
            #expect(try bench.records.map(\.number) == Array(all.prefix(whole)))
            // The number of an existing slot isn't assigned again.
            let isCut = !lineEnds.contains(count)
            #expect(opened.state.number >= (isCut ? 3 : all[whole - 1]), "cut at \(count)")
        }
    }

    @Test(arguments: 0..<5, [-1, 0, 1, 30])
    func `documents stay where the journal is cut`(line: Int, offset: Int) throws {
        let count = min(lineEnds[line] + offset, journal.count)
        try bench.directory.write(Array(journal[..<count]), to: bench.path("History/journal"))
        // A directory of a dead process, so that recovery runs.
        try bench.directory.makeDirectory(bench.path("Staging/1-00000001"))
        try expectRepair(of: "cut at \(count)")
    }

    @Test(arguments: ["zeros", "text", "feeds"])
    func `a journal with garbage in its midst`(kind: String) throws {
        let garbage: [UInt8] =
            switch kind {
            case "zeros": Array(repeating: 0, count: 40)
            case "text": Array("what is this?".utf8)
            default: Array(repeating: JournalText.lineFeed, count: 3)
            }
        let middle = journal.count / 2
        let bytes = Array(journal[..<middle]) + garbage + journal[(middle + 20)...]
        try bench.directory.write(bytes, to: bench.path("History/journal"))
        try expectRepair(of: kind, isFound: true)
    }

    @Test(arguments: [Array("4\tchange\t2026".utf8), Array(repeating: 0, count: 300)])
    func `a torn last line is not a finding, and the next change removes it`(end: [UInt8]) throws {
        try bench.directory.write(journal + end, to: bench.path("History/journal"))
        #expect(try findings().isEmpty)
        try bench.session().rename(2, "d")
        let bytes = try bench.directory.bytes(of: bench.path("History/journal"))
        #expect(Array(bytes.prefix(journal.count)) == journal)
        #expect(bytes.dropFirst(journal.count).first == UInt8(ascii: "5"))
        #expect(try bench.records.count == 6)
        #expect(try findings().isEmpty)
    }

    @Test(arguments: ["nothing", "empty", "garbage", "directory", "link", "FIFO"])
    func `something else in the journal's place`(kind: String) throws {
        try FileManager.default.removeItem(atPath: journalPath)
        switch kind {
        case "empty": try bench.directory.write([], to: bench.path("History/journal"))
        case "garbage":
            try bench.directory.write([1, 2, 10, 0, 10], to: bench.path("History/journal"))
        case "directory": try bench.directory.makeDirectory(bench.path("History/journal"))
        case "link": try bench.directory.link(bench.path("History/journal"), to: "/etc/passwd")
        case "FIFO": #expect(mkfifo(journalPath, 0o600) == 0)
        default: break
        }
        try expectRepair(of: kind, isFound: true)
    }

    @Test(arguments: ["empty", "garbage", "directory", "link", "FIFO"])
    func `a session that edits sets such a journal aside with one warning`(kind: String) throws {
        try FileManager.default.removeItem(atPath: journalPath)
        switch kind {
        case "empty": try bench.directory.write([], to: bench.path("History/journal"))
        case "garbage":
            try bench.directory.write([1, 2, 10, 0, 10], to: bench.path("History/journal"))
        case "directory": try bench.directory.makeDirectory(bench.path("History/journal"))
        case "link": try bench.directory.link(bench.path("History/journal"), to: "/etc/passwd")
        default: #expect(mkfifo(journalPath, 0o600) == 0)
        }
        let session = try bench.session()
        try session.rename(2, "d")
        #expect(session.removeWarnings().count == 1)
        #expect(
            bench.directory.exists(bench.path("Lost and Found/History/journal")) || kind == "link")
        #expect(try session.undo().map(\.text) == ["+2 b"])
        #expect(try WorkspaceSnapshot(of: bench) == snapshot)
        #expect(try findings().isEmpty)
    }

    @Test func `an emptied journal is named by history, and by undo`() throws {
        try #require(truncate(journalPath, 0) == 0)
        let session = try bench.session()
        let problem = "\(journalPath) has no complete line"
        for _ in 1...2 {
            #expect(try session.history().steps.isEmpty)
            #expect(throws: ScaryBugsError.self) { try session.forEachChange(undoing: 1) { _ in } }
        }
        #expect(
            session.removeWarnings() == [
                "the history cannot be used: \(problem); the next change moves it to "
                    + "'Lost and Found'"
            ])
        #expect(
            message { try session.undo() } == "there is nothing to undo; 'history' lists the steps")
        let target = bench.directory.path(bench.path("Lost and Found/History"))
        #expect(
            session.removeWarnings() == [
                "the history cannot be used and is now \(target): \(problem); "
                    + "nothing before this can be undone"
            ])
        #expect(try bench.directory.names(in: bench.path("Lost and Found/History")).count == 3)
        #expect(try findings().isEmpty)
    }

    @Test func `a journal emptied under an open session goes on with the next change`() throws {
        let session = try bench.session()
        try session.rename(2, "d")
        try #require(truncate(journalPath, 0) == 0)
        try session.rename(2, "e")
        #expect(session.removeWarnings().count == 1)
        #expect(try session.undo().map(\.text) == ["+2 d"])
    }

    @Test(arguments: ["file", "link", "FIFO"])
    func `something else in the history's place`(kind: String) throws {
        try FileManager.default.removeItem(atPath: historyPath)
        switch kind {
        case "file": try bench.directory.write("x", to: bench.path("History"))
        case "link": try bench.directory.link(bench.path("History"), to: "/etc")
        default: #expect(mkfifo(historyPath, 0o600) == 0)
        }
        try expectRepair(of: kind, isFound: true)
    }

    @Test func `versions of steps that a repair removes are kept`() throws {
        let session = try bench.session()
        try session.delete(2)
        try session.rename(1, "d")
        try session.rename(1, "e")
        let slots = try bench.slots
        let lost = try #require(slots.filter { $0.contains("-1.scarybug-") }.max())
        try bench.directory.remove(bench.path("History/\(lost)"))
        _ = try findings(repairing: true)
        #expect(try findings().isEmpty)
        let kept = try bench.directory.names(in: bench.path("Lost and Found"))
        #expect(Set(kept) == Set(slots).subtracting([lost]))
    }

    @Test(arguments: [(false, "no earlier version"), (true, "a damaged version")])
    func `a slot that is missing, or a pipe`(isPipe: Bool, reason: String) throws {
        let slot = try "\(historyPath)/\(#require(bench.slots.first))"
        try FileManager.default.removeItem(atPath: slot)
        if isPipe { try #require(mkfifo(slot, 0o600) == 0) }
        #expect(message { _ = try bench.workspace().undo() }?.contains(reason) == true)
        try expectRepair(of: "missing", isFound: true)
    }

    @Test(arguments: ["notes.txt", "99-00000001-2.scarybug-none", "2.scarybug"])
    func `an entry that does not belong there`(name: String) throws {
        try bench.directory.write("x", to: bench.path("History/\(name)"))
        try expectRepair(of: name, isFound: true)
        #expect(bench.directory.exists(bench.path("Lost and Found/\(name)")))
    }

    @Test func `a journal with a hole at its end`() throws {
        try #require(truncate(journalPath, 1 << 40) == 0)
        guard let file = try Directory.open(path: historyPath).file(named: "journal") else {
            Issue.record("no journal")
            return
        }
        let journal = JournalFile(file, longestLine: 32 << 10)
        var count = 0
        #expect(try !journal.visit { _, _ in count += 1 })
        #expect(count > 3)
        #expect(try journal.last() == nil)
    }
}
