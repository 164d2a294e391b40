import XML

/// Reads the rows of a table one by one, and keeps at most one of them in memory.
package protocol TableReader: AnyObject {
    /// The names of the columns; nil if each row names its own.
    var columns: [String]? { get }

    /// Whether a number may be written `4,5`, as in tables with a semicolon or a tab between
    /// values.
    var usesDecimalComma: Bool { get }

    /// Who made the table; nil if the first row tells it.
    var origin: TableOrigin? { get }

    /// Sentences about all that was read.
    var warnings: [String] { get }

    /// The next row that isn't blank; nil after the last.
    ///
    /// - Throws: ``TableError`` for an invalid row. The next call returns the row after it.
    func next() throws -> TableRow?
}

extension TableReader {
    package var columns: [String]? { nil }
    package var usesDecimalComma: Bool { false }
    package var origin: TableOrigin? { nil }
    package var warnings: [String] { [] }
}

package struct TableError: Error, Hashable {
    /// The line on which the row or the value begins, from 1.
    package let line: Int
    /// The position of the value in its row or, in JSON, of the character in its line, from 1.
    package let column: Int?
    /// The description of the error, without the position.
    package let message: String

    init(line: Int, column: Int? = nil, _ message: String) {
        (self.line, self.column, self.message) = (line, column, message)
    }

    /// The error of a value or a row, after its subject.
    static let tooManyMarks =
        "has a character with more than \(CombiningMarks.most) accents"
}

extension TableError: CustomStringConvertible {
    package var description: String {
        "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(message)"
    }
}

package struct TableRow: Hashable {
    /// The line on which the row begins, from 1.
    package let line: Int
    package let cells: [TableCell]
    /// The paths of its files in the archive that has the table.
    var paths: [String] = []
    /// When the document was changed last, as a file of our own says it; nil if none does.
    var modified: Timestamp?

    package init(line: Int, cells: [TableCell], paths: [String] = [], modified: Timestamp? = nil) {
        (self.line, self.cells, self.paths, self.modified) = (line, cells, paths, modified)
    }

    func with(_ cells: [TableCell]) -> TableRow {
        TableRow(line: line, cells: cells, paths: paths, modified: modified)
    }

    /// The cell of a column, if the row has it. Case does not count.
    package func cell(named name: String) -> TableCell? {
        cells.first { $0.column.lowercased() == name }
    }
}

package struct TableCell: Hashable {
    /// The name of the column or, in JSON, the key.
    package let column: String
    /// The position of the value in its row, from 1; nil in JSON.
    package let position: Int?
    package let value: TableValue
    /// Whether it has the name of our own field or key, whatever its column means elsewhere.
    var isMember = false
    /// What it says for the field that its column names, once that is known.
    var fieldValue: FieldValue?

    package init(
        column: String, position: Int? = nil, value: TableValue, isMember: Bool = false,
        fieldValue: FieldValue? = nil
    ) {
        (self.column, self.position, self.value) = (column, position, value)
        (self.isMember, self.fieldValue) = (isMember, fieldValue)
    }
}

/// The value of a cell. Separated values are always texts.
package enum TableValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case list([TableValue])
    case object([String: TableValue])

    /// The value as text, if it is one value.
    package var text: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): number.shortest
        default: nil
        }
    }
}

extension [String] {
    /// The first repeated name, and the index of its earlier occurrence.
    ///
    /// Case does not count, since columns are looked up without it. Empty names don't repeat.
    var firstRepetition: (index: Int, before: Int)? {
        var seen: [String: Int] = [:]
        for (index, name) in enumerated() where !name.isEmpty {
            if let before = seen.updateValue(index, forKey: name.lowercased()) {
                return (index, before)
            }
        }
        return nil
    }
}

/// The header of separated values, which names the columns.
struct TableHeader {
    /// The names of the columns, empty for one without a name. The last one has a name.
    let names: [String]
    /// Rows of another program may leave out empty values at their ends, as eBird's do.
    let origin: TableOrigin
    /// Whether rows may have more values than the header. A tab stands in no value, but a comma may have
    /// been meant as a part of one.
    private let takesLongRows: Bool

    /// - Parameter mapped: the fields that the user names for columns, in lower case.
    /// - Throws: ``TableError`` if a column has the name of another column.
    init(_ record: SeparatedRecord, separator: UInt8, besides mapped: [String: String]) throws {
        var names = record.values.map(\.trimmed)
        while names.last?.isEmpty == true { names.removeLast() }
        origin = TableOrigin(names, besides: mapped)
        takesLongRows = origin == .foreign && separator == UInt8(ascii: "\t")
        if origin != .own {
            var seen: Set<String> = []
            for (index, name) in names.enumerated()
            where !name.isEmpty && !seen.insert(name.lowercased()).inserted {
                names[index] += " (column \(index + 1))"
            }
        }
        if let (index, before) = names.firstRepetition {
            throw TableError(
                line: record.line, column: index + 1,
                "the header has the name of column \(before + 1) again")
        }
        self.names = names
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
        var names = names
        if origin == .foreign, values.count < names.count {
            values += Array(repeating: "", count: names.count - values.count)
        }
        if takesLongRows, values.count > names.count {
            names += Array(repeating: "", count: values.count - names.count)
        }
        guard values.count == names.count else {
            throw TableError(line: record.line, mismatch(values.count))
        }
        return try zip(names, values).enumerated().map { index, cell in
            let isUnnamed = cell.0.isEmpty && !cell.1.trimmed.isEmpty
            guard !isUnnamed || origin == .foreign else {
                throw TableError(
                    line: record.line, column: index + 1,
                    "the header has no name for the column of this value; add the name, or remove "
                        + "the column")
            }
            let text = origin == .own ? SpreadsheetText.unguarded(cell.1) : cell.1
            return TableCell(
                column: isUnnamed ? "column \(index + 1)" : cell.0, position: index + 1,
                value: .text(text))
        }
    }

    private func mismatch(_ count: Int) -> String {
        "the row has \(count.counting("value")) where the header has \(names.count.grouped)"
            + (count > names.count
                ? "; name each column in the header, or put a value with the separator in it into "
                    + "double quotes" : "")
    }
}
