import SystemFiles
import XML

extension File {
    /// A copy in UTF-8 of a text in UTF-16, which spreadsheets save as "Unicode text".
    ///
    /// - Returns: nil for a file that doesn't begin with a byte order mark of UTF-16.
    package func transcodedFromUTF16() throws -> File? {
        guard let encoding = try TextDecoder.Encoding(byteOrderMark: prefix(3)),
            encoding != .utf8
        else { return nil }
        return try transcoded(from: encoding)
    }

    /// A copy in UTF-8 of a text in another encoding. Invalid units of UTF-16 become U+FFFD.
    func transcoded(from encoding: TextDecoder.Encoding) throws -> File {
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
