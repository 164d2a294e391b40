extension DocumentIndex {
    /// A change of one row: inserts or replaces it, or removes it.
    enum Change: Sendable {
        case put(IndexRow)
        case remove(DocumentName)
    }

    /// Applies changes in one transaction.
    ///
    /// - Parameters:
    ///   - time: the modification time of the documents' directory that the rows then match; nil
    ///     keeps the recorded one.
    ///   - body: receives a function that applies one change.
    func update(
        to time: FileTime?, _ body: (_ change: (Change) throws -> Void) throws -> Void
    ) throws {
        try database.transaction {
            try checkOwner()
            var writer = try IndexWriter(database, textFields)
            var count = try self.count()
            try database.writing(all: count == 0) { try body { count += try writer.make($0) } }
            try database.statement("UPDATE state SET count = ?").run(.integer(Int64(count)))
            if let time {
                try database.statement("UPDATE state SET time = ?").run(.integer(time.packed))
            }
        }
    }
}

/// Writes rows with prepared statements, since an index may have a million rows.
private struct IndexWriter {
    private let textFields: [Field]
    private let documents: Statement
    private let facts: Statement
    private let records: Statement
    private let words: Statement
    private let vocabulary: Statement
    private let lexicon: Statement
    private let removals: [Statement]
    /// Hashes of values that the vocabulary has, and of words that the lexicon has. They save asking
    /// SQLite for each value and word of each document.
    private var known: Set<Int> = []
    /// The most of them, so that memory is bounded.
    private static let mostKnown = 50_000

    init(_ database: Database, _ textFields: [Field]) throws(DatabaseError) {
        self.textFields = textFields
        documents = try database.statement(
            "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
        let columns = textFields.map { $0.indexColumn + ", " }.joined() + "terms"
        let texts = textFields.map { _ in "?, " }.joined() + "?"
        words = try database.statement(
            "INSERT INTO words (rowid, \(columns)) VALUES (?, \(texts))")
        facts = try database.statement(
            "INSERT INTO facts (id, \(columns), json) VALUES (?, \(texts), ?)")
        records = try database.statement("INSERT INTO records VALUES (?, ?)")
        vocabulary = try database.statement(
            "INSERT INTO vocabulary VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        lexicon = try database.statement("INSERT INTO lexicon VALUES (?) ON CONFLICT DO NOTHING")
        // `words` is an external-content table: FTS5 reads the words to delete from `facts`, so
        // `facts` must still have the row.
        removals = [
            try database.statement("DELETE FROM words WHERE rowid = ?"),
            try database.statement("DELETE FROM facts WHERE id = ?"),
            try database.statement("DELETE FROM records WHERE id = ?"),
            try database.statement("DELETE FROM documents WHERE id = ?"),
        ]
    }

    /// - Returns: the change in the number of rows.
    mutating func make(_ change: DocumentIndex.Change) throws(DatabaseError) -> Int {
        switch change {
        case .put(let row): try put(row)
        case .remove(let name): try remove(name.indexID)
        }
    }

    private mutating func put(_ row: IndexRow) throws(DatabaseError) -> Int {
        if try insert(row) { return 1 }
        let removed = try remove(row.name.indexID)
        return try removed + (insert(row) ? 1 : 0)
    }

    /// - Returns: false if a row of that name exists.
    private mutating func insert(_ row: IndexRow) throws(DatabaseError) -> Bool {
        let id = SQLValue.integer(row.name.indexID)
        let count = try documents.run(
            id, .integer(row.stamp.value), .part(row.title),
            row.rating.map { .real(Double($0)) } ?? .null, .part(row.tags), .part(row.problem),
            row.identifier.map { .integer($0.value) } ?? .null, from: row.texts)
        guard count > 0 else { return false }
        var columns = [id]
        columns.reserveCapacity(textFields.count + 3)
        for field in textFields {
            columns.append(.part(row.words.first { $0.fieldName == field.name }?.words))
        }
        columns.append(.part(row.terms))
        try words.run(columns, from: row.texts)
        columns.append(.part(row.facts))
        try facts.run(columns, from: row.texts)
        if let record = row.record { try records.run(id, .part(record), from: row.texts) }
        try addToVocabulary(row, id)
        try addToLexicon(row)
        return true
    }

    private mutating func addToVocabulary(
        _ row: IndexRow, _ id: SQLValue
    ) throws(DatabaseError) {
        for value in row.vocabulary
        where isNew(row.texts[value.folded], after: value.fieldName) {
            try vocabulary.run(
                .text(value.fieldName), .part(value.folded), .part(value.spelling), id,
                from: row.texts)
        }
    }

    private mutating func addToLexicon(_ row: IndexRow) throws(DatabaseError) {
        for words in row.words.lazy.map(\.words) {
            var start = words.lowerBound
            while start < words.upperBound {
                let rest = row.texts[start..<words.upperBound]
                let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? words.upperBound
                let word = row.texts[start..<end]
                if DocumentIndex.isInLexicon(word), isNew(word, after: "") {
                    try lexicon.run(.part(start..<end), from: row.texts)
                }
                start = end + 1
            }
        }
    }

    /// Whether a value of a field, or a word without a field, is not known yet. From now on it is.
    private mutating func isNew(_ text: ArraySlice<UInt8>, after fieldName: String) -> Bool {
        // Its seed is random, so that nobody can choose words with one hash.
        var hasher = Hasher()
        hasher.combine(fieldName)
        text.withUnsafeBytes { hasher.combine(bytes: $0) }
        guard known.insert(hasher.finalize()).inserted else { return false }
        if known.count > Self.mostKnown { known = [] }
        return true
    }

    private func remove(_ id: Int64) throws(DatabaseError) -> Int {
        var count = 0
        // The last statement deletes from `documents`, so its count says whether the row existed.
        for removal in removals { count = try removal.run(.integer(id)) }
        return -count
    }
}
