import SystemPackage

/// The bytes of a table's file, read in blocks and returned one by one.
struct TableBytes {
    private let descriptor: FileDescriptor
    private let name: String
    private var buffer: [UInt8] = []
    /// The index of the next byte in the buffer.
    private var position = 0
    /// The offset of the next block in the file. Reading does not move the file's own position,
    /// which other readers use.
    private var offset: Int
    private let bufferSize: Int
    /// The most bytes of a row that is read as one.
    private let rowLimit: Int
    /// The offset and the line at which the row begins.
    private var row: (offset: Int, line: Int)
    private var isCut = false

    /// A row that is this many times too long ends the table, such as the rest of a sparse file.
    private static let mostExcess = 16

    /// The line of the next byte, from 1.
    private(set) var line = 1

    /// Skips a byte order mark.
    ///
    /// - Parameter file: a regular file. The caller must keep it open while this value is in use.
    /// - Throws: ``ScaryBugsError/Code/refused`` if the file is UTF-16.
    init(_ file: borrowing File, limits: Limits, bufferSize: Int = 65_536) throws {
        descriptor = file.descriptor
        name = file.name
        rowLimit = limits.textFileBytes
        self.bufferSize = bufferSize
        let mark = try ByteOrderMark(file.prefix(3))
        guard mark != .utf16 else {
            throw ScaryBugsError(.refused, "UTF-16; save it as UTF-8")
        }
        offset = mark?.length ?? 0
        row = (offset, 1)
    }

    mutating func beginRow() {
        row = (offset - buffer.count + position, line)
    }

    /// The next byte, without consuming it; nil at the end.
    ///
    /// - Throws: ``TableError`` if the row is many times too long. The table ends there.
    mutating func peek() throws -> UInt8? {
        if position == buffer.count { try fill() }
        return position < buffer.count ? buffer[position] : nil
    }

    mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        if byte == .lineFeed {
            line += 1
        } else if byte == .carriageReturn, try peek() != .lineFeed {
            line += 1
        }
        return byte
    }

    /// Consumes a line end (LF, CR, or CR LF) if one is next.
    ///
    /// - Returns: whether a line end was next.
    mutating func readLineEnd() throws -> Bool {
        guard let byte = try peek(), byte.endsLine else { return false }
        _ = try next()
        if byte == .carriageReturn, try peek() == .lineFeed { _ = try next() }
        return true
    }

    private mutating func fill() throws {
        try Interruption.check()
        (buffer, position) = ([], 0)
        if isCut { return }
        guard (offset - row.offset) / Self.mostExcess <= rowLimit else {
            isCut = true
            throw TableError(
                line: row.line,
                "the row is many times longer than \(rowLimit.grouped) bytes, so the rest of the "
                    + "table is not read" + Limits.Name.textFileBytes.remedy)
        }
        buffer = try [UInt8](unsafeUninitializedCapacity: bufferSize) { room, filled in
            filled = try descriptor.read(
                into: UnsafeMutableRawBufferPointer(room), at: Int64(offset), of: name)
        }
        offset += buffer.count
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")

    var endsLine: Bool { self == .lineFeed || self == .carriageReturn }
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
