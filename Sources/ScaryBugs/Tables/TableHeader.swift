/// The header of separated values, which names the columns.
struct TableHeader {
    /// The names of the columns, empty for one without a name. The last one has a name.
    let names: [String]
    /// Whether `list --csv` wrote the table.
    private let isFromExport: Bool

    /// - Throws: ``TableError`` if a column has the name of another column.
    init(_ record: SeparatedRecord) throws {
        var names = record.values.map(\.trimmed)
        while names.last?.isEmpty == true { names.removeLast() }
        if let (index, before) = names.firstRepetition {
            throw TableError(
                line: record.line, column: index + 1,
                "the header has the name of column \(before + 1) again")
        }
        self.names = names
        isFromExport =
            names.starts(with: ["number", "kind", "title"])
            || names.contains(Field.identifier.name)
    }

    /// - Throws: ``TableError`` if the numbers of values and columns differ, or if a column without a
    ///   name has a value.
    func cells(of record: SeparatedRecord) throws -> [TableCell] {
        var values = record.values[...]
        // Spreadsheets write the empty columns beside a table, and other programs end each row with
        // a separator.
        while values.count > names.count, values.last?.trimmed.isEmpty == true {
            values.removeLast()
        }
        guard values.count == names.count else {
            throw TableError(line: record.line, mismatch(values.count))
        }
        return try zip(names, values).enumerated().map { index, cell in
            guard !cell.0.isEmpty || cell.1.trimmed.isEmpty else {
                throw TableError(
                    line: record.line, column: index + 1,
                    "the header has no name for the column of this value; add the name, or remove "
                        + "the column")
            }
            let text = isFromExport ? SpreadsheetText.unguarded(cell.1) : cell.1
            return TableCell(column: cell.0, position: index + 1, value: .text(text))
        }
    }

    private func mismatch(_ count: Int) -> String {
        "the row has \(count.counting("value")) where the header has \(names.count.grouped)"
            + (count > names.count
                ? "; name each column in the header, or put a value with the separator in it into "
                    + "double quotes" : "")
    }
}
