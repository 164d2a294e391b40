import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// The keys in the record of exchanges.
@Suite struct ExchangeStoreTests {
    private let temporary: TemporaryDirectory
    private let directory: Directory

    init() throws {
        temporary = try TemporaryDirectory()
        directory = try Directory.open(path: temporary.path)
    }

    private func store(on machine: String) throws -> ExchangeStore {
        let path = try temporary.write(machine, to: machine)
        return try #require(
            try ExchangeStore(in: directory, making: true, machineIDPath: path))
    }

    @Test func `the key of an older version stays with the first machine`() throws {
        try directory.createFile(named: ExchangeStore.fileName).sync()
        let place = try (directory.status().identity.inode, directory.birth)
        do {
            let old = try Database(record: ExchangeStore.fileName, in: directory, for: .record)
            try old.execute(
                """
                CREATE TABLE owner (key TEXT NOT NULL, inode INTEGER NOT NULL, birth INTEGER NOT NULL);
                CREATE TABLE copies (identifier TEXT NOT NULL, copy INTEGER NOT NULL,
                    number INTEGER NOT NULL, state TEXT, PRIMARY KEY (identifier, copy)) WITHOUT ROWID;
                CREATE TABLE exchanges (identifier TEXT, copy INTEGER, direction INTEGER, peer TEXT,
                    date INTEGER, high INTEGER, low INTEGER);
                CREATE TABLE deletions (identifier TEXT PRIMARY KEY, date INTEGER NOT NULL);
                INSERT INTO owner VALUES ('0000000a', \(place.0), \(place.1));
                INSERT INTO copies VALUES ('A', 1, 1, 'alice-0000000a.1 5000 Notes:00000001');
                PRAGMA user_version = 1
                """)
        }
        let one = try store(on: "one")
        #expect(try one.workspaceKeys().present == "0000000a")
        #expect(try store(on: "two").workspaceKeys().present == nil)
        // Nobody remembers what it told earlier.
        let told = try one.toldChanges(of: "A")
        for (time, isLacking) in [(1, false), (5_000, false), (5_001, true)] as [(Int64, Bool)] {
            let author = Author(name: "alice", workspaceKey: "0000000a", copy: 1)
            let state = CopyState(times: [author: time])
            #expect(told.lack(state, besides: CopyState()) == isLacking)
        }
    }

    @Test func `a workspace gets another key once a day`() throws {
        let store = try store(on: "one")
        #expect(try !store.replaceKey(at: Timestamp(secondsSince1970: 0)))
        try store.makeWorkspaceKey()
        let results = try [0, 86_399, 86_400, 90_000].map { seconds in
            try store.replaceKey(at: Timestamp(secondsSince1970: seconds))
        }
        #expect(results == [true, false, true, false])
        let keys = try store.workspaceKeys()
        let present = try #require(keys.present)
        #expect(keys.former.count == 2 && !keys.former.contains(present))
    }

    @Test func `a record of an earlier version keeps its copies`() throws {
        try directory.createFile(named: ExchangeStore.fileName).sync()
        do {
            let old = try Database(record: ExchangeStore.fileName, in: directory, for: .record)
            try old.execute(
                """
                CREATE TABLE owner (key TEXT NOT NULL, inode INTEGER NOT NULL, birth INTEGER NOT NULL,
                    machine INTEGER NOT NULL, ended INTEGER) STRICT;
                CREATE TABLE copies (identifier TEXT NOT NULL, copy INTEGER NOT NULL,
                    number INTEGER NOT NULL, state TEXT, basis INTEGER,
                    PRIMARY KEY (identifier, copy)) STRICT, WITHOUT ROWID;
                CREATE TABLE told (identifier TEXT NOT NULL, state TEXT NOT NULL,
                    PRIMARY KEY (identifier, state)) STRICT, WITHOUT ROWID;
                CREATE TABLE withheld (peer TEXT NOT NULL, identifier TEXT NOT NULL,
                    fields TEXT NOT NULL, PRIMARY KEY (peer, identifier)) STRICT, WITHOUT ROWID;
                INSERT INTO copies VALUES ('A', 2, 1, 'alice-0000000a.1 5000 Notes:00000001', 7),
                    ('B', 1, 3, 'alice-0000000a.1 6000 Notes:00000001', NULL);
                INSERT INTO withheld VALUES ('bob', 'A', 'place');
                PRAGMA user_version = 2
                """)
        }
        let store = try store(on: "one")
        let author = Author(name: "alice", workspaceKey: "0000000a", copy: 1)
        // What it knew holds for the text that the document had then, or for any.
        for (identifier, number, basis, time) in [
            ("A", 1, 7, 5_000), ("A", 1, 8, nil), ("B", 3, 8, 6_000),
        ] as [(String, Int, Int64, Int64?)] {
            let copy = try store.copy(of: identifier, number: number, telling: basis)
            #expect(copy.isKnown && copy.index == (number == 1 ? 2 : 1))
            #expect(copy.state?.times[author] == time)
        }
        #expect(try store.withheld(from: "bob") == ["A": "place"])
    }
}
