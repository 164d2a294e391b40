/// All columns of a document's index row, for comparison with the expected row.
struct IndexedRow: Hashable, Sendable {
    /// The title, tags, facts, words and terms in UTF-8; empty for an unreadable document.
    private let texts: [[UInt8]]
    private let rating: Double?
    private let isUnreadable: Bool
    private let identifier: Int64?
    /// The stamp of the files from which the row was made.
    let stamp: IndexStamp

    /// Makes the expected row.
    init(_ row: IndexRow) {
        rating = row.rating.map(Double.init)
        isUnreadable = row.problem != nil
        identifier = row.identifier?.value
        stamp = row.stamp
        texts =
            isUnreadable
            ? []
            : [
                Array(row.title.utf8), Array(row.tags.utf8), row.facts, row.words.title,
                row.words.notes, row.words.others, row.terms,
            ]
    }

    fileprivate init(_ row: SQLRow) {
        stamp = IndexStamp(value: row.integer(1))
        rating = row.isNull(2) ? nil : row.double(2)
        isUnreadable = !row.isNull(3)
        identifier = row.isNull(4) ? nil : row.integer(4)
        texts = isUnreadable ? [] : (5...11).map { Array(row.bytes($0)) }
    }

    /// Whether two rows have equal contents, ignoring their stamps.
    func agrees(with other: IndexedRow) -> Bool {
        texts == other.texts && rating == other.rating && isUnreadable == other.isUnreadable
            && identifier == other.identifier
    }
}

extension DocumentIndex {
    /// Reads the rows in a range of index IDs.
    func rows(_ range: ClosedRange<Int64>) throws -> [Int64: IndexedRow] {
        var rows: [Int64: IndexedRow] = [:]
        let statement = try database.statement(
            """
            SELECT d.id, d.stamp, d.rating, d.problem, d.identifier, d.title, d.tags, f.json,
                f.title, f.notes, f.others, f.terms
            FROM documents d LEFT JOIN facts f USING (id)
            WHERE d.id BETWEEN ? AND ?
            """)
        try statement.forEachRow([.integer(range.lowerBound), .integer(range.upperBound)]) {
            rows[$0.integer(0)] = IndexedRow($0)
        }
        return rows
    }

    /// Whether the database, its full-text index and its row counts are consistent.
    func isSound() throws -> Bool {
        var verdict = ""
        try database.prepare("PRAGMA quick_check(1)").forEachRow([]) { verdict = $0.text(0) }
        guard verdict == "ok" else { return false }
        let counted = try database.prepare(
            """
            SELECT count(*) = (SELECT count FROM state)
                AND (SELECT count(*) FROM facts) = count(*) - count(problem) FROM documents
            """
        ).integer()
        guard counted == 1 else { return false }
        do {
            try database.execute("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")
            return true
        } catch {
            if error.isDamage { return false }
            throw error
        }
    }
}
