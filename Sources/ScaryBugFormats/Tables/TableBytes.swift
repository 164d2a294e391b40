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
    /// The number of bytes of the file, without Ctrl-Z at its end, which DOS wrote.
    private let count: Int
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
        let size = try Int(file.status().size)
        let end = try file.bytes(
            at: Int64(max(0, size - Self.mostEnd)), count: min(size, Self.mostEnd))
        count = size - end.count + Self.withoutEnd(end[...]).count
        self.bufferSize = bufferSize
        let mark = try ByteOrderMark(file.prefix(3))
        guard mark != .utf16 else {
            throw ScaryBugsError(.refused, "UTF-16; save it as UTF-8")
        }
        offset = mark?.length ?? 0
        row = (offset, 1)
    }

    /// The most bytes at the end that are looked at.
    private static let mostEnd = 128

    /// The bytes without Ctrl-Z at their end, and line ends after the first one.
    static func withoutEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let last = bytes.lastIndex { ![0x1A, .carriageReturn, .lineFeed].contains($0) }
        let end = bytes[(last.map { $0 + 1 } ?? bytes.startIndex)...].firstIndex(of: 0x1A)
        return bytes[..<(end ?? bytes.endIndex)]
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
        // The file may have grown meanwhile, and its end is not known any more.
        if offset <= count, offset + buffer.count > count {
            buffer.removeLast(offset + buffer.count - count)
        }
        offset += buffer.count
    }
}

/// Detects the character between the values of a table.
enum Separator {
    private static let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    /// The separator that a first line such as `sep=;` declares. Excel obeys that line, and it is
    /// not the header.
    static func announced(in prefix: [UInt8]) -> UInt8? {
        let line = prefix.prefix { !$0.endsLine }
        guard line.count == 5, let separator = line.last, separator < 0x80, separator != .quote,
            String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep="
        else { return nil }
        return separator
    }

    /// The candidate that occurs most often outside quotes in the first line that is not empty.
    static func likeliest(in prefix: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        var previous = UInt8.lineFeed
        for byte in prefix.drop(while: { $0.endsLine || $0 == UInt8(ascii: " ") }) {
            if byte == .quote {
                // A doubled quote closes and opens again. A quote within a value is an inch sign.
                isQuoted = !isQuoted && (candidates + [.lineFeed, .quote]).contains(previous)
            } else if !isQuoted {
                if byte.endsLine { break }
                counts[byte, default: 0] += 1
            }
            // A value in quotes may begin after a blank.
            if byte != UInt8(ascii: " ") { previous = byte }
        }
        let most = candidates.map { counts[$0, default: 0] }.max()
        return candidates.first { counts[$0, default: 0] == most } ?? UInt8(ascii: ",")
    }
}

/// Escapes text in separated values, so that spreadsheets don't take it for a formula.
///
/// A formula may send the contents of other cells to a stranger, or start a program. An apostrophe
/// in front marks a text, as in all spreadsheets. Numbers and positions are not escaped. Importing one of our
/// tables removes the apostrophe again, so that every text comes back unchanged.
package enum SpreadsheetText {
    /// Characters that begin a formula, characters after which some spreadsheets look for one, and
    /// full-width forms of these.
    private static let beginnings: [Unicode.Scalar] = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    /// The text with an apostrophe in front if it needs one.
    package static func guarded(_ text: String) -> String {
        needsGuard(text) && !isHarmless(text) ? "'" + text : text
    }

    /// Whether a text consists of numbers, as a position does: `-33.9,151.2±25`.
    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.split { $0 == "," || $0 == "±" }.allSatisfy {
            let number = Substring($0)
            return number.isDecimal && Double(number) != nil
        }
    }

    static func unguarded(_ text: String) -> String {
        text.unicodeScalars.first == "'" && needsGuard(text)
            ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Whether the text begins like a formula, after any number of apostrophes. A text that begins
    /// with apostrophes gets one more, so that removing one restores it.
    private static func needsGuard(_ text: String) -> Bool {
        // Compares scalars, since a carriage return and a line feed are one Character.
        text.unicodeScalars.first { $0 != "'" }.map(beginnings.contains) ?? false
    }
}
