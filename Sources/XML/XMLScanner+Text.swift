extension XMLScanner {
    /// Returns the text up to the next tag, with references and CDATA resolved, and without comments.
    mutating func text() throws(XMLError) -> String {
        let start = position
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "&"): text += try reference()
            case UInt8(ascii: "<"):
                let cdata = position
                if skip("<![CDATA[") {
                    text += try read(until: "]]>", in: "a CDATA section", from: cdata)
                } else if try !skipComment() {
                    return try string(text[...], at: start)
                }
            case 0x0D where !keepsLineEnds:
                advance()
                if next != 0x0A { text.append(0x0A) }
            default:
                let piece = run()
                // Most texts are one piece.
                if text.isEmpty, isAtTag, piece.count <= limit {
                    release()
                    return try string(piece, at: start)
                }
                text += piece
            }
            release()
            if text.count > limit {
                throw .limitExceeded("a text longer than \(limit) bytes", at: position)
            }
        }
        return try string(text[...], at: start)
    }

    /// Skips bytes that stand for themselves, and returns them.
    private mutating func run() -> ArraySlice<UInt8> {
        let start = index
        advance()
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == 0x0D { break }
            advance()
        }
        return bytes[start..<index]
    }

    func string(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(XMLError) -> String {
        if bytes.isEmpty { return "" }
        guard let valid = try? UTF8Span(validating: bytes.span) else {
            throw .malformed("the XML is not valid UTF-8", at: offset)
        }
        let text = String(copying: valid)
        guard !CombiningMarks.areTooMany(in: text) else {
            throw XMLError(code: .tooManyMarks, message: CombiningMarks.excess, offset: offset)
        }
        return text
    }

    mutating func reference() throws(XMLError) -> [UInt8] {
        if skip("&lt;") { return [UInt8(ascii: "<")] }
        if skip("&gt;") { return [UInt8(ascii: ">")] }
        if skip("&amp;") { return [UInt8(ascii: "&")] }
        if skip("&quot;") { return [UInt8(ascii: "\"")] }
        if skip("&apos;") { return [UInt8(ascii: "'")] }
        if starts(with: "&#x") { return try character(after: 3, radix: 16) }
        if starts(with: "&#") { return try character(after: 2, radix: 10) }
        let start = position
        advance()
        while let byte = next, (0x61...0x7A).contains(byte) { advance() }
        guard !atEnd else { throw .malformed("a reference doesn't end", at: start) }
        throw .malformed("a reference to an entity that XML doesn't predefine", at: start)
    }

    /// Decodes a character reference. It accepts any Unicode scalar except NUL. XML allows fewer,
    /// but Apple's systems write control characters.
    private mutating func character(
        after prefix: Int, radix: Int
    ) throws(XMLError) -> [UInt8] {
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
