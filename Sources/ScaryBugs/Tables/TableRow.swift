/// A row of a table.
struct TableRow: Hashable {
    /// The line of the file on which it begins, from 1.
    let line: Int
    let cells: [TableCell]
}

/// A value of a row, with the column that it belongs to.
struct TableCell: Hashable {
    /// As the header calls it, or the key in JSON.
    let column: String
    /// Which value of the row it is, from 1; nil in JSON.
    let position: Int?
    let value: TableValue
}

/// What a cell holds: of separated values always a text.
enum TableValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case list([TableValue])
    case object([String: TableValue])
}

extension [String] {
    /// The first name that stands there twice, and where it stood before.
    ///
    /// Columns are found whatever their case is.
    var firstRepetition: (index: Int, before: Int)? {
        var seen: [String: Int] = [:]
        for (index, name) in enumerated() {
            if let before = seen.updateValue(index, forKey: name.lowercased()) {
                return (index, before)
            }
        }
        return nil
    }
}
