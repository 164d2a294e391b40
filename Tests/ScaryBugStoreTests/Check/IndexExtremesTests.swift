import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// No value in the index ends the program, and answers are right or `check` reports the index.
///
/// The values are written with right hashes of their pages, so no page reveals them.
@Suite struct IndexExtremesTests {
    private let bench: IndexBench
    private let file: String
    private let bytes: [UInt8]
    private let expected: [String]

    init() throws {
        bench = try IndexBench()
        let session = try bench.session()
        for title in ["Scary Moth", "Wasp", "Ant", "Scary Fly"] { try session.add(title) }
        try session.edit(2, [.set(.rating, .rating(3)), .add(.tags, ["red"])])
        try bench.expectAgreement(in: bench.session())
        let name = try bench.bench.directory.names(in: "cache").first { $0.hasSuffix(".sqlite") }
        file = "cache/\(try #require(name))"
        bytes = try bench.bench.directory.bytes(of: file)
        expected = try Self.answers(of: bench.session(cache: nil), rows: bench.truth(), bench)
    }

    private static let columns = [
        "state": ["owner", "time", "count"],
        "documents": ["id", "stamp", "title", "rating", "tags", "problem", "identifier"],
        "facts": ["id", "json", "text_title", "text_tags", "text_notes", "terms"],
        "words_data": ["id", "block"], "words_idx": ["segid", "term", "pgno"],
        "words_config": ["k", "v"],
    ]

    private static let values = [
        "NULL", "''", "0", "-1", "-9223372036854775808", "9223372036854775807", "1e308", "9e999",
        "-9e999", "9e999 - 9e999", "'text'", "'{'", "'[1,2]'", "zeroblob(8)", "randomblob(200)",
        "zeroblob(1000000)", "printf('%.*c', 1000000, 'x')", "x'FFFE00C0'",
    ]

    private static let pairs = columns.sorted { $0.key < $1.key }.flatMap { table, columns in
        columns.map { (table, $0) }
    }

    @Test(arguments: pairs)
    func `extreme values`(table: String, column: String) throws {
        for (place, value) in Self.values.enumerated() {
            // One row, or all of them.
            let rows = place % 2 == 0 ? "WHERE rowid = (SELECT max(rowid) FROM \(table))" : ""
            try expectRightOrReported(
                "UPDATE OR IGNORE \(table) SET \(column) = \(value) \(rows)")
        }
    }

    private func expectRightOrReported(_ sql: String) throws {
        try bench.bench.directory.write(bytes, to: file)
        // A value that SQLite refuses leaves the index as it is.
        try? Database(path: bench.bench.directory.path(file)).execute(sql)
        guard try !isRight() else { return }
        var reported = 0
        _ = try bench.session().check { _ in reported += 1 }
        #expect(reported > 0, "\(sql)")
    }

    /// Whether a new session answers as the documents do.
    private func isRight() throws -> Bool {
        let session = try bench.session()
        guard let rows = try bench.rows(of: session) else { return false }
        return try Self.answers(of: session, rows: rows, bench) == expected
    }

    private static func answers(
        of session: Workspace, rows: [String], _ bench: IndexBench
    ) throws -> [String] {
        let queries = [
            ["scary"], ["sort:-title"], ["rating:>2"], ["-tag:red"], ["title:fly", "sort:created"],
            ["has:notes"], ["created:>2020"],
        ]
        return try rows + ["\(session.documentCount())"]
            + queries.map { try "\(bench.numbers($0, in: session))" }
    }
}
