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
        var bytes = EncodedBytes()
        for byte in prefix { bytes.add(byte) }
        return bytes.areWindows1252(isCut: prefix.count == mostLookedAt)
    }
}

/// Tells UTF-8 from Windows-1252.
private struct EncodedBytes {
    /// Whether there are characters of several bytes in UTF-8.
    private(set) var hasCharacters = false
    private var hasOthers = false
    /// The number of bytes that the present character lacks.
    private var missing = 0

    /// Bytes to which Windows-1252 gives no character.
    private static let undefined: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]

    func areWindows1252(isCut: Bool) -> Bool {
        !hasCharacters && (hasOthers || missing > 0 && !isCut)
    }

    mutating func add(_ byte: UInt8) {
        if byte < 0x80, missing == 0 { return }
        if missing > 0, byte & 0xC0 == 0x80 {
            missing -= 1
            hasCharacters = hasCharacters || missing == 0
            return
        }
        hasOthers = hasOthers || missing > 0
        missing = (0xC2..<0xE0).contains(byte) ? 1 : (0xE0..<0xF0).contains(byte) ? 2 : 0
        if (0xF0..<0xF5).contains(byte) { missing = 3 }
        hasOthers = hasOthers || byte >= 0x80 && missing == 0
        // Such a text is neither, and its reader says so.
        if Self.undefined.contains(byte) { hasCharacters = true }
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
