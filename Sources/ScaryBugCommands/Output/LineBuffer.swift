import Glibc
import ScaryBugs

/// Lines of output, collected to be written in large pieces, without an allocation per line.
///
/// Drops blanks at the end of a line.
struct LineBuffer: ~Copyable {
    private var capacity = 2 * Self.size
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * Self.size, alignment: 16)
    private(set) var count = 0
    private var lineStart = 0
    /// Blanks that are written only if the line goes on.
    private var blanks = 0

    private static let size = 65_536

    deinit { memory.deallocate() }

    var isEmpty: Bool { count == 0 }
    var isFull: Bool { count >= Self.size }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    mutating func append(_ text: UnsafeRawBufferPointer) {
        guard let start = text.baseAddress, !text.isEmpty else { return }
        extend(by: text.count).copyMemory(from: start, byteCount: text.count)
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ byte: UInt8) {
        extend(by: 1).storeBytes(of: byte, as: UInt8.self)
    }

    /// Appends a number that isn't negative.
    mutating func append(_ number: Int, digits: Int) {
        let room = extend(by: digits)
        var rest = number.magnitude
        var place = digits
        while place > 0 {
            place -= 1
            let digit = UInt8(truncatingIfNeeded: rest % 10)
            room.storeBytes(of: UInt8(ascii: "0") | digit, toByteOffset: place, as: UInt8.self)
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
        let line = text(lineStart..<count)
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
        let (text, rest) = (text(range), text(range.upperBound..<count))
        let waiting = blanks
        (count, blanks) = (range.lowerBound, 0)
        append(color.text(text))
        append(rest)
        blanks = waiting
    }

    mutating func colorLine(as color: Color) {
        self.color(count - lineStart, after: 0, as: color)
    }

    mutating func endLine() {
        blanks = 0
        append(UInt8(ascii: "\n"))
        lineStart = count
    }

    /// Removes the last bytes, which are whole lines.
    mutating func removeLast(_ removed: Int) {
        count -= removed
        (lineStart, blanks) = (count, 0)
    }

    mutating func removeAll() {
        (count, lineStart, blanks) = (0, 0, 0)
    }

    private func text(_ range: Range<Int>) -> String {
        String(
            decoding: UnsafeRawBufferPointer(start: memory + range.lowerBound, count: range.count),
            as: UTF8.self)
    }

    /// Appends the waiting blanks. Returns the room for as many bytes after them.
    @inline(__always)
    private mutating func extend(by added: Int) -> UnsafeMutableRawPointer {
        let start = count + blanks
        if start + added > capacity { grow(to: start + added) }
        if blanks > 0 { memset(memory + count, CInt(UInt8(ascii: " ")), blanks) }
        (count, blanks) = (start + added, 0)
        return memory + start
    }

    @inline(never)
    private mutating func grow(to size: Int) {
        capacity = max(size, 2 * capacity)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        memory = larger
    }
}
