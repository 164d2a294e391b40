import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// The history remembers deletions in the transaction that deletes.
@Suite struct DeletionsTests {
    let bench: Bench
    private let identifiers: [String]

    init() throws {
        bench = try Bench()
        let session = try bench.session()
        try session.addEach("a", "b")
        identifiers = try [1, 2].map { try session.document($0).data.canonicalIdentifier }
    }

    /// The deleted documents, by their place in ``identifiers``.
    private func deleted() throws -> [Int?] {
        try bench.workspace().deletions().keys.map(identifiers.firstIndex).sorted {
            $0 ?? 0 < $1 ?? 0
        }
    }

    @Test func `a plan that is dropped deletes nothing`() throws {
        struct Dropped: Error {}
        let session = try bench.session()
        #expect(throws: Dropped.self) {
            try session.together {
                try session.line("delete 1") { try session.delete(1) }
                throw Dropped()
            }
        }
        #expect(try deleted() == [])
        try session.beginGroup()
        try session.line("delete 1") { try session.delete(1) }
        #expect(try deleted() == [0])
        try session.rollBackGroup()
        #expect(try deleted() == [])
    }

    @Test func `it outlasts old steps, the whole history, and one that is damaged`() throws {
        let session = try bench.session()
        try session.line("delete 2") { try session.delete(2) }
        try session.line("config") { try session.change([(.historySteps, .integer(1))]) }
        try session.rename(1, "c")
        try session.rename(1, "d")
        #expect(try session.history().steps.count == 1)
        #expect(try deleted() == [1])
        try session.forgetHistory()
        #expect(try deleted() == [1])
        try session.rename(1, "e")
        try bench.changeHistory("UPDATE changes SET kind = 9")
        #expect(throws: ScaryBugsError.self) { try bench.session().undo() }
        #expect(bench.directory.exists(bench.path("Lost and Found/History")))
        #expect(try deleted() == [1])
    }

    /// Version 1 kept them in the record of exchanges.
    @Test func `those of an older version are taken over`() throws {
        try bench.changeHistory(
            "DROP TABLE deletions; DROP TABLE deleted_photographs; PRAGMA user_version = 1")
        let directory = try Directory.open(path: bench.directory.path(bench.path("")))
        do {
            _ = try ExchangeStore(in: directory, making: true)
            let path = bench.directory.path(bench.path(ExchangeStore.fileName))
            try Database(path: path, for: .record).execute(
                """
                CREATE TABLE deletions (identifier TEXT PRIMARY KEY, date INTEGER NOT NULL);
                INSERT INTO deletions VALUES ('\(identifiers[1])', 86400)
                """)
        }
        // A reader finds them where they are.
        #expect(try bench.session().history().steps.count == 2)
        #expect(try deleted() == [1])
        try bench.session().rename(1, "c")
        #expect(try bench.store()?.deletions()?[identifiers[1]]?.date.secondsSince1970 == 86_400)
        #expect(try bench.session().undone() == ["+1 a"])
    }
}
