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
