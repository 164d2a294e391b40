/// Collects lines and writes them in large pieces, without an allocation per line.
///
/// Drops blanks at the end of a line.
struct LineBuffer: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private var count = 0
    private var blanks = 0
    private let write: (UnsafeRawBufferPointer) throws -> Void

    private static let size = 65_536

    /// - Parameter write: receives the pieces.
    init(write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        memory = .allocate(byteCount: Self.size, alignment: 16)
        self.write = write
    }

    deinit { memory.deallocate() }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        guard !bytes.isEmpty else { return }
        try appendBlanks()
        var rest = bytes[...]
        while !rest.isEmpty {
            if count == memory.count { try flush() }
            let piece = rest.prefix(memory.count - count)
            UnsafeMutableRawBufferPointer(rebasing: memory[count...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
            count += piece.count
            rest = rest.dropFirst(piece.count)
        }
    }

    mutating func append(_ text: String) throws {
        var text = text
        try text.withUTF8 { try append(UnsafeRawBufferPointer($0)) }
    }

    /// Adds blanks, which are dropped if the line ends after them.
    mutating func append(blanks count: Int) {
        blanks += max(0, count)
    }

    private mutating func appendBlanks() throws {
        while blanks > 0 {
            if count == memory.count { try flush() }
            let piece = min(blanks, memory.count - count)
            UnsafeMutableRawBufferPointer(rebasing: memory[count..<(count + piece)])
                .initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
            count += piece
            blanks -= piece
        }
    }

    mutating func endLine() throws {
        blanks = 0
        if count == memory.count { try flush() }
        memory[count] = UInt8(ascii: "\n")
        count += 1
    }

    /// Writes all buffered bytes.
    mutating func flush() throws {
        defer { count = 0 }
        try write(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }
}
