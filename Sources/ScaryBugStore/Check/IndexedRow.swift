/// All columns of a document's index row, for comparison with the expected row.
struct IndexedRow: Hashable, Sendable {
    /// The title, tags, facts, terms, and the texts of ``ShownValues`` that are no values, in UTF-8;
    /// empty for an unreadable document.
    private let texts: [[UInt8]]
    /// The values that results show, by the names of the fields.
    private let shown: [String: Shown]
    /// The words of each field that has any, in UTF-8.
    private let words: [String: [UInt8]]
    private let rating: Double?
    private let isUnreadable: Bool
    private let identifier: Int64?
    private let content: Digest?
    /// The stamp of the files from which the row was made.
    let stamp: IndexStamp

    private enum Shown: Hashable {
        case integer(Int64)
        case real(Double)
        case text([UInt8])
    }

    /// Makes the expected row.
    init(_ row: IndexRow) {
        rating = row.rating.map(Double.init)
        isUnreadable = row.problem != nil
        (identifier, content) = (row.identifier?.value, row.content)
        stamp = row.stamp
        texts =
            isUnreadable
            ? []
            : [
                row.title, row.tags, row.facts, row.terms, row.shown.missing, row.shown.other,
                row.shown.conflicts,
            ].map { $0.map { Array(row.texts[$0]) } ?? [] }
        shown = row.shown.values.reduce(into: [:]) { shown, element in
            shown[element.fieldName] =
                switch element.value {
                case .integer(let value): .integer(value)
                case .real(let value): .real(value)
                case .text(let place): .text(Array(row.texts[place]))
                }
        }
        words = Dictionary(row.words.map { ($0, Array(row.texts[$1])) }) { first, _ in first }
    }

    /// - Parameters:
    ///   - textFields: the fields of the columns after the others.
    ///   - shownFields: the fields of the columns after these.
    fileprivate init(_ row: SQLRow, _ textFields: [Field], _ shownFields: [Field]) {
        stamp = IndexStamp(value: row.integer(1))
        rating = row.isNull(2) ? nil : row.double(2)
        isUnreadable = !row.isNull(3)
        identifier = row.isNull(4) ? nil : row.integer(4)
        content = row.isNull(5) ? nil : Digest(high: row.integer(5), low: row.integer(6))
        texts = isUnreadable ? [] : (7...13).map { Array(row.bytes($0)) }
        words = textFields.enumerated().reduce(into: [:]) { words, column in
            let bytes = row.bytes(CInt(14 + column.offset))
            if !bytes.isEmpty { words[column.element.name] = Array(bytes) }
        }
        shown = shownFields.enumerated().reduce(into: [:]) { shown, column in
            let place = CInt(14 + textFields.count + column.offset)
            guard !row.isNull(place) else { return }
            shown[column.element.name] =
                switch column.element.shownType {
                case "INTEGER": .integer(row.integer(place))
                case "REAL": .real(row.double(place))
                default: .text(Array(row.bytes(place)))
                }
        }
    }

    /// Whether two rows have equal contents, ignoring their stamps.
    func agrees(with other: IndexedRow) -> Bool {
        texts == other.texts && words == other.words && shown == other.shown
            && rating == other.rating
            && isUnreadable == other.isUnreadable && identifier == other.identifier
            && content == other.content
    }
}

extension DocumentIndex {
    /// Reads the rows in a range of index IDs.
    func rows(_ range: ClosedRange<Int64>) throws -> [Int64: IndexedRow] {
        var rows: [Int64: IndexedRow] = [:]
        let columns =
            (textFields.map { "f.\($0.indexColumn)" } + shownFields.map { "s.\($0.shownColumn)" })
            .joined(separator: ", ")
        let statement = try database.statement(
            """
            SELECT d.id, d.stamp, d.rating, d.problem, d.identifier, d.content_high, d.content_low,
                d.title, d.tags, f.json, f.terms, s.missing, f.other, f.conflicts, \(columns)
            FROM documents d LEFT JOIN facts f USING (id) LEFT JOIN shown s USING (id)
            WHERE d.id BETWEEN ? AND ?
            """)
        try statement.forEachRow([.integer(range.lowerBound), .integer(range.upperBound)]) {
            rows[$0.integer(0)] = IndexedRow($0, textFields, shownFields)
        }
        return rows
    }

    /// Whether the database, its full-text index and its row counts are consistent.
    func isSound() throws -> Bool {
        guard try database.isIntact() else { return false }
        let counted = try database.prepare(
            """
            SELECT count(*) = (SELECT count FROM state)
                AND (SELECT count(*) FROM facts) = count(*)
                AND (SELECT count(*) FROM shown) = count(*) FROM documents
            """
        ).integer()
        guard counted == 1 else { return false }
        guard try findsAllWords(), try spellsVocabulary(), try hasWholeLexicon() else {
            return false
        }
        do {
            try database.execute("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")
            return true
        } catch {
            if error.isDamage { return false }
            throw error
        }
    }

