import KeyedArchive

/// A row of separated values that is being read.
///
/// After the first error it discards all bytes, so that a quote that is never closed uses no
/// memory.
struct SeparatedRecord {
    /// The line on which the row begins, from 1.
    let line: Int
    private(set) var values: [String] = []
    /// The first error in the row.
    private(set) var error: TableError?

    private let limits: Limits
    private var size = 0
    private var value: [UInt8] = []
    private var valueLine: Int

    init(line: Int, limits: Limits) {
        self.line = line
        self.limits = limits
        valueLine = line
    }

    var isBlank: Bool { error == nil && values.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    mutating func beginValue(line: Int) {
        value.removeAll(keepingCapacity: true)
        valueLine = line
        if error == nil, values.count == limits.tableColumns {
            refuseRow(
                "has more than \(limits.tableColumns.grouped) values"
                    + Limits.Name.tableColumns.remedy)
        }
    }

    mutating func append(_ byte: UInt8) {
        guard error == nil else { return }
        if byte == 0 { refuseValue("has a NUL in it") }
        size += 1
        if size > limits.textFileBytes {
            refuseRow(
                "is longer than \(limits.textFileBytes.grouped) bytes, or a quote is never closed"
                    + Limits.Name.textFileBytes.remedy)
        }
        value.append(byte)
    }

    mutating func endValue(isQuoted: Bool) {
        guard error == nil else { return }
        if !isQuoted { while value.last?.isBlank == true { value.removeLast() } }
        guard let text = String(validating: value, as: UTF8.self) else {
            return refuseValue("is not UTF-8; save the table as UTF-8")
        }
        if CombiningMarks.areTooMany(in: text) { return refuseValue(TableError.tooManyMarks) }
        // Such as a no-break space before the quote.
        if !isQuoted, let first = value.first, first < 0x20 || first >= 0x80,
            text.trimmed.utf8.first == .quote
        {
            return refuseValue("has a quote after white space; remove the white space")
        }
        values.append(text)
    }

    /// Records an error in the current value, unless the row has an earlier error.
    mutating func refuseValue(_ what: String) {
        error =
            error ?? TableError(line: valueLine, column: values.count + 1, "the value \(what)")
    }

    private mutating func refuseRow(_ what: String) {
        error = error ?? TableError(line: line, "the row \(what)")
    }
}
