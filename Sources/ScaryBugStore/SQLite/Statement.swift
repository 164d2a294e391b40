import CSQLite

/// A compiled statement, which owns its handle.
package final class Statement {
    let sql: String
    private let handle: OpaquePointer
    private unowned let database: Database

    init(_ handle: OpaquePointer, _ sql: String, of database: Database) {
        self.sql = sql
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Running

    /// Runs the statement with these parameters and ignores its rows.
    package func run(_ values: SQLValue...) throws(DatabaseError) { try run(values) }

    func run(_ values: [SQLValue]) throws(DatabaseError) {
        defer { sqlite3_reset(handle) }
        try SQLValue.texts(of: values).withUnsafeBufferPointer { (texts) throws(DatabaseError) in
            try bind(values, texts)
            while try step() {}
        }
    }

    /// Runs the statement and ignores its rows. An index gets a million rows this way.
    ///
    /// - Parameters:
    ///   - texts: the bytes that texts of the parameters are parts of.
    ///   - bind: sets the parameters; others are null.
    /// - Returns: the number of rows that it changed.
    @discardableResult @inline(__always)
    func run(
        from texts: UnsafeBufferPointer<UInt8>, _ bind: (inout SQLParameters) -> Void
    ) throws(DatabaseError) -> Int {
        defer { sqlite3_reset(handle) }
        try set(from: texts, bind)
        while try step() {}
        return Int(sqlite3_changes(sqlite3_db_handle(handle)))
    }

    /// The first column of the first row; nil if there is no row, or the column is null.
    func integer(_ values: SQLValue...) throws(DatabaseError) -> Int64? { try integer(values) }

    func integer(_ values: [SQLValue]) throws(DatabaseError) -> Int64? {
        defer { sqlite3_reset(handle) }
        return try SQLValue.texts(of: values).withUnsafeBufferPointer {
            (texts) throws(DatabaseError) in
            try bind(values, texts)
            return try firstInteger()
        }
    }

    /// The first column of the first row, with parameters as in ``run(from:_:)``.
    func integer(
        from texts: UnsafeBufferPointer<UInt8>, _ bind: (inout SQLParameters) -> Void
    ) throws(DatabaseError) -> Int64? {
        defer { sqlite3_reset(handle) }
        try set(from: texts, bind)
        return try firstInteger()
    }

    package func forEachRow(_ values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
        try visitRows(values) {
            try body($0)
            return true
        }
    }

    /// Reads all rows.
    func rows<Row>(
        _ values: [SQLValue] = [], _ read: (SQLRow) throws -> Row
    ) throws -> [Row] {
        var rows: [Row] = []
        try forEachRow(values) { rows.append(try read($0)) }
        return rows
    }

    /// Reads the first row; nil if there is none.
    func first<Row>(
        _ values: [SQLValue] = [], _ read: (SQLRow) throws -> Row?
    ) throws -> Row? {
        var row: Row?
        try visitRows(values) {
            row = try read($0)
            return false
        }
        return row
    }

    /// Calls `body` with rows until it returns false.
    func visitRows(_ values: [SQLValue], while body: (SQLRow) throws -> Bool) throws {
        defer { sqlite3_reset(handle) }
        try SQLValue.texts(of: values).withUnsafeBufferPointer { texts in
            try bind(values, texts)
            while try step(), try body(row) {}
        }
    }

    /// - Parameter texts: the texts of the values, as one buffer.
    private func bind(
        _ values: [SQLValue], _ texts: UnsafeBufferPointer<UInt8>
    ) throws(DatabaseError) {
        try set(from: texts) { parameters in
            var start = 0
            for (index, value) in values.enumerated() {
                switch value {
                case .null: break
                case .integer(let value): parameters.set(index, value)
                case .real(let value): parameters.set(index, value)
                case .text(let text):
                    parameters.set(index, start..<(start + text.utf8.count))
                    start += text.utf8.count
                case .blob(let bytes):
                    parameters.setBlob(index, start..<(start + bytes.count))
                    start += bytes.count
                }
            }
        }
    }

    @inline(__always)
    private func set(
        from texts: UnsafeBufferPointer<UInt8>, _ bind: (inout SQLParameters) -> Void
    ) throws(DatabaseError) {
        sqlite3_clear_bindings(handle)
        var parameters = SQLParameters(handle: handle, texts: texts)
        bind(&parameters)
        if parameters.code != SQLITE_OK { throw database.error(parameters.code) }
    }

    private func firstInteger() throws(DatabaseError) -> Int64? {
        try step() && !row.isNull(0) ? row.integer(0) : nil
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
package struct SQLRow {
    fileprivate let handle: OpaquePointer

    package func isNull(_ column: CInt) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    package func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

    /// A number of a record, to count on with.
    func number(_ column: CInt) throws(DatabaseError) -> Int64 { try integer(column).counted() }

    func double(_ column: CInt) -> Double { sqlite3_column_double(handle, column) }

    /// The UTF-8 of a text; empty for null.
    func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
        // One call finds the column for both. SQLite allows this because only one thread uses the database.
        let value = sqlite3_column_value(handle, column)
        let start = sqlite3_value_text(value)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }

    /// The bytes of a blob; empty for null.
    func blob(_ column: CInt) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    package func text(_ column: CInt) -> String { String(decoding: bytes(column), as: UTF8.self) }
}

extension Int64 {
    /// The number itself, from a record.
    ///
    /// - Parameter most: the greatest number. Nobody counts to the usual one, and sums don't overflow.
    /// - Throws: ``DatabaseError/damaged`` if nobody can have counted to the number.
    func counted(to most: Int64 = 1 << 53) throws(DatabaseError) -> Int64 {
        if (0...most).contains(self) { return self }
        throw .damaged
    }
}

/// A parameter of a statement.
package enum SQLValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    package init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }
    package init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    init(_ bytes: [UInt8]?) { self = bytes.map(SQLValue.blob) ?? .null }

    static func integer(_ number: Int) -> SQLValue { .integer(Int64(number)) }

    /// One buffer with all texts and bytes, so that SQLite need not copy each.
    fileprivate static func texts(of values: [SQLValue]) -> [UInt8] {
        var texts: [UInt8] = []
        for value in values {
            switch value {
            case .text(let text): texts.append(utf8: text)
            case .blob(let bytes): texts += bytes
            case .null, .integer, .real: break
            }
        }
        return texts
    }
}

