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
            let room = Int64(count - found.count)
            try statement.forEachRow([.integer(first), .integer(last), .integer(room)]) {
                found.append((DocumentName(indexID: $0.integer(0)), $0.text(1)))
            }
        }
        return found
    }

    /// The first terms for whole values that begin with a text, sorted, each with a document that has
    /// it.
    func terms(
        of field: Field, beginningWith text: String, atMost count: Int
    ) throws -> [(term: String, document: DocumentName)] {
        try database.execute(
            "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab (main, words, instance)"
        )
        let statement = try database.statement(
            "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ? LIMIT 1")
        let prefix = IndexTerm.prefix(text, of: field)
        let end = prefix + "\u{10FFFF}"
        var found: [(term: String, document: DocumentName)] = []
        var start: String? = prefix
        // Each term is looked up by itself, because a frequent one has a row for each document.
        while let next = start, found.count < count {
            start = nil
            try statement.forEachRow([.text(next), .text(end)]) { row in
                found.append((row.text(0), DocumentName(indexID: row.integer(1))))
                start = row.text(0) + "\u{1}"
            }
        }
        return found
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
