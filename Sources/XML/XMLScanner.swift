/// Splits XML into tags and text.
///
/// It supports only the part of XML that files need, and no feature that could expand: only the five
/// predefined entities, no internal document type, no external files. Unlike XML, it takes control
/// characters, since Apple's systems write them.
struct XMLScanner {
    enum TagKind { case start, end, empty }

    struct Tag {
        let name: String
        let kind: TagKind
        let offset: Int
        let attributes: [(name: String, value: String)]
    }

    /// The most bytes of a text.
    let limit: Int
    let keepsLineEnds: Bool

    /// The bytes from the offset `base` on, as far as they were read.
    private(set) var bytes: [UInt8] = []
    private var base = 0
    private(set) var index = 0
    /// Gives the bytes after these; nil if there are none.
    private var source: XMLSource?
    /// The offset from which on the bytes are kept, since a tag begins there.
    private var anchor = 0
    /// The offset up to which lines are counted, its line from 1, and the characters before it on that line.
    private var counted = 0
    private var line = 1
    private var column = 0

    /// - Parameter source: XML in UTF-8.
    init(_ source: XMLSource, keepsLineEnds: Bool) {
        (limit, self.keepsLineEnds) = (source.limit, keepsLineEnds)
        self.source = source
        _ = skip("\u{FEFF}")
    }

    // MARK: Bytes

    /// The offset of the next byte.
    var position: Int { base + index }

    var atEnd: Bool { mutating get { next == nil } }

    var next: UInt8? {
        mutating get {
            if index == bytes.count { fill(1) }
            return index < bytes.count ? bytes[index] : nil
        }
    }

    /// Reads on until there are `count` bytes, if the XML has them.
    private mutating func fill(_ count: Int) {
        while let source, bytes.count - index < count {
            let dropped = min(anchor - base, index)
            countLines(to: base + dropped)
            guard let piece = source.next(after: bytes.count - dropped) else {
                self.source = nil
                return
            }
            if dropped == bytes.count {
                bytes = piece
            } else {
                bytes.removeSubrange(..<dropped)
                bytes += piece
            }
            (base, index) = (base + dropped, index - dropped)
        }
    }

    /// Tells that nobody needs the bytes before the next one any more.
    mutating func release() { anchor = position }

    mutating func advance(_ count: Int = 1) { index = min(index + count, bytes.count) }

    mutating func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        if bytes.count - index < count { fill(count) }
        guard bytes.count - index >= count else { return false }
        return text.withUTF8Buffer { text in
            text.indices.allSatisfy { bytes[index + $0] == text[$0] }
        }
    }

    mutating func skip(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        advance(text.utf8CodeUnitCount)
        return true
    }

    mutating func skipSpace() {
        while let byte = next, XMLElements.isSpace(byte) { advance() }
    }

    mutating func skipSpaceAndComments() throws(XMLError) {
        repeat {
            skipSpace()
            release()
        } while try skipComment()
    }

    /// Whether a tag begins here, as far as the bytes that were read tell.
    var isAtTag: Bool {
        index + 1 < bytes.count && bytes[index] == UInt8(ascii: "<")
            && bytes[index + 1] != UInt8(ascii: "!") && bytes[index + 1] != UInt8(ascii: "?")
    }

    /// Skips a comment or an instruction for another program.
    ///
    /// - Returns: whether there was one.
    mutating func skipComment() throws(XMLError) -> Bool {
        let start = position
        if isAtTag { return false }
        if skip("<!--") {
            _ = try read(until: "-->", in: "a comment", from: start)
        } else if skip("<?") {
            _ = try read(until: "?>", in: "a processing instruction", from: start)
        } else {
            return false
        }
        return true
    }

    /// Returns the bytes before `end` and skips `end`.
    mutating func read(
        until end: StaticString, in what: String, from start: Int
    ) throws(XMLError) -> ArraySlice<UInt8> {
        let first = position
        while !atEnd {
            let last = position
            if skip(end) { return bytes[(first - base)..<(last - base)] }
            advance()
        }
        throw .malformed("\(what) doesn't end", at: start)
    }

    /// The bytes from an offset to the next byte.
    func bytes(from start: Int) -> ArraySlice<UInt8> { bytes[(start - base)..<index] }

    /// The line and the column of an offset, from 1. The offsets must not descend.
    mutating func place(of offset: Int) -> (line: Int, column: Int) {
        countLines(to: offset)
        return (line, column + 1)
    }

    private mutating func countLines(to offset: Int) {
        guard offset > counted else { return }
        for byte in bytes[(counted - base)..<(offset - base)] {
            // All other bytes begin a character.
            if byte & 0xC0 != 0x80 { column += 1 }
            if byte == 0x0A { (line, column) = (line + 1, 0) }
        }
        counted = offset
    }
}
