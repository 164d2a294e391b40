extension DocumentIndex {
    /// A change of one row: inserts or replaces it, or removes it.
    enum Change: Sendable {
        case put(IndexRow)
        case remove(DocumentName)
    }

    /// Applies changes in one transaction.
    ///
    /// - Parameter body: receives a function that applies one change. It returns the position that the
    ///   rows then match; nil keeps the recorded one.
    func update(
        _ body: (_ change: (Change) throws -> Void) throws -> IndexPosition?
    ) throws {
        try database.transaction {
            try checkOwner()
            var writer = try IndexWriter(database, textFields, shownFields)
            var count = try self.count()
            let isAll = count == 0
            // The words of most indexes are written once. To merge them meanwhile would take 5 % of
            // the time.
            if isAll { try configureWords(automerge: 0, hashsize: 2 << 20) }
            let position = try database.writing(all: isAll) {
                try body { count += try writer.make($0) }
            }
            // FTS5's own values.
            if isAll { try configureWords(automerge: 4, hashsize: 1 << 20) }
            try database.statement("UPDATE state SET count = ?").run(.integer(count))
            if let position { try set(position) }
        }
    }

    /// Tells FTS5 how to write words; see "The 'automerge' Configuration Option" in its documentation.
    ///
    /// - Parameters:
    ///   - automerge: the segments that it merges while rows are added; 0 for none, until there are 16.
    ///   - hashsize: the bytes of words that it gathers for a segment.
    private func configureWords(automerge: Int, hashsize: Int) throws(DatabaseError) {
        try database.execute(
            """
            INSERT INTO words (words, rank)
            VALUES ('automerge', \(automerge)), ('hashsize', \(hashsize))
            """)
    }
}

/// Writes rows with prepared statements, since an index may have a million rows.
private struct IndexWriter {
    private let textFields: [Field]
    /// The places of the fields in the table `shown`.
    private let places: [String: Int]
    private let documents: Statement
    private let facts: Statement
    private let shown: Statement
    private let words: Statement
    private let vocabulary: Statement
    private let lexicon: Statement
    private let removals: [Statement]
    private var known = KnownTexts()

