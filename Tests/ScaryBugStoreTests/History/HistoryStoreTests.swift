import Foundation
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugStore

/// Whatever is in the place of the history never hinders reading or editing.
@Suite struct HistoryStoreTests {
    let bench: Bench
    private let path: String

    init() throws {
        bench = try Bench()
        path = bench.path("History/history.db")
        let session = try bench.session()
        try session.addEach("a", "b", "c")
        try session.line("delete 3") { try session.delete(3) }
    }

    enum Damage: CaseIterable {
        case truncated, cut, noise, version, directory, link, pipe
    }

    private func inflict(_ damage: Damage) throws {
        let directory = bench.directory
        if damage == .cut {
            try bench.changeHistory("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        if damage == .version { return try bench.changeHistory("PRAGMA user_version = 4") }
        let whole = try directory.bytes(of: path)
        for name in try directory.names(in: bench.path("History"))
        where name.hasPrefix("history.db") {
            try directory.remove(bench.path("History/\(name)"))
        }
        switch damage {
        case .truncated: try directory.write(Array(whole.prefix(1_000)), to: path)
        case .cut: try directory.write(Array(whole.prefix(whole.count / 2)), to: path)
        case .noise: try directory.write(Array(repeating: 0xA7, count: 10_000), to: path)
        case .directory: try directory.makeDirectory(path)
        case .link: try directory.link(path, to: "/etc/passwd")
        case .pipe: try #require(mkfifo(directory.path(path), 0o600) == 0)
        case .version: break
        }
    }

    @Test(arguments: Damage.allCases, [false, true])
    func `a history that cannot be used goes to Lost and Found`(
        damage: Damage, isReadFirst: Bool
    ) throws {
        try inflict(damage)
        let session = try bench.session()
        if isReadFirst {
            #expect(try session.titles == ["1 a", "2 b"])
            #expect(try session.history().steps.isEmpty)
        }
        try session.rename(1, "d")
        try session.line("delete 2") { try session.delete(2) }
        let warnings = session.removeWarnings()
        // A reader says that the next change moves it.
        #expect((1...2).contains(warnings.count), "\(warnings)")
        #expect(warnings.last?.hasPrefix("the history cannot be used and is now ") == true)
        #expect(try bench.directory.names(in: bench.path("Lost and Found")) == ["History"])
        let other = try bench.session()
        #expect(try other.titles == ["1 d"])
        #expect(other.removeWarnings() == [])
        #expect(try other.undone() == ["+2 b"])
        #expect(try other.undone() == ["+1 a"])
        #expect(try bench.findings() == [])
    }

    @Test func `a database that is missing is made again`() throws {
        for name in try bench.directory.names(in: bench.path("History"))
        where name.hasPrefix("history.db") {
            try bench.directory.remove(bench.path("History/\(name)"))
        }
        let session = try bench.session()
        #expect(try session.titles == ["1 a", "2 b"])
        #expect(try session.history().steps.isEmpty)
        // The directory of the deleted document still has the number of its change.
        for number in [1, 2] { try session.line("delete") { try session.delete(number) } }
        for title in ["d", "e", "f", "g"] {
            try session.line("new \(title)") { try session.add(title) }
        }
        for number in 1...4 { try session.line("delete") { try session.delete(number) } }
        #expect(try session.undone() == ["+4 g"])
        #expect(try bench.findings() == [])
    }

    @Test func `a database that another program has locked is waited for`() throws {
        let other = try Database(path: bench.directory.path(path), for: .record)
        try other.execute("BEGIN IMMEDIATE")
        let session = try bench.session()
        #expect(try session.titles == ["1 a", "2 b"])
        #expect(try session.history().steps.count == 4)
        let text =
            "\(bench.directory.path(path)) is locked by another program; end that program, and try again"
        #expect(message { try session.rename(1, "d") } == text)
        #expect(try session.titles == ["1 a", "2 b"])
        try other.execute("ROLLBACK")
        try session.rename(1, "d")
        #expect(try session.titles == ["1 d", "2 b"])
        #expect(try session.history().steps.count == 5)
    }

    @Test func `a database without its log is used as it is`() throws {
        for name in ["-wal", "-shm"] {
            try? bench.directory.remove(path + name)
        }
        let session = try bench.session()
        #expect(try session.titles == ["1 a", "2 b"])
        try session.rename(1, "d")
        #expect(try session.undone() == ["+1 a"])
    }

    @Test func `what only reads changes nothing`() throws {
        let names = try bench.directory.names(in: bench.path("History"))
        let session = try bench.session()
        _ = try (session.titles, session.history(), session.historyStep(1))
        #expect(try bench.directory.names(in: bench.path("History")) == names)
    }
}
