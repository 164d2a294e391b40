/// The fields of a message or a part that tell how to read it (RFC 2045, 2183).
struct MailHead {
    /// The ways in which a part is encoded.
    enum Encoding {
        /// The bytes as they are: `7bit`, `8bit`, `binary`, and what nobody knows.
        case identity
        case base64, quotedPrintable
        /// The lines between `begin` and `end`.
        case uuencode
    }

    /// The declared type in lower case, such as `text/plain`.
    private(set) var type = "text/plain"
    private(set) var encoding = Encoding.identity
    /// The line between the parts, without its dashes; nil for a single part.
    private(set) var boundary: [UInt8]?
    /// The name of the file; nil if there is none.
    private(set) var fileName: String?
    /// The declared character set of a text; nil if there is none.
    private(set) var charset: String?

    /// - Parameters:
    ///   - fields: the values of the fields, by their names in lower case.
    ///   - isInDigest: whether it is a part of a multipart/digest, which has messages.
    init(_ fields: [String: [UInt8]] = [:], inDigest isInDigest: Bool = false) {
        let content = MailValue(fields["content-type"] ?? [])
        if isInDigest { type = "message/rfc822" }
        if !content.word.isEmpty { type = content.word }
        charset = content["charset"].map { String(decoding: $0, as: UTF8.self) }
        if type.hasPrefix("multipart/"), let boundary = content["boundary"], !boundary.isEmpty {
            self.boundary = boundary
        }
        encoding =
            switch MailValue(fields["content-transfer-encoding"] ?? []).word {
            case "base64": .base64
            case "quoted-printable": .quotedPrintable
            default: .identity
            }
        let disposition = MailValue(fields["content-disposition"] ?? [])
        fileName = (disposition["filename"] ?? content["name"]).flatMap(Self.fileName)
    }

    /// The head of a part within a text.
    init(uuencoded name: [UInt8], in head: MailHead) {
        (type, encoding) = ("application/octet-stream", .uuencode)
        fileName = Self.fileName(name) ?? head.fileName
    }

    var isMessage: Bool { type == "message/rfc822" || type == "message/global" }

    /// The last part of a path, without control characters; nil for nothing.
    private static func fileName(_ bytes: [UInt8]) -> String? {
        let text = EncodedWords.decoded(bytes)
        let last = text.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let name = String(String.UnicodeScalarView(last.unicodeScalars.filter { !$0.isControl }))
            .trimmed
        return name.isEmpty ? nil : name
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

/// The value of a field with parameters, such as `text/plain; name="a b.txt" (a comment)`.
private struct MailValue {
    /// The first word, in lower case.
    let word: String
    private var parameters: [(name: String, value: [UInt8])] = []

    init(_ value: [UInt8]) {
        let segments = value.outsideComments.split(omittingEmptySubsequences: false) {
            !$0.isQuoted && $0.byte == UInt8(ascii: ";")
        }.map { $0.map(\.byte) }
        word = String(decoding: segments.first ?? [], as: UTF8.self).trimmed.lowercased()
        for segment in segments.dropFirst() {
            guard let equals = segment.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: segment[..<equals], as: UTF8.self).trimmed.lowercased()
            parameters.append((name, Array(segment[(equals + 1)...]).trimmed))
        }
    }

    /// The value of a parameter, joined from its pieces, which may be escaped (RFC 2231).
    subscript(name: String) -> [UInt8]? {
        let pieces = parameters.filter { $0.name.hasPrefix(name + "*") }
            .map { (index: Self.index(of: $0.name, name), $0.name.hasSuffix("*"), $0.value) }
            .sorted { $0.index < $1.index }
        guard let first = pieces.first else {
            return parameters.first { $0.name == name }?.value
        }
        var charset: String?
        let bytes = pieces.flatMap { index, isEscaped, value in
            guard isEscaped else { return value }
            let quote = UInt8(ascii: "'")
            // The first piece begins with a character set and a language.
            let parts = value.split(
                separator: quote, maxSplits: 2, omittingEmptySubsequences: false)
            let isFirst = index == first.index && parts.count == 3
            if isFirst { charset = String(decoding: parts[0], as: UTF8.self) }
            return TransferDecoder.unescaped(isFirst ? Array(parts[2]) : value, "%")
        }
        return Array(MailCharset.text(bytes, named: charset).utf8)
    }

    private static func index(of piece: String, _ name: String) -> Int {
        Int(asciiDigits: piece.dropFirst(name.count + 1).filter { $0 != "*" }.utf8) ?? 0
    }
}

extension [UInt8] {
    /// The bytes of a field outside of comments, without quotes and escapes, and whether each was quoted
    /// (RFC 5322, section 3.2).
    var outsideComments: [(byte: UInt8, isQuoted: Bool)] {
        var bytes: [(byte: UInt8, isQuoted: Bool)] = []
        var (isQuoted, isEscaped, comments) = (false, false, 0)
        for byte in self {
            switch Unicode.Scalar(byte) {
            case _ where isEscaped:
                if comments == 0 { bytes.append((byte, true)) }
                isEscaped = false
            case "\\" where isQuoted || comments > 0: isEscaped = true
            case "\"" where comments == 0: isQuoted.toggle()
            case _ where isQuoted: bytes.append((byte, true))
            case "(": comments += 1
            case ")" where comments > 0: comments -= 1
            case _ where comments > 0: break
            default: bytes.append((byte, false))
            }
        }
        return bytes
    }

    /// The bytes without white space at both ends.
    fileprivate var trimmed: [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let end = lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        return Array(self[..<end].drop(while: isSpace))
    }
}

/// Names in header fields, in which other characters than ASCII are encoded words (RFC 2047).
enum EncodedWords {
    static func decoded(_ bytes: [UInt8]) -> String {
        guard bytes.contains(UInt8(ascii: "=")) else { return MailCharset.text(bytes, named: nil) }
        var rest = bytes[...]
        var output: [UInt8] = []
        var isAfterWord = false
        while let byte = rest.first {
            if let (word, after) = word(at: rest) {
                // Blanks between two words separate only their codes.
                if isAfterWord { while output.last == 0x20 { output.removeLast() } }
                output += word
                (rest, isAfterWord) = (after, true)
            } else {
                output.append(byte)
                rest = rest.dropFirst()
                isAfterWord = isAfterWord && byte == 0x20
            }
        }
        return MailCharset.text(output, named: nil)
    }

    /// Decodes a word such as `=?utf-8?Q?K=C3=A4fer?=`, and returns the bytes after it.
    private static func word(
        at rest: ArraySlice<UInt8>
    ) -> (word: [UInt8], rest: ArraySlice<UInt8>)? {
        guard rest.starts(with: "=?".utf8) else { return nil }
        let mark = UInt8(ascii: "?")
        let parts = rest.dropFirst(2).prefix(1_000).split(
            separator: mark, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[3].first == UInt8(ascii: "=") else { return nil }
        let code = Array(parts[2])
        let word: [UInt8]
        switch parts[1].first {
        case UInt8(ascii: "B")?, UInt8(ascii: "b")?: word = TransferDecoder.base64(code)
        case UInt8(ascii: "Q")?, UInt8(ascii: "q")?:
            word = TransferDecoder.unescaped(code.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }, "=")
        default: return nil
        }
        // A language may follow the name, after an asterisk (RFC 2231).
        let charset = String(decoding: parts[0].prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
        // A character may be torn between two words in UTF-8.
        let isUTF8 = charset.lowercased() == "utf-8"
        return (
            isUTF8 ? word : Array(MailCharset.text(word, named: charset).utf8),
            parts[3].dropFirst()
        )
    }
}
