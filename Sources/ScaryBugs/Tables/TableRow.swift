struct TableRow: Hashable {
    /// The line on which the row begins, from 1.
    let line: Int
    let cells: [TableCell]
}

struct TableCell: Hashable {
    /// The name of the column or, in JSON, the key.
    let column: String
    /// The position of the value in its row, from 1; nil in JSON.
    let position: Int?
    let value: TableValue
}

/// The value of a cell. Separated values are always texts.
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
