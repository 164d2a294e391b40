import ScaryBugs

/// Lines of output, collected to be written in large pieces, without an allocation per line.
///
/// Drops blanks at the end of a line.
struct LineBuffer: ~Copyable {
    private var memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 2 * Self.size, alignment: 16)
    private var count = 0
    private var lineStart = 0
    /// Blanks that are written only if the line goes on.
    private var blanks = 0

    private static let size = 65_536

    deinit { memory.deallocate() }

    var isEmpty: Bool { count == 0 }
    /// Whether there is enough to write.
    var isFull: Bool { count >= Self.size }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    mutating func append(_ text: UnsafeRawBufferPointer) {
        guard !text.isEmpty else { return }
        extend(by: text.count).copyMemory(from: text)
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends a number that isn't negative.
    ///
    /// - Parameter digits: the number of its digits.
    mutating func append(_ number: Int, digits: Int) {
        var rest = number
        let room = extend(by: digits)
        for index in room.indices.reversed() {
            room[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }

    /// Appends blanks; none for a negative number.
    mutating func append(blanks count: Int) {
        blanks += max(0, count)
    }

    /// Shortens the current line to a terminal's width, in columns.
    mutating func cutLine(to width: Int) {
        // A column holds at least one byte.
        guard count - lineStart > width else { return }
        let line = String(decoding: memory[lineStart..<count], as: UTF8.self)
        (count, blanks) = (lineStart, 0)
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
        let rest = String(decoding: memory[range.upperBound..<count], as: UTF8.self)
        let text = String(decoding: memory[range], as: UTF8.self)
        let waiting = blanks
        (count, blanks) = (range.lowerBound, 0)
        append(color.text(text))
        append(rest)
        blanks = waiting
    }

    /// Colours the current line.
    mutating func colorLine(as color: Color) {
        self.color(count - lineStart, after: 0, as: color)
    }

    mutating func endLine() {
        blanks = 0
        extend(by: 1)[0] = UInt8(ascii: "\n")
        lineStart = count
    }

    mutating func removeAll() {
        (count, lineStart, blanks) = (0, 0, 0)
    }

    /// Appends the waiting blanks. Returns the room for as many bytes after them.
    private mutating func extend(by added: Int) -> UnsafeMutableRawBufferPointer {
        let start = count + blanks
        if start + added > memory.count { grow(to: start + added) }
        if blanks > 0 {
            UnsafeMutableRawBufferPointer(rebasing: memory[count..<start])
                .initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
        }
        (count, blanks) = (start + added, 0)
        return UnsafeMutableRawBufferPointer(rebasing: memory[start..<count])
    }

    private mutating func grow(to size: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(size, 2 * memory.count), alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        memory.deallocate()
        memory = larger
    }
}
