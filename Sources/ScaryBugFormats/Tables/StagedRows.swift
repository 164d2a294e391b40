/// The rows of a table, read once and kept in a temporary file. All of them can be looked at before the
/// first one becomes a document, and none takes memory meanwhile.
package final class StagedRows {
    /// The number of rows, wrong ones too.
    package private(set) var count = 0

    private let file: File
    /// The names of the columns. A row has their indices.
    private var names: [String] = []
    private var indices: [String: Int] = [:]
    /// A part of the file. The bytes before the position were used.
    private var piece: [UInt8] = []
    private var position = 0
    /// The offset of the next piece in the file.
    private var offset: Int64 = 0

    /// The bytes that are written or read together.
    private static let pieceBytes = 64 << 10

    /// Reads all rows.
    ///
    /// - Parameter note: receives each row, nil for a wrong one, and the number of rows so far.
    package init(of reader: any TableReader, _ note: (TableRow?, Int) throws -> Void) throws {
        file = try File.temporary()
        var bytes: [UInt8] = []
        while let row = try Self.next(of: reader) {
            count += 1
            try note(try? row.get(), count)
            var encoder = RowEncoder()
            switch row {
            case .success(let row): encoder.add(row) { index(ofColumn: $0) }
            case .failure(let error): encoder.add(error)
            }
            withUnsafeBytes(of: UInt32(encoder.bytes.count).littleEndian) { bytes += $0 }
            bytes += encoder.bytes
            guard bytes.count >= Self.pieceBytes else { continue }
            try file.write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        try file.write(bytes)
    }

    private static func next(of reader: any TableReader) throws -> Result<TableRow, TableError>? {
        do { return try reader.next().map(Result.success) } catch let error as TableError {
            return .failure(error)
        }
    }

    private func index(ofColumn name: String) -> Int {
        if let index = indices[name] { return index }
        indices[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// The next row; nil after the last.
    ///
    /// - Throws: ``TableError`` for a wrong row. The next call returns the row after it.
    package func next() throws -> TableRow? {
        guard let size = try bytes(4) else { return nil }
        let count = size.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard var decoder = try bytes(count).map(RowDecoder.init(rest:)) else { return nil }
        return try decoder.row(columns: names)
    }

    /// The next bytes of the file; nil after the last.
    private func bytes(_ count: Int) throws -> ArraySlice<UInt8>? {
        while piece.count - position < count {
            // A long row comes in one piece, too.
            let size = max(Self.pieceBytes, count - (piece.count - position))
            let more = try [UInt8](unsafeUninitializedCapacity: size) { room, filled in
                filled = try file.read(into: UnsafeMutableRawBufferPointer(room), at: offset)
            }
            if more.isEmpty { return nil }
            try Interruption.check()
            offset += Int64(more.count)
            piece = piece[position...] + more
            position = 0
        }
        defer { position += count }
        return piece[position..<position + count]
    }
}

/// Writes a row as bytes: numbers in groups of seven bits, the lowest first, and texts after their sizes.
private struct RowEncoder {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ error: TableError) {
        bytes.append(0)
        add(error.line)
        add(error.column ?? 0)
        add(error.message)
    }

    mutating func add(_ row: TableRow, _ index: (_ column: String) -> Int) {
        bytes.append(row.modified == nil ? 1 : 2)
        add(row.line)
        if let modified = row.modified { add(Int(modified.secondsSince1970)) }
        add(row.paths.count)
        for path in row.paths { add(path) }
        add(row.cells.count)
        for cell in row.cells {
            add(index(cell.column))
            add((cell.position ?? 0) << 1 | (cell.isMember ? 1 : 0))
            add(cell.value)
        }
    }

    private mutating func add(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
    }

    private mutating func add(_ value: TableValue) {
        switch value {
        case .null: bytes.append(0)
        case .boolean(let value): bytes.append(value ? 2 : 1)
        case .integer(let number):
            bytes.append(3)
            add(Int(number))
        case .real(let number):
            bytes.append(4)
            add(Int(bitPattern: UInt(number.bitPattern)))
        case .text(let text):
            bytes.append(5)
            add(text)
        case .list(let values):
            bytes.append(6)
            add(values.count)
            for value in values { add(value) }
        case .object(let members):
            bytes.append(7)
            add(members.count)
            for (name, value) in members {
                add(name)
                add(value)
            }
        }
    }
}

/// Reads what ``RowEncoder`` wrote. Bytes that are missing count as 0.
private struct RowDecoder {
    var rest: ArraySlice<UInt8>

    mutating func row(columns: [String]) throws -> TableRow {
        let kind = rest.popFirst() ?? 0
        let line = number()
        guard kind != 0 else {
            let column = number()
            throw TableError(line: line, column: column == 0 ? nil : column, text())
        }
        let modified = kind == 2 ? Timestamp(secondsSince1970: Int64(number())) : nil
        let paths = (0..<number()).map { _ in text() }
        var cells: [TableCell] = []
        for _ in 0..<number() {
            let (index, mark) = (number(), number())
            cells.append(
                TableCell(
                    column: columns.indices.contains(index) ? columns[index] : "",
                    position: mark >> 1 == 0 ? nil : mark >> 1, value: value(),
                    isMember: mark & 1 == 1))
        }
        return TableRow(line: line, cells: cells, paths: paths, modified: modified)
    }

    private mutating func number() -> Int {
        var (number, shift) = (UInt(0), UInt(0))
        while let byte = rest.popFirst() {
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return Int(bitPattern: number)
    }

    private mutating func text() -> String {
        let count = number()
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    private mutating func value() -> TableValue {
        switch rest.popFirst() {
        case 1: return .boolean(false)
        case 2: return .boolean(true)
        case 3: return .integer(Int64(number()))
        case 4: return .real(Double(bitPattern: UInt64(UInt(bitPattern: number()))))
        case 5: return .text(text())
        case 6: return .list((0..<number()).map { _ in value() })
        case 7:
            var members: [String: TableValue] = [:]
            for _ in 0..<number() {
                let name = text()
                members[name] = value()
            }
            return .object(members)
        default: return .null
        }
    }
}
