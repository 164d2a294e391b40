import ScaryBugs

/// Lines of output, collected to be written in large pieces.
struct LineBuffer {
    private(set) var bytes: [UInt8] = []
    private var lineStart = 0

    private static let size = 65_536
    private static let blanks: StaticString = "                                "

    var isEmpty: Bool { bytes.isEmpty }
    /// Whether there is enough to write.
    var isFull: Bool { bytes.count >= Self.size }

    mutating func append(_ text: UnsafeRawBufferPointer) { bytes.append(contentsOf: text) }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends blanks; none for a negative number.
    mutating func append(blanks count: Int) {
        var rest = count
        while rest > 0 {
            let piece = min(rest, Self.blanks.utf8CodeUnitCount)
            append(UnsafeRawBufferPointer(start: Self.blanks.utf8Start, count: piece))
            rest -= piece
        }
    }

    /// Removes the blanks at the end of the current line.
    mutating func trimLine() {
        while bytes.count > lineStart, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    }

    /// Shortens the current line to a terminal's width, in columns.
    mutating func cutLine(to width: Int) {
        // A column holds at least one byte.
        guard bytes.count - lineStart > width else { return }
        let line = String(decoding: bytes[lineStart...], as: UTF8.self)
        bytes.removeSubrange(lineStart...)
        append(DisplayWidth.cut(line, to: width))
    }

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        lineStart = bytes.count
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        lineStart = 0
    }
}
