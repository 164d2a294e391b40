import Glibc

/// A line of a mail message with its end, or a piece of a long line.
struct MailLine {
    /// The bytes, which are valid only while the line is passed on.
    let bytes: UnsafeRawBufferPointer
    /// Whether a line begins here.
    let isStart: Bool
    /// The offset in the file.
    let offset: Int64

    private static let (lineFeed, carriageReturn): (UInt8, UInt8) = (0x0A, 0x0D)

    /// The number of bytes before the line's end. A gateway may have doubled its carriage returns.
    var contentCount: Int {
        guard bytes.last == Self.lineFeed else { return bytes.count }
        var count = bytes.count - 1
        while count > 0, bytes[count - 1] == Self.carriageReturn { count -= 1 }
        return count
    }

    /// The line without its end.
    var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<contentCount]) }

    /// The line's end; empty for a piece that another one follows.
    var end: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[contentCount...]) }

    /// The line without its first bytes.
    func dropFirst(_ count: Int) -> MailLine {
        MailLine(
            bytes: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count)), isStart: isStart,
            offset: offset + Int64(count))
    }

    func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count >= count, let base = bytes.baseAddress else { return false }
        return memcmp(base, text.utf8Start, count) == 0
    }
}

extension MailLine {
    /// The most bytes of a line that are passed on at once.
    private static let longest = 64 << 10

    /// Passes the lines in a range of a file to `body`, in constant memory.
    static func forEach(
        in file: borrowing File, _ range: Range<Int64>, _ body: (MailLine) throws -> Void
    ) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: longest, alignment: 16)
        defer { buffer.deallocate() }
        var (offset, filled, isStart) = (range.lowerBound, 0, true)
        while true {
            try Interruption.check()
            let room = min(
                Int64(longest - filled), range.upperBound - offset - Int64(filled))
            let free = UnsafeMutableRawBufferPointer(
                rebasing: buffer[filled..<(filled + Int(room))])
            let count = room > 0 ? try file.read(into: free, at: offset + Int64(filled)) : 0
            filled += count
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
            let done = try pass(bytes, isLast: count == 0, at: offset, &isStart, body)
            if count == 0 { return }
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[done...]))
            offset += Int64(done)
            filled -= done
        }
    }

    /// Passes on the lines of a text in memory.
    static func forEach(in text: [UInt8], _ body: (MailLine) -> Void) {
        var isStart = true
        text.withUnsafeBytes { _ = pass($0, isLast: true, at: 0, &isStart, body) }
    }

    /// Passes on the lines in a buffer.
    ///
    /// - Returns: the number of bytes that were passed on.
    private static func pass(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, at offset: Int64, _ isStart: inout Bool,
        _ body: (MailLine) throws -> Void
    ) rethrows -> Int {
        var start = 0
        while start < bytes.count {
            var piece = UnsafeRawBufferPointer(rebasing: bytes[start...])
            let count = piece.baseAddress.flatMap { base in
                memchr(base, Int32(lineFeed), piece.count).map { UnsafeRawPointer($0) - base + 1 }
            }
            if let count {
                piece = UnsafeRawBufferPointer(rebasing: piece[..<count])
            } else if !isLast {
                guard start == 0, bytes.count == longest else { break }
                // The line's end must not be torn.
                piece = UnsafeRawBufferPointer(rebasing: piece.dropLast(2))
            }
            try body(MailLine(bytes: piece, isStart: isStart, offset: offset + Int64(start)))
            isStart = count != nil
            start += piece.count
        }
        return start
    }
}