/// The parameters of a statement that is about to run, counted from 0.
///
/// SQLite doesn't copy their texts. They stay valid while the statement runs.
struct SQLParameters {
    fileprivate let handle: OpaquePointer
    fileprivate let texts: UnsafeBufferPointer<UInt8>
    /// The first error.
    fileprivate var code = SQLITE_OK

    mutating func set(_ index: Int, _ value: Int64?) {
        if let value { note(sqlite3_bind_int64(handle, CInt(index + 1), value)) }
    }

    mutating func set(_ index: Int, _ value: Double?) {
        if let value { note(sqlite3_bind_double(handle, CInt(index + 1), value)) }
    }

    /// - Parameter part: the place of a text in UTF-8 among the bytes of all texts.
    mutating func set(_ index: Int, _ part: Range<Int>?) {
        if let part { set(index, UnsafeBufferPointer(rebasing: texts[part])) }
    }

    /// - Parameter part: the place of bytes among the bytes of all texts.
    mutating func setBlob(_ index: Int, _ part: Range<Int>) {
        let bytes = UnsafeBufferPointer(rebasing: texts[part])
        let count = CInt(clamping: bytes.count)
        note(scarybugs_sqlite_bind_blob(handle, CInt(index + 1), bytes.baseAddress, count))
    }

    mutating func set(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) {
        let count = CInt(clamping: text.count)
        note(scarybugs_sqlite_bind_text(handle, CInt(index + 1), text.baseAddress, count))
    }

    private mutating func note(_ code: CInt) { if self.code == SQLITE_OK { self.code = code } }
}

/// A piece of SQL with the values of its parameters.
struct SQLFragment {
    private(set) var sql: String
    private(set) var values: [SQLValue]

    init(_ sql: String, _ values: [SQLValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// Joins fragments with a separator.
    ///
    /// - Parameter empty: the SQL for an empty list.
    init(_ parts: [SQLFragment], joinedBy separator: String, or empty: String) {
        sql =
            parts.isEmpty
            ? empty : "(" + parts.map(\.sql).joined(separator: separator) + ")"
        values = parts.flatMap(\.values)
    }

    func surrounded(_ before: String, _ after: String) -> SQLFragment {
        SQLFragment(before + sql + after, values)
    }
}
