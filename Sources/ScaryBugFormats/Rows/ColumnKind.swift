/// What a word for nothing says in a column.
enum ColumnKind {
    /// Nothing. The column has numbers, dates or positions.
    case measure
    /// Nothing. Nearly all values of the column are among a few.
    case choice
    /// Nothing where a measure of the row has the same word. Else it is a text, since somebody may be called
    /// so.
    case text

    init(_ field: Field) {
        self = field.hasFewValues ? .choice : field.takesAnyText ? .text : .measure
    }
}

extension TableColumns.Meaning {
    var part: ColumnVocabulary.Part? { if case .part(let part) = self { part } else { nil } }
}

extension TableCell {
    /// A word for nothing; nil for any other value.
    var wordForNothing: String? {
        guard case .text(let text) = value, WrittenValue.isNothing(text) else { return nil }
        return text.trimmed
    }

    var saysNothing: Bool { value.isEmpty || wordForNothing != nil }
}

extension TableRow {
    /// The words for nothing in the measures of the row.
    func wordsForNothing(_ kind: (TableCell) throws -> ColumnKind) rethrows -> Set<String> {
        var words: Set<String> = []
        for cell in cells {
            if let word = cell.wordForNothing, try kind(cell) == .measure { words.insert(word) }
        }
        return words
    }

    /// The row without the cells whose words say nothing.
    func withoutWordsForNothing(_ kind: (TableCell) throws -> ColumnKind) rethrows -> TableRow {
        let places = cells.indices.filter { cells[$0].wordForNothing != nil }
        if places.isEmpty { return self }
        let words = try wordsForNothing(kind)
        let silent = try places.filter { place in
            let cell = cells[place]
            return try kind(cell) != .text || words.contains(cell.wordForNothing ?? "")
        }
        return with(cells.indices.filter { !silent.contains($0) }.map { cells[$0] })
    }
}
