/// Lines of output, collected to be written in large pieces.
///
/// Drops blanks at the end of a line.
struct LineBuffer {
    private var bytes: [UInt8] = []
    private var lineStart = 0
    /// Blanks that are written only if the line goes on.
    private var blanks = 0

    private static let size = 65_536

    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }
    var isFull: Bool { bytes.count >= Self.size }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }

    mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        for _ in 0..<blanks { bytes.append(UInt8(ascii: " ")) }
        blanks = 0
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends blanks; none for a negative number.
    mutating func append(blanks count: Int) {
        blanks += max(0, count)
    }

    /// Shortens the current line to a terminal's width, in columns.
    mutating func cutLine(to width: Int) {
        // A column holds at least one byte.
        guard count - lineStart > width else { return }
        let line = String(decoding: bytes[lineStart...], as: UTF8.self)
        bytes.removeSubrange(lineStart...)
        blanks = 0
        append(DisplayWidth.cut(line, to: width))
    }

    /// Colours a part of the current line, which must be ASCII up to its end.
    ///
    /// - Parameters:
    ///   - length: the bytes of the part.
    ///   - start: the bytes of the line before the part.
    mutating func color(_ length: Int, after start: Int, as color: Color) {
        let range = (lineStart + start)..<(lineStart + start + length)
        guard length > 0, range.upperBound <= count else { return }
        let text = String(decoding: bytes[range], as: UTF8.self)
        bytes.replaceSubrange(range, with: color.text(text).utf8)
    }

    mutating func colorLine(as color: Color) {
        self.color(count - lineStart, after: 0, as: color)
    }

    mutating func endLine() {
        blanks = 0
        bytes.append(UInt8(ascii: "\n"))
        lineStart = count
    }

    /// Removes the last bytes, which are whole lines.
    mutating func removeLast(_ removed: Int) {
        bytes.removeLast(removed)
        (lineStart, blanks) = (count, 0)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        (lineStart, blanks) = (0, 0)
    }
}
