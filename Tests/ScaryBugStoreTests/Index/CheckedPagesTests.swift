import Foundation
import TestSupport
import Testing

@testable import ScaryBugStore

/// A page of a database file that isn't as it was written is found when it is read.
@Suite struct CheckedPagesTests {
    private let directory: TemporaryDirectory
    private let bytes: [UInt8]
    private static let pageSize = 4_096

    init() throws {
        directory = try TemporaryDirectory()
        bytes = try Self.made(named: "a.sqlite", text: "moth", in: directory)
        try #require(bytes.count > 8 * Self.pageSize)
        try #require(try read().isRight)
    }

    /// Makes a database with a table of several levels, and an index of it.
    private static func made(
        named name: String, text: String, in directory: TemporaryDirectory
    ) throws -> [UInt8] {
        let database = try Database(path: directory.path(name))
        try database.execute("CREATE TABLE bugs (id INTEGER PRIMARY KEY, text TEXT)")
        let insert = try database.prepare("INSERT INTO bugs (text) VALUES (?)")
        try database.transaction {
            for number in 1...90 {
                let long = String(repeating: "\(text) \(number) ", count: number % 10 * 30 + 1)
                try insert.run(.text(long))
            }
        }
        return try directory.bytes(of: name)
    }

    private enum Reading {
        case rows([String])
        case damage, abandoned

        var isRight: Bool {
            guard case .rows(let rows) = self else { return false }
            return rows.count == 90 && rows.last?.hasPrefix("moth 90 ") == true
        }

        var isDamage: Bool { if case .damage = self { true } else { false } }
        var isAbandoned: Bool { if case .abandoned = self { true } else { false } }
    }

    private func read() throws -> Reading {
        do {
            var rows: [String] = []
            let database = try Database(path: directory.path("a.sqlite"))
            try database.checkHasNoLog()
            try database.prepare("SELECT text FROM bugs").forEachRow([]) { rows.append($0.text(0)) }
            return .rows(rows)
        } catch let error as DatabaseError {
            if error.isAbandoned { return .abandoned }
            guard error.isDamage else { throw error }
            return .damage
        }
    }

    private func page(_ number: Int, of bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes[number * Self.pageSize..<(number + 1) * Self.pageSize]
    }

    private func read(replacing page: Int, with other: ArraySlice<UInt8>) throws -> Reading {
        var damaged = bytes
        let start = page * Self.pageSize
        damaged.replaceSubrange(start..<start + Self.pageSize, with: other)
        try directory.write(damaged, to: "a.sqlite")
        return try read()
    }

