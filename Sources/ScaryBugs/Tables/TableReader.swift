/// Takes the rows of a table one after the other, with no more than one of them in memory.
protocol TableReader: AnyObject {
    /// What the header names; nil where each row names its own.
    var columns: [String]? { get }

    /// Whether a number may be written `4,5`, as it is where a semicolon stands between values.
    var usesDecimalComma: Bool { get }

    /// The next row that isn't blank; nil after the last.
    ///
    /// - Throws: ``TableError`` for a row that is wrong, after which the next one can be asked for.
    func next() throws -> TableRow?
}

/// Why a row, or the header, cannot be taken.
struct TableError: Error, Hashable {
    /// The line on which the row begins, or the value, from 1.
    let line: Int
    /// Which of the separated values it is, or which character of a line of JSON, from 1.
    let column: Int?
    /// What is wrong, without the place.
    let message: String

    init(line: Int, column: Int? = nil, _ message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

extension TableError: CustomStringConvertible {
    var description: String {
        "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(message)"
    }
}
