extension XMLScanner {
    /// Skips the XML declaration and the document type.
    mutating func skipProlog() throws(XMLError) {
        try skipDeclaration()
        try skipSpaceAndComments()
        if starts(with: "<!DOCTYPE") {
            try skipDocumentType()
            try skipSpaceAndComments()
        }
    }

    private mutating func skipDeclaration() throws(XMLError) {
        guard starts(with: "<?xml"), !starts(with: "<?xml-") else { return }
        let start = position
        advance(5)
        let text = try read(until: "?>", in: "the XML declaration", from: start)
        guard let first = text.first, XMLElements.isSpace(first), !text.contains(UInt8(ascii: "<"))
        else {
            throw .malformed("the XML declaration is damaged", at: start)
        }
    }

    /// Skips a document type such as Apple's files have. An internal subset is refused, because it
    /// could expand without bound or refer to other files.
    private mutating func skipDocumentType() throws(XMLError) {
        let start = position
        advance(9)
        let text = try read(until: ">", in: "the document type", from: start)
        guard !text.contains(UInt8(ascii: "[")), !text.contains(UInt8(ascii: "<")) else {
            throw .malformed(
                "a document type with its own declarations is not supported", at: start)
        }
    }

    /// Reads the next tag. Only white space and comments may precede it.
    mutating func tag() throws(XMLError) -> Tag {
        try skipSpaceAndComments()
        let offset = position
        guard !atEnd else { throw .malformed("the XML ends too early", at: offset) }
        guard skip("<") else { throw .malformed("text where a tag should be", at: offset) }
        let isEnd = skip("/")
        let name = try name()
        let attributes = isEnd ? [] : try attributes()
        skipSpace()
        let isEmpty = !isEnd && skip("/")
        guard skip(">") else {
            throw .malformed("the tag \"\(name)\" doesn't end where it should", at: offset)
        }
        return Tag(
            name: name, kind: isEnd ? .end : isEmpty ? .empty : .start, offset: offset,
            attributes: attributes)
    }

    /// The most bytes of a name, so that error messages stay short.
    private static let longestName = 128

    private mutating func name() throws(XMLError) -> String {
        let start = position
        while let byte = next, Self.isOfName(byte), position - start < Self.longestName {
            advance()
        }
        guard position > start else { throw .malformed("a tag without a name", at: start) }
        return try string(bytes(from: start), at: start)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default:
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ":")
        }
    }

    /// The most attributes of a tag. Each is compared with the others.
    private static let mostAttributes = 256

    private mutating func attributes() throws(XMLError) -> [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        skipSpace()
        while let byte = next, Self.isOfName(byte) {
            let start = position
            let name = try name()
            skipSpace()
            guard skip("=") else { throw .malformed("an attribute without a value", at: start) }
            skipSpace()
            let value = try quoted(from: start)
            guard !attributes.contains(where: { $0.name == name }) else {
                throw .malformed("a tag has the attribute \"\(name)\" twice", at: start)
            }
            guard attributes.count < Self.mostAttributes else {
                throw .limitExceeded(
                    "a tag with more than \(Self.mostAttributes) attributes", at: start)
            }
            attributes.append((name, value))
            skipSpace()
        }
        return attributes
    }

    private mutating func quoted(from start: Int) throws(XMLError) -> String {
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw .malformed("an attribute without quotes", at: start)
        }
        advance()
        var value: [UInt8] = []
        while let byte = next, byte != quote {
            if byte == UInt8(ascii: "&") {
                value += try reference()
            } else {
                value.append(byte)
                advance()
            }
        }
        guard !atEnd else { throw .malformed("an attribute doesn't end", at: start) }
        advance()
        return try string(value[...], at: start)
    }
}
