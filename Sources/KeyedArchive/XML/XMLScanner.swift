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

/// Scans the text inside an element.
extension XMLScanner {
    /// Returns the text of an element, with references, CDATA and comments resolved.
    mutating func text(of tag: Tag) throws(KeyedArchiveError) -> String {
        guard tag.kind == .start else { return "" }
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "&"): text += try reference()
            case UInt8(ascii: "<") where starts(with: "</"):
                try finish(tag)
                let text = String(decoding: text, as: UTF8.self)
                if CombiningMarks.areTooMany(in: text) { throw .tooManyMarks(at: tag.offset) }
                return text
            case UInt8(ascii: "<"): text += try cdataOrComment(in: tag)
            default:
                text.append(byte)
                advance()
            }
        }
        throw .malformed("the element \"\(tag.name)\" doesn't end", at: tag.offset)
    }

    private mutating func finish(_ tag: Tag) throws(KeyedArchiveError) {
        let end = try self.tag()
        guard end.name == tag.name else {
            throw .malformed(
                "the element \"\(tag.name)\" is ended as \"\(end.name)\"", at: end.offset)
        }
    }

    private mutating func cdataOrComment(in tag: Tag) throws(KeyedArchiveError) -> ArraySlice<UInt8>
    {
        let start = position
        if skip("<![CDATA[") { return try read(until: "]]>", in: "a CDATA section", from: start) }
        guard starts(with: "<!--") else {
            throw .malformed("a tag inside of the element \"\(tag.name)\"", at: start)
        }
        try skipComment()
        return []
    }

    private mutating func reference() throws(KeyedArchiveError) -> [UInt8] {
        if skip("&lt;") { return [UInt8(ascii: "<")] }
        if skip("&gt;") { return [UInt8(ascii: ">")] }
        if skip("&amp;") { return [UInt8(ascii: "&")] }
        if skip("&quot;") { return [UInt8(ascii: "\"")] }
        if skip("&apos;") { return [UInt8(ascii: "'")] }
        if starts(with: "&#x") { return try character(after: 3, radix: 16) }
        if starts(with: "&#") { return try character(after: 2, radix: 10) }
        throw .malformed("a reference to an entity that XML doesn't predefine", at: position)
    }

    /// Decodes a character reference. It accepts any Unicode scalar except NUL. XML allows fewer,
    /// but Apple's systems write control characters.
    private mutating func character(
        after prefix: Int, radix: Int
    ) throws(KeyedArchiveError) -> [UInt8] {
        let start = position
        advance(prefix)
        let digits = try read(until: ";", in: "a character reference", from: start)
        guard digits.count <= 16, digits.first.map(Self.isDigit(radix: radix)) == true,
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: radix), value > 0,
            let scalar = Unicode.Scalar(value)
        else { throw .malformed("a character reference to no character", at: start) }
        return Array(String(Character(scalar)).utf8)
    }

    /// Swift's conversion would accept a sign too.
    private static func isDigit(radix: Int) -> (UInt8) -> Bool {
        { Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false }
    }
}