    init(
        _ database: Database, _ textFields: [Field], _ shownFields: [Field]
    ) throws(DatabaseError) {
        self.textFields = textFields
        places = shownFields.enumerated().reduce(into: [:]) { $0[$1.element.name] = $1.offset + 2 }
        shown = try database.statement(
            "INSERT INTO shown VALUES (?, ?\(String(repeating: ", ?", count: shownFields.count)))")
        documents = try database.statement(
            "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
        let columns = textFields.map { $0.indexColumn + ", " }.joined() + "terms"
        let texts = textFields.map { _ in "?, " }.joined() + "?"
        words = try database.statement(
            "INSERT INTO words (rowid, \(columns)) VALUES (?, \(texts))")
        facts = try database.statement(
            "INSERT INTO facts (id, \(columns), json, other, conflicts, \(IndexPlaces.columns)) "
                + "VALUES (?, \(texts), ?, ?, ?, ?, ?, ?)")
        vocabulary = try database.statement(
            "INSERT INTO vocabulary VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
        lexicon = try database.statement("INSERT INTO lexicon VALUES (?) ON CONFLICT DO NOTHING")
        // `words` is an external-content table: FTS5 reads the words to delete from `facts`, so
        // `facts` must still have the row.
        removals = [
            try database.statement("DELETE FROM words WHERE rowid = ?"),
            try database.statement("DELETE FROM facts WHERE id = ?"),
            try database.statement("DELETE FROM shown WHERE id = ?"),
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
        try row.texts.withUnsafeBufferPointer { (texts) throws(DatabaseError) in
            try insert(row, texts)
        }
    }

    private mutating func insert(
        _ row: IndexRow, _ texts: UnsafeBufferPointer<UInt8>
    ) throws(DatabaseError) -> Bool {
        let id = row.name.indexID
        let count = try documents.run(from: texts) { parameters in
            parameters.set(0, id)
            parameters.set(1, row.stamp.value)
            parameters.set(2, row.title)
            parameters.set(3, row.rating.map(Double.init))
            parameters.set(4, row.tags)
            parameters.set(5, row.problem)
            parameters.set(6, row.identifier?.value)
            parameters.set(7, row.content?.high)
            parameters.set(8, row.content?.low)
        }
        guard count > 0 else { return false }
        let textFields = textFields
        try words.run(from: texts) { row.setWords(&$0, textFields) }
        try facts.run(from: texts) { parameters in
            row.setWords(&parameters, textFields)
            parameters.set(textFields.count + 2, row.facts)
            parameters.set(textFields.count + 3, row.shown.other)
            parameters.set(textFields.count + 4, row.shown.conflicts)
            guard let position = row.position else { return }
            parameters.set(textFields.count + 5, Int64(position.latitudeUnits))
            parameters.set(textFields.count + 6, Int64(position.longitudeUnits))
            parameters.set(textFields.count + 7, Int64(position.centimetres))
        }
        let places = places
        try shown.run(from: texts) { row.setShown(&$0, places) }
        try addToVocabulary(row, texts)
        try addToLexicon(row, texts)
        return true
    }

    private mutating func addToVocabulary(
        _ row: IndexRow, _ texts: UnsafeBufferPointer<UInt8>
    ) throws(DatabaseError) {
        for value in row.vocabulary {
            var fieldName = value.fieldName
            let folded = UnsafeBufferPointer(rebasing: texts[value.folded])
            guard fieldName.withUTF8({ known.isNew(folded, after: $0) }) else { continue }
            try Array(fieldName.utf8).withUnsafeBufferPointer {
                (fieldName) throws(DatabaseError) in
                _ = try vocabulary.run(from: texts) { parameters in
                    parameters.set(0, fieldName)
                    parameters.set(1, folded)
                    parameters.set(2, value.spelling)
                    parameters.set(3, row.name.indexID)
                }
            }
        }
    }

    private mutating func addToLexicon(
        _ row: IndexRow, _ texts: UnsafeBufferPointer<UInt8>
    ) throws(DatabaseError) {
        for words in row.words.lazy.map(\.words) {
            var start = words.lowerBound
            while start < words.upperBound {
                var end = start
                while end < words.upperBound, texts[end] != UInt8(ascii: " ") { end += 1 }
                let word = UnsafeBufferPointer(rebasing: texts[start..<end])
                if DocumentIndex.isInLexicon(word), known.isNew(word) {
                    try lexicon.run(from: texts) { $0.set(0, word) }
                }
                start = end + 1
            }
        }
    }

    private func remove(_ id: Int64) throws(DatabaseError) -> Int {
        var count = 0
        // The last statement deletes from `documents`, so its count says whether the row existed.
        for removal in removals {
            count = try removal.run(from: UnsafeBufferPointer(start: nil, count: 0)) {
                $0.set(0, id)
            }
        }
        return -count
    }
}

extension IndexRow {
    /// Sets the columns that `words` and `facts` have in common.
    fileprivate func setWords(_ parameters: inout SQLParameters, _ textFields: [Field]) {
        parameters.set(0, name.indexID)
        for (fieldName, words) in words {
            let column = textFields.firstIndex { $0.name == fieldName }
            if let column { parameters.set(column + 1, words) }
        }
        parameters.set(textFields.count + 1, terms)
    }
}

extension IndexRow {
    /// - Parameter places: the places of the fields.
    fileprivate func setShown(_ parameters: inout SQLParameters, _ places: [String: Int]) {
        parameters.set(0, name.indexID)
        parameters.set(1, shown.missing)
        for (fieldName, value) in shown.values {
            guard let place = places[fieldName] else { continue }
            switch value {
            case .integer(let value): parameters.set(place, value)
            case .real(let value): parameters.set(place, value)
            case .text(let text): parameters.set(place, text)
            }
        }
    }
}

/// Remembers values that the vocabulary has, and words that the lexicon has, so that SQLite need not be
/// asked for each value and word of each document. It forgets them when they are too many.
private struct KnownTexts {
    /// The hashes of the texts. Nobody can choose texts with one hash, since the seed is random.
    private var hashes: Set<Int> = []
    /// The most of them, so that memory is bounded.
    private static let most = 1 << 16

    /// Whether a value of a field, or a word without a field, is not known. From now on it is.
    mutating func isNew(
        _ text: UnsafeBufferPointer<UInt8>,
        after fieldName: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
    ) -> Bool {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(fieldName))
        hasher.combine(fieldName.count)
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        guard hashes.insert(hasher.finalize()).inserted else { return false }
        if hashes.count > Self.most { hashes = [] }
        return true
    }
}
