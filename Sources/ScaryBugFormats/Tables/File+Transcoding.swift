import SystemFiles
package import XML

extension TableFormat {
    /// The encoding of a table. UTF-16 has a byte order mark, as spreadsheets write it. Separated values
    /// without a character in UTF-8 are Windows-1252 if they have other bytes. The first of them tell, so
    /// that a table is read once.
    package func encoding(of file: borrowing File) throws -> TextDecoder.Encoding {
        if isMap { return .utf8 }
        if let encoding = try TextDecoder.Encoding(byteOrderMark: file.prefix(3)) {
            return encoding
        }
        if self == .json { return .utf8 }
        return try Self.isWindows1252(file.prefix(Self.mostLookedAt)) ? .windows1252 : .utf8
    }

    private static let mostLookedAt = 1 << 16

    /// Whether bytes can begin a text in Windows-1252. The last ones may be a part of a character.
    static func isWindows1252(_ prefix: [UInt8]) -> Bool {
        // Such a text is neither, and its reader says so.
        if prefix.contains(where: undefined.contains) { return false }
        let cut = prefix.suffix(3).lastIndex { $0 >= 0xC0 }
        let isWhole = prefix.count < mostLookedAt
        var bytes = prefix[..<(isWhole ? prefix.count : cut ?? prefix.count)].makeIterator()
        var (parser, hasOthers) = (UTF8.ForwardParser(), false)
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let character): if character.count > 1 { return false }
            case .error: hasOthers = true
            case .emptyInput: return hasOthers
            }
        }
    }

    /// Bytes to which Windows-1252 gives no character.
    private static let undefined: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
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
