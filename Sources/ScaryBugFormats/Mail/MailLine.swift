/// A line of a mail message with its end, or a piece of a long line.
struct MailLine {
    let bytes: ArraySlice<UInt8>
    /// Whether a line begins here.
    let isStart: Bool
    /// The offset in the file.
    let offset: Int64

    /// The line without its end. A gateway may have doubled its carriage returns.
    var content: ArraySlice<UInt8> {
        guard bytes.last == .lineFeed else { return bytes }
        let returns = bytes.dropLast().reversed().prefix { $0 == .carriageReturn }.count
        return bytes.dropLast(1 + returns)
    }

    /// The line's end; empty for a piece that another one follows.
    var end: ArraySlice<UInt8> { bytes[content.endIndex...] }

    func dropFirst(_ count: Int) -> MailLine {
        MailLine(
            bytes: bytes.dropFirst(count), isStart: isStart, offset: offset + Int64(count))
    }

    func starts(with text: String) -> Bool { bytes.starts(with: text.utf8) }

    /// The most bytes of a line that are passed on at once.
    private static let longest = 64 << 10

    /// Passes the lines in a range of a file to `body`, in constant memory.
    static func forEach(
        in file: borrowing File, _ range: Range<Int64>, _ body: (MailLine) throws -> Void
    ) throws {
        var (offset, bytes, isStart) = (range.lowerBound, [] as [UInt8], true)
        while true {
            try Interruption.check()
            let next = offset + Int64(bytes.count)
            let room = min(longest - bytes.count, Int(range.upperBound - next))
            let more = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: next)
            }
            bytes += more
            let done = try pass(bytes, isLast: more.isEmpty, at: offset, &isStart, body)
            if more.isEmpty { return }
            offset += Int64(done)
            bytes.removeFirst(done)
        }
    }

    /// Passes on the lines of a text in memory.
    static func forEach(in text: [UInt8], _ body: (MailLine) -> Void) {
        var isStart = true
        _ = pass(text, isLast: true, at: 0, &isStart, body)
    }

    /// Passes on the lines in a buffer.
    ///
    /// - Returns: the number of bytes that were passed on.
    private static func pass(
        _ bytes: [UInt8], isLast: Bool, at offset: Int64, _ isStart: inout Bool,
        _ body: (MailLine) throws -> Void
    ) rethrows -> Int {
        var start = 0
        while start < bytes.count {
            var piece = bytes[start...]
            let end = piece.firstIndex(of: .lineFeed)
            if let end {
                piece = piece[...end]
            } else if !isLast {
                guard start == 0, bytes.count == longest else { break }
                // The line's end must not be torn.
                piece = piece.dropLast(2)
            }
            try body(MailLine(bytes: piece, isStart: isStart, offset: offset + Int64(start)))
            isStart = end != nil
            start = piece.endIndex
        }
        return start
    }
}
