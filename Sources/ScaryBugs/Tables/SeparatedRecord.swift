/// A row of separated values while it is read.
///
/// After the first thing that is wrong nothing more is kept, so that a quote that is never closed
/// costs no memory.
struct SeparatedRecord {
    /// The line on which it begins, from 1.
    let line: Int
    private(set) var values: [String] = []
    /// What was wrong first.
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

    /// Whether there is nothing to read in it.
    var isBlank: Bool { error == nil && values.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    mutating func beginValue(line: Int) {
        value.removeAll(keepingCapacity: true)
        valueLine = line
        if error == nil, values.count == limits.tableColumns {
            refuseRow(
                "has more than \(limits.tableColumns) values" + Limits.Name.tableColumns.remedy)
        }
    }

    mutating func append(_ byte: UInt8) {
        guard error == nil else { return }
        if byte == 0 { refuseValue("has a NUL in it") }
        size += 1
        if size > limits.textFileBytes {
            refuseRow(
                "is longer than \(limits.textFileBytes) bytes, or a quote is never closed"
                    + Limits.Name.textFileBytes.remedy)
        }
        value.append(byte)
    }

    mutating func endValue() {
        guard error == nil else { return }
        if let text = String(validating: value, as: UTF8.self) {
            values.append(text)
        } else {
            refuseValue("is not UTF-8; save the table as UTF-8")
        }
    }

    /// Remembers what is wrong with the value that was begun last.
    mutating func refuseValue(_ what: String) {
        error =
            error ?? TableError(line: valueLine, column: values.count + 1, "the value \(what)")
    }

    private mutating func refuseRow(_ what: String) {
        error = error ?? TableError(line: line, "the row \(what)")
    }
}
