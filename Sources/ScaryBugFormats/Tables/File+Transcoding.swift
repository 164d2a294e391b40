import SystemFiles
package import XML

extension TableFormat {
    /// The encoding of a table as its byte order mark tells it. Spreadsheets write one before UTF-16. The reader of
    /// separated values knows Windows-1252.
    package func encoding(of file: borrowing File) throws -> TextDecoder.Encoding {
        try isMap ? .utf8 : TextDecoder.Encoding(byteOrderMark: file.prefix(3)) ?? .utf8
    }
}

/// Decodes separated values, which are in UTF-8 or in Windows-1252. The first value with a character outside of
/// ASCII tells. So a table is read once.
struct TableDecoder {
    private(set) var encoding: TextDecoder.Encoding?

    /// The text of a value; nil if it is in another encoding.
    mutating func text(of bytes: [UInt8]) -> String? {
        let text = String(validating: bytes, as: UTF8.self)
        if text != nil, bytes.allSatisfy({ $0 < 0x80 }) { return text }
        let own: TextDecoder.Encoding = text == nil ? .windows1252 : .utf8
        guard encoding ?? own == own, text != nil || Self.hasCharacters(bytes) else { return nil }
        encoding = own
        var decoder = TextDecoder(own)
        return text ?? String(decoding: decoder.decode(bytes), as: UTF8.self)
    }

    /// Whether Windows-1252 gives each byte a character.
    static func hasCharacters(_ bytes: some Sequence<UInt8>) -> Bool {
        !bytes.contains { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }
    }
}

extension File {
    /// A copy in UTF-8 of a text in another encoding. Invalid units of UTF-16 become U+FFFD.
    package func transcoded(from encoding: TextDecoder.Encoding) throws -> File {
        let copy = try File.temporary()
        var decoder = TextDecoder(encoding)
        try forEachPiece { piece in
            try Interruption.check()
            try copy.write(decoder.decode(Array(piece)))
            return true
        }
        try copy.write(decoder.decode([], isLast: true))
        return copy
    }
}