    @Test func `a flipped bit in each page`() throws {
        var dice = Dice(seed: 14)
        for page in 0..<bytes.count / Self.pageSize {
            for _ in 0..<8 {
                // SQLite reserves the last 32 bytes, and 8 of them are the hash.
                let place = dice.roll(Self.pageSize - 24)
                var damaged = self.page(page, of: bytes)
                damaged[damaged.startIndex + place] ^= 1 << UInt8(dice.roll(8))
                #expect(
                    try read(replacing: page, with: damaged).isDamage, "page \(page), byte \(place)"
                )
            }
        }
    }

    @Test func `two words of a page that change places`() throws {
        for place in [16, 1_024, 2_048] {
            var damaged = page(2, of: bytes)
            let start = damaged.startIndex + place
            damaged.replaceSubrange(start..<start + 8, with: repeatElement(0, count: 8))
            damaged.replaceSubrange(start + 8..<start + 16, with: bytes[start..<start + 8])
            #expect(try read(replacing: 2, with: damaged).isDamage)
        }
    }

    @Test func `a page in another place, and an empty page`() throws {
        for number in 0..<bytes.count / Self.pageSize {
            let other = page(number == 4 ? 5 : 4, of: bytes)
            #expect(try read(replacing: number, with: other).isDamage)
            let empty = repeatElement(UInt8(0), count: Self.pageSize)
            #expect(try read(replacing: number, with: Array(empty)[...]).isDamage)
        }
    }

    @Test func `a page of another database`() throws {
        let other = try Self.made(named: "b.sqlite", text: "wasp", in: directory)
        for number in 0..<8 {
            #expect(try read(replacing: number, with: page(number, of: other)).isDamage)
        }
        try directory.write(other, to: "a.sqlite")
        #expect(try read().isDamage)
    }

    @Test func `a page that a program without hashes wrote`() throws {
        let script = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            database.execute("UPDATE bugs SET text = 'wasp' WHERE id = 7")
            database.commit()
            """
        let python = try Program(executable: "/usr/bin/env")
        let transcript = try python.run("python3", "-c", script, directory.path("a.sqlite"))
        #expect(transcript.gave())
        #expect(try read().isDamage)
    }

    /// The file and the journal that a process leaves if it is killed while it writes.
    private func leaveJournal() throws -> [UInt8] {
        try? FileManager.default.removeItem(atPath: directory.path("a.sqlite-journal"))
        try directory.write(bytes, to: "a.sqlite")
        let database = try Database(path: directory.path("a.sqlite"))
        // Makes SQLite write pages before the end.
        try database.execute("PRAGMA cache_size = 1; BEGIN; UPDATE bugs SET text = 'wasp ' || text")
        let (half, journal) = (
            try directory.bytes(of: "a.sqlite"), try directory.bytes(of: "a.sqlite-journal")
        )
        try database.execute("ROLLBACK")
        try #require(half != bytes && !journal.isEmpty)
        try directory.write(half, to: "a.sqlite")
        return journal
    }

    @Test func `a journal of a killed process, whole or damaged`() throws {
        let journal = try leaveJournal()
        for place in [nil, 12, 600, journal.count / 2] {
            var damaged = journal
            if let place { damaged[place] ^= 4 }
            _ = try leaveJournal()
            try directory.write(damaged, to: "a.sqlite-journal")
            for _ in 1...2 { #expect(try read().isAbandoned) }
            #expect(try directory.bytes(of: "a.sqlite-journal") == damaged)
        }
    }

    @Test func `a log of another program`() throws {
        try directory.write("log", to: "a.sqlite-wal")
        #expect(try read().isAbandoned)
    }

    /// SQLite finds a journal by the path. Rolling back the journal of the new file would damage that
    /// file if its process is then killed.
    @Test func `a file that was made again leaves the journal of the new one`() throws {
        let path = directory.path("a.sqlite")
        let old = try Database(path: path)
        #expect(try old.prepare("SELECT count(*) FROM bugs").integer() == 90)
        try FileManager.default.removeItem(atPath: path)
        let new = try Database(path: path)
        try directory.write(bytes, to: "a.sqlite")
        // Makes SQLite write pages before the end.
        try new.execute("PRAGMA cache_size = 1; BEGIN; UPDATE bugs SET text = 'wasp ' || text")
        let journal = try directory.bytes(of: "a.sqlite-journal")
        #expect(!journal.isEmpty)
        for sql in ["SELECT count(*) FROM bugs", "BEGIN IMMEDIATE", "DELETE FROM bugs"] {
            let error = #expect(throws: DatabaseError.self) { try old.execute(sql) }
            #expect(error?.isMoved == true)
            #expect(try directory.bytes(of: "a.sqlite-journal") == journal)
        }
        #expect(throws: DatabaseError.self) { try old.removing { true } }
        try new.execute("ROLLBACK")
        #expect(try read().isRight)
    }

    @Test func `a file to which another process writes is not removed`() throws {
        let database = try Database(path: directory.path("a.sqlite"))
        let writer = try Database(path: directory.path("a.sqlite"))
        try writer.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: DatabaseError.self) { try database.removing { true } }
        #expect(error?.isBusy == true)
        try writer.execute("COMMIT")
        #expect(try database.removing { true })
        #expect(try database.prepare("SELECT count(*) FROM bugs").integer() == 90)
    }
}
