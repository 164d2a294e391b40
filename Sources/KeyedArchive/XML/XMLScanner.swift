/// Splits an XML property list into tags and text.
///
/// It supports only the part of XML that property lists need, and no feature that could expand:
/// only the five predefined entities, no internal document type, no external files. Like Apple's
/// systems, it deviates from XML in two ways: it preserves line endings and control characters.
struct XMLScanner {
    enum TagKind {
        case start
        case end
        case empty
    }

    struct Tag {
        let name: String
        let kind: TagKind
        let offset: Int
    }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) throws(KeyedArchiveError) {
        self.bytes = bytes
        try Self.checkEncoding(bytes)
        if bytes.starts(with: Self.byteOrderMark) { position = 3 }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func checkEncoding(_ bytes: [UInt8]) throws(KeyedArchiveError) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) {
            offset += scalar.count
        }
        throw .malformed("the XML is not valid UTF-8", at: offset)
    }

    var atEnd: Bool { position >= bytes.count }

    var next: UInt8? { atEnd ? nil : bytes[position] }

    mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }

    func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        return text.withUTF8Buffer { bytes[position..<position + count].elementsEqual($0) }
    }

    mutating func skip(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        advance(text.utf8CodeUnitCount)
        return true
    }

    mutating func skipSpace() {
        while let byte = next, Self.isSpace(byte) { advance() }
    }

    mutating func skipSpaceAndComments() throws(KeyedArchiveError) {
        skipSpace()
        while starts(with: "<!--") {
            try skipComment()
            skipSpace()
        }
    }

    mutating func skipComment() throws(KeyedArchiveError) {
        let start = position
        advance(4)
        _ = try read(until: "-->", in: "a comment", from: start)
    }

    /// Returns the bytes before `end` and skips `end`.
    mutating func read(
        until end: StaticString, in what: String, from start: Int
    ) throws(KeyedArchiveError) -> ArraySlice<UInt8> {
        let first = position
        while !atEnd {
            let last = position
            if skip(end) { return bytes[first..<last] }
            advance()
        }
        throw .malformed("\(what) doesn't end", at: start)
    }
}
