/// Scans declarations and tags.
extension XMLScanner {
    /// Skips the XML declaration and the document type.
    mutating func skipProlog() throws(KeyedArchiveError) {
        try skipDeclaration()
        try skipSpaceAndComments()
        if starts(with: "<!DOCTYPE") {
            try skipDocumentType()
            try skipSpaceAndComments()
        }
    }

    private mutating func skipDeclaration() throws(KeyedArchiveError) {
        guard starts(with: "<?xml") else { return }
        let start = position
        advance(5)
        let text = try read(until: "?>", in: "the XML declaration", from: start)
        guard let first = text.first, Self.isSpace(first), !text.contains(UInt8(ascii: "<")) else {
            throw .malformed("the XML declaration is damaged", at: start)
        }
        guard Self.has("encoding", in: text) else { return }
        guard Self.has("utf-8", in: text) || Self.has("us-ascii", in: text) else {
            throw .malformed("the XML declares another encoding than UTF-8", at: start)
        }
    }

    /// Whether a word is in the text, in any case.
    private static func has(_ word: String, in text: ArraySlice<UInt8>) -> Bool {
        text.indices.contains { start in
            let rest = text[start...].lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            return rest.starts(with: word.utf8)
        }
    }

    /// Skips a document type such as Apple's files have. An internal subset is refused, because it
    /// could expand without bound or refer to other files.
    private mutating func skipDocumentType() throws(KeyedArchiveError) {
        let start = position
        advance(9)
        let text = try read(until: ">", in: "the document type", from: start)
        guard !text.contains(UInt8(ascii: "[")), !text.contains(UInt8(ascii: "<")) else {
            throw .malformed(
                "a document type with its own declarations is not supported", at: start)
        }
        let words = String(decoding: text, as: UTF8.self)
        guard words.split(whereSeparator: \.isWhitespace).first == "plist" else {
            throw .malformed("the document type is not \"plist\"", at: start)
        }
    }

    /// Reads the next tag. Only white space and comments may precede it.
    mutating func tag() throws(KeyedArchiveError) -> Tag {
        try skipSpaceAndComments()
        let offset = position
        guard !atEnd else { throw .malformed("the XML ends too early", at: offset) }
        guard skip("<") else { throw .malformed("text where a tag should be", at: offset) }
        let isEnd = skip("/")
        let name = try name()
        if name == "plist", !isEnd { try skipAttributes() }
        skipSpace()
        let isEmpty = !isEnd && skip("/")
        guard skip(">") else {
            throw .malformed("the tag \"\(name)\" doesn't end where it should", at: offset)
        }
        return Tag(name: name, kind: isEnd ? .end : isEmpty ? .empty : .start, offset: offset)
    }

    /// Reads a name. Names in property lists are short, so error messages show only the start of a
    /// longer one.
    private mutating func name() throws(KeyedArchiveError) -> String {
        let start = position
        while let byte = next, Self.isLetter(byte), position - start < 32 { advance() }
        guard position > start else { throw .malformed("a tag without a name", at: start) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || 0x41...0x5A ~= byte
    }

    /// Skips attributes. Only the outermost element has one, its version.
    private mutating func skipAttributes() throws(KeyedArchiveError) {
        skipSpace()
        while let byte = next, Self.isLetter(byte) {
            let start = position
            _ = try name()
            skipSpace()
            guard skip("=") else { throw .malformed("an attribute without a value", at: start) }
            skipSpace()
            try skipQuoted(from: start)
            skipSpace()
        }
    }

    private mutating func skipQuoted(from start: Int) throws(KeyedArchiveError) {
        if skip("\"") {
            _ = try read(until: "\"", in: "an attribute", from: start)
        } else if skip("'") {
            _ = try read(until: "'", in: "an attribute", from: start)
        } else {
            throw .malformed("an attribute without quotes", at: start)
        }
    }
}