    /// Whether FTS5 finds each page of words from the table that leads to them. Its integrity check
    /// doesn't notice if an entry of that table is missing.
    ///
    /// The lower 31 bits of a page's ID number the page, and the bits from 37 on number its segment. Bit
    /// 36 is set for a page without words. A page where a word begins is longer than its bytes 2
    /// and 3 say. See https://www.sqlite.org/fts5.html and the comments in SQLite's fts5_index.c.
    private func findsAllWords() throws -> Bool {
        try database.prepare(
            """
            SELECT NOT EXISTS (
                SELECT id >> 37, id & 0x7fffffff FROM words_data
                WHERE id >= (1 << 37) AND (id >> 36) & 1 = 0
                    AND hex(substr(block, 3, 2)) <> printf('%04X', length(block))
                EXCEPT SELECT segid, pgno >> 1 FROM words_idx)
            """
        ).integer() == 1
    }

    /// Whether each spelling that completion offers has the folded form under which it is found.
    private func spellsVocabulary() throws -> Bool {
        var isRight = true
        try database.prepare("SELECT folded, spelling FROM vocabulary").forEachRow([]) { row in
            isRight = isRight && Tokenizer.folded(row.text(1)) == row.text(0)
        }
        return isRight
    }
    /// Whether the lexicon has the words of all texts, so that queries for their beginnings find them.
    private func hasWholeLexicon() throws -> Bool {
        try database.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab (main, words, row)")
        var isWhole = true
        let isMissing = try database.prepare("SELECT count(*) = 0 FROM lexicon WHERE word = ?")
        try database.prepare("SELECT term FROM temp.terms").forEachRow([]) { row in
            let word = row.bytes(0)
            guard DocumentIndex.isInLexicon(word), !IndexTerm.isValue(word) else { return }
            isWhole = try isWhole && isMissing.integer(.text(row.text(0))) == 0
        }
        return isWhole
    }
}

extension Workspace {
    enum RowFlaw: Hashable, Sendable {
        /// Another program changed the document after the index read it.
        case stale
        /// The row was wrong from the start, or something changed it in the index.
        case wrong
    }

    /// The number of rows in a batch, for one thread or under one lock.
    static let checkedTogether = 64

    /// Whether an index exists and is current, as far as the modification time of the documents'
    /// directory shows.
    func hasIndexToCheck() throws -> Bool {
        guard let documents = try readable() else { return false }
        let isThere = try usingIndex(of: documents, making: false) { _ in true } ?? false
        return try isThere && withIndex { _ in true } ?? false
    }

    /// Reads the rows in a range of index IDs; nil if the index no longer exists.
    func indexedRows(_ range: ClosedRange<Int64>) throws -> [Int64: IndexedRow]? {
        guard let documents = try readable() else { return nil }
        return try usingIndex(of: documents, making: false) { try $0.rows(range) } ?? nil
    }

    /// Compares suspect rows again, because other sessions may have been about to write them.
    ///
    /// The workspace's lock keeps others from changing documents; while another session has it, nothing is
    /// found. Changes made before the lock show in the modification time of the documents' directory,
    /// and the index reads them first.
    func flawsInRows(_ suspects: [Int64]) throws -> [(id: Int64, flaw: RowFlaw)] {
        var found: [(id: Int64, flaw: RowFlaw)] = []
        var rest = suspects[...]
        while let piece = rest.popFirst(Self.checkedTogether) {
            try Interruption.check()
            found += try whileFree { try flaws(inRows: piece) } ?? []
        }
        return found
    }

    private func flaws(inRows ids: [Int64]) throws -> [(id: Int64, flaw: RowFlaw)] {
        let reader = try indexReader()
        return try withIndex { index in
            try ids.compactMap { id in
                let present = try reader.indexRow(of: DocumentName(indexID: id)).map(
                    IndexedRow.init)
                let indexed = try index.rows(id...id)[id]
                return Self.flaw(indexed, present).map { (id, $0) }
            }
        } ?? []
    }

    /// - Parameters:
    ///   - indexed: the row in the index; nil if it has none.
    ///   - present: the expected row; nil if the document does not exist.
    private static func flaw(_ indexed: IndexedRow?, _ present: IndexedRow?) -> RowFlaw? {
        guard let indexed, let present else { return indexed == present ? nil : .wrong }
        if indexed.agrees(with: present) { return nil }
        let isStale = indexed.stamp != .unknown && indexed.stamp != present.stamp
        return isStale ? .stale : .wrong
    }

    /// Rebuilds the index. Under the lock no other process writes to it.
    func remakeIndex() throws {
        guard let documents = try readable() else { return }
        _ = try locked { index.giveUp(after: .abandoned, documents) }
        _ = try refresh()
    }
}
