import Glibc
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// `check` compares the index with the documents, even if SQLite finds no error in it.
@Suite struct CheckIndexTests {
    private let bench: IndexBench

    init() throws {
        bench = try IndexBench()
        let session = try bench.session()
        for title in ["Moth", "Wasp", "Ant"] { try session.add(title) }
        try bench.expectAgreement(in: bench.session())
    }

    private func check(repairing: Bool = false) throws -> [String] {
        var lines: [String] = []
        _ = try bench.session().check(repairing: repairing) {
            lines.append("\($0.code.rawValue) \($0.path)")
        }
        return lines
    }

    private var file: String {
        get throws {
            let names = try bench.bench.directory.names(in: "cache")
            return "cache/\(try #require(names.first { $0.hasSuffix(".sqlite") }))"
        }
    }

    /// Changes the index without the session's knowledge.
    private func execute(_ sql: String) throws {
        try Database(path: bench.bench.directory.path(file)).execute(sql)
    }

    @Test func `an up-to-date index has no findings`() throws {
        #expect(try check().isEmpty)
        #expect(try check(repairing: true).isEmpty)
    }

    @Test(arguments: [
        ("UPDATE documents SET title = 'Most' WHERE id >> 2 = 1", 1),
        ("UPDATE documents SET rating = 4.5 WHERE id >> 2 = 2", 2),
        ("UPDATE documents SET tags = 'red' WHERE id >> 2 = 3", 3),
        ("UPDATE documents SET problem = 'none' WHERE id >> 2 = 3", 3),
        ("UPDATE facts SET json = '{}' WHERE id >> 2 = 1", 1),
        ("UPDATE facts SET text_notes = 'red' WHERE id >> 2 = 2", 2),
        ("DELETE FROM documents WHERE id >> 2 = 2; UPDATE state SET count = 2", 2),
        ("UPDATE documents SET id = 9 << 2 | 1 WHERE id >> 2 = 3", 3),
    ])
    func `an index row that disagrees with its document`(sql: String, number: Int) throws {
        try execute(sql)
        let path = "damaged-index Private Documents/\(number).scarybug"
        #expect(try check().contains(path))
        #expect(try check(repairing: true).contains(path))
        #expect(try check().isEmpty)
        try bench.expectAgreement(in: bench.session())
    }

    @Test(arguments: [
        "UPDATE state SET count = 7",
        "DELETE FROM words_data WHERE id > 10",
        "UPDATE words_data SET block = zeroblob(length(block)) WHERE id > 10",
        "INSERT INTO words (rowid, text_title) VALUES (99, 'moth')",
        "DELETE FROM facts WHERE id >> 2 = 2; "
            + "INSERT INTO facts (id, json, terms) VALUES (99, '{}', '')",
        "DELETE FROM words_idx", "UPDATE words_idx SET segid = segid + 1",
        "INSERT INTO vocabulary VALUES ('place', 'pond', 'Desert', 4)",
        "DELETE FROM lexicon", "DELETE FROM lexicon WHERE word = (SELECT max(word) FROM lexicon)",
        "DROP TABLE lexicon", "DROP TABLE shown", "ALTER TABLE facts RENAME COLUMN other TO others",
    ])
    func `index tables that contradict each other`(sql: String) throws {
        try execute(sql)
        #expect(try !check().isEmpty)
        _ = try check(repairing: true)
        #expect(try check().isEmpty)
        try bench.expectAgreement(in: bench.session())
    }

    @Test func `a FIFO in the place of the journal of SQLite`() throws {
        let path = try "\(bench.bench.directory.path(file))-journal"
        try #require(mkfifo(path, 0o600) == 0)
        #expect(try check().isEmpty)
        try bench.expectAgreement(in: bench.session())
    }

    @Test func `a document that another program changed`() throws {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text("Bee"), for: .title)
        let path = bench.bench.documentPath("2.scarybug/data.plist")
        try bench.bench.directory.write(data.encoded(), to: path)
        #expect(
            try check().map { $0.split(separator: " ", maxSplits: 1).last } == [
                "Private Documents/2.scarybug"
            ])
        #expect(try check(repairing: true).count == 1)
        #expect(try check().isEmpty)
        try bench.expectAgreement(in: bench.session())
    }

    @Test func `a missing index is not a finding, and none is created`() throws {
        _ = try bench.session(cache: "other").check { _ in Issue.record("nothing to find") }
        #expect(!bench.bench.directory.exists("other"))
    }

    @Test func `another session's unwritten change is not a finding`() throws {
        let other = try bench.session()
        try other.edit(2, [.set(.title, .text("Hornet"))])
        try other.add("Fly")
        try other.delete(1)
        #expect(try check().isEmpty)
    }
}
