import KeyedArchive

/// Reads the rows of a table one by one, and keeps at most one of them in memory.
protocol TableReader: AnyObject {
    /// The names of the columns; nil if each row names its own.
    var columns: [String]? { get }

    /// Whether a number may be written `4,5`, as in tables with a semicolon or a tab between
    /// values.
    var usesDecimalComma: Bool { get }

    /// The next row that isn't blank; nil after the last.
    ///
    /// - Throws: ``TableError`` for an invalid row. The next call returns the row after it.
    func next() throws -> TableRow?
}

struct TableError: Error, Hashable {
    /// The line on which the row or the value begins, from 1.
    let line: Int
    /// The position of the value in its row or, in JSON, of the character in its line, from 1.
    let column: Int?
    /// The description of the error, without the position.
    let message: String

    init(line: Int, column: Int? = nil, _ message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

extension TableError {
    /// The error of a value or a row, after its subject.
    static let tooManyMarks =
        "has a character with more than \(CombiningMarks.most) accents"
}

extension TableError: CustomStringConvertible {
    var description: String {
        "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(message)"
    }
}
