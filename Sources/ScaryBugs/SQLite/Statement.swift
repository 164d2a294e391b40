import CSQLite

/// A compiled statement, which owns its handle.
final class Statement {
    private let handle: OpaquePointer
    private unowned let database: Database

    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Running

    /// Runs the statement with these parameters and ignores its rows.
    ///
    /// - Parameter texts: contains the values that are parts of it.
    /// - Returns: the number of rows that it changed.
    @discardableResult
    func run(_ values: SQLValue..., from texts: [UInt8] = []) throws(DatabaseError) -> Int {
        try run(values, from: texts)
    }

    @discardableResult
    func run(_ values: [SQLValue], from texts: [UInt8] = []) throws(DatabaseError) -> Int {
        defer { sqlite3_reset(handle) }
        return try SQLValue.texts(of: values, after: texts).withUnsafeBufferPointer {
            (texts) throws(DatabaseError) in
            try bind(values, texts)
            while try step() {}
            return Int(sqlite3_changes(sqlite3_db_handle(handle)))
        }
    }

    /// The first column of the first row; nil if there is no row, or the column is null.
    ///
    /// - Parameter texts: contains the values that are parts of it.
    func integer(
        _ values: SQLValue..., from texts: [UInt8] = []
    ) throws(DatabaseError) -> Int64? {
        defer { sqlite3_reset(handle) }
        return try SQLValue.texts(of: values, after: texts).withUnsafeBufferPointer {
            (texts) throws(DatabaseError) in
            try bind(values, texts)
            return try step() && !row.isNull(0) ? row.integer(0) : nil
        }
    }

    func forEachRow(_ values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
        defer { sqlite3_reset(handle) }
        try SQLValue.texts(of: values, after: []).withUnsafeBufferPointer { texts in
            try bind(values, texts)
            while try step() { try body(row) }
        }
    }

    /// - Parameter texts: the texts of the values, as one buffer. It must stay valid while the
    ///   statement runs, since SQLite doesn't copy it.
    private func bind(
        _ values: [SQLValue], _ texts: UnsafeBufferPointer<UInt8>
    ) throws(DatabaseError) {
        // The strings lie at the end.
        var start = texts.count - values.reduce(0) { $0 + $1.stringSize }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: handle, at: CInt(index + 1), texts, &start)
            if code != SQLITE_OK { throw database.error(code) }
        }
    }

    /// Advances to the next row; returns false after the last.
    private func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.error(code)
        }
    }

    var row: SQLRow { SQLRow(handle: handle) }
}

/// The columns of a row, valid until the statement advances.
///
/// It only wraps the handle, since a result can have a million rows.
struct SQLRow {
    fileprivate let handle: OpaquePointer

    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

    func double(_ column: CInt) -> Double { sqlite3_column_double(handle, column) }

    /// The UTF-8 of a text; empty for null.
    func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
        // One call finds the column for both. SQLite allows this because only one thread uses the database.
        let value = sqlite3_column_value(handle, column)
        let start = sqlite3_value_text(value)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }

    func text(_ column: CInt) -> String { String(decoding: bytes(column), as: UTF8.self) }
}

/// A parameter of a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// A text in UTF-8, which is a part of the bytes that the statement gets with its values.
    case part(Range<Int>)

    static func part(_ range: Range<Int>?) -> SQLValue { range.map { .part($0) } ?? .null }

    /// One buffer with all texts, so that SQLite need not copy each.
    fileprivate static func texts(of values: [SQLValue], after parts: [UInt8]) -> [UInt8] {
        var texts = parts
        for case .text(let text) in values { texts.append(utf8: text) }
        return texts
    }

    fileprivate var stringSize: Int {
        if case .text(let text) = self { text.utf8.count } else { 0 }
    }

    /// - Parameter start: the place of the next string in the buffer. Binding it moves the place to
    ///   the one after it.
    fileprivate func bind(
        to handle: OpaquePointer, at index: CInt, _ texts: UnsafeBufferPointer<UInt8>,
        _ start: inout Int
    ) -> CInt {
        let range: Range<Int>
        switch self {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let value): return sqlite3_bind_int64(handle, index, value)
        case .real(let value): return sqlite3_bind_double(handle, index, value)
        case .text:
            range = start..<(start + stringSize)
            start = range.upperBound
        case .part(let part): range = part
        }
        let text = UnsafeBufferPointer(rebasing: texts[range])
        return scarybugs_sqlite_bind_text(
            handle, index, text.baseAddress, CInt(clamping: text.count))
    }
}
