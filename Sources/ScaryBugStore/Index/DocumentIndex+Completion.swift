extension DocumentIndex {
    /// The first documents whose numbers begin with some digits, in the order of their numbers.
    ///
    /// - Parameter digits: any number for none.
    func titles(
        ofNumbersBeginningWith digits: String, atMost count: Int
    ) throws -> [(name: DocumentName, title: String)] {
        var found: [(name: DocumentName, title: String)] = []
        let statement = try database.statement(
            "SELECT id, title FROM documents WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?")
        for range in DocumentName.numbers(beginningWith: digits) where found.count < count {
            let (first, last) = (Int64(range.lowerBound) << 2, Int64(range.upperBound) << 2 | 3)
            let room = count - found.count
            found += try statement.rows([.integer(first), .integer(last), .integer(room)]) {
                (DocumentName(indexID: $0.integer(0)), $0.text(1))
            }
        }
        return found
    }

    /// The first values in use that begin with a text, sorted by their folded forms.
    func values(
        of field: Field, beginningWith text: String, atMost count: Int
    ) throws -> [String] {
        let statement = try database.statement(
            """
            SELECT spelling, folded, \(Self.has(field, "folded")) FROM vocabulary
            LEFT JOIN facts USING (id) WHERE field = ? AND folded >= ? AND folded < ?
            ORDER BY folded LIMIT ?
            """)
        let prefix = Self.prefix(text)
        // Some of them may be no longer in use.
        let most = count * 4
        let found = try statement.rows(
            [.text(field.name), .text(prefix), .text(prefix + "\u{10FFFF}"), .integer(most)]
        ) { (spelling: $0.text(0), folded: $0.text(1), isInUse: $0.integer(2) == 1) }
        return try found.lazy.filter { try $0.isInUse || isInUse($0.folded, of: field) }
            .prefix(count).map(\.spelling)
    }

    private static func prefix(_ text: String) -> String {
        Tokenizer.folded(text) + (text.last == " " ? " " : "")
    }

    /// The values beginning with a text that the documents with the highest numbers have, those of the
    /// documents that were changed last first.
    func newestValues(of field: Field, beginningWith text: String) throws -> [String] {
        let documents = try database.statement(
            """
            SELECT \(IndexFacts.value(of: field)) FROM
            (SELECT id, json FROM facts ORDER BY id DESC LIMIT 1000)
            ORDER BY \(IndexFacts.value(of: .modified)) DESC, id DESC
            """)
        let spelling = try database.statement(
            "SELECT spelling FROM vocabulary WHERE field = ? AND folded = ?")
        let prefix = Self.prefix(text)
        var (found, seen): ([String], Set<Substring>) = ([], [])
        try documents.forEachRow([]) { row in
            for value in row.text(0).split(separator: "\n")
            where value.hasPrefix(prefix) && seen.insert(value).inserted {
                found += try spelling.rows([.text(field.name), .text(String(value))]) { $0.text(0) }
            }
        }
        return found
    }

    /// Whether any document has a value that the first one with it has lost.
    private func isInUse(_ folded: String, of field: Field) throws -> Bool {
        let words = Tokenizer.words(of: folded)
        guard !words.isEmpty else { return true }
        let match = IndexCondition.phrase(words, in: field.indexColumn)
        let statement = try database.statement(
            """
            SELECT 1 FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT 1000)
            JOIN facts ON id = rowid WHERE \(Self.has(field, "?")) LIMIT 1
            """)
        return try statement.integer(.text(match), .text(folded)) == 1
    }

    /// An SQL expression for whether a row of `facts` has a value. The values of a list are lines.
    private static func has(_ field: Field, _ folded: String) -> String {
        "instr(char(10) || \(IndexFacts.value(of: field)) || char(10), "
            + "char(10) || \(folded) || char(10)) > 0"
    }
}

extension DocumentName {
    /// The ranges of numbers that begin with some digits: 3, 30-39, 300-399 and so on.
    static func numbers(beginningWith digits: String) -> [ClosedRange<Int>] {
        if digits.isEmpty { return [numbers] }
        guard digits.first != "0", var first = Int(asciiDigits: digits.utf8) else {
            return []
        }
        var ranges: [ClosedRange<Int>] = []
        var last = first
        while numbers.contains(first) {
            ranges.append(first...min(last, numbers.upperBound))
            (first, last) = (first * 10, last * 10 + 9)
        }
        return ranges
    }
}
