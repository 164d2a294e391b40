import SystemFiles

extension File {
    /// A copy in UTF-8 of a text in UTF-16, which spreadsheets save as "Unicode text".
    ///
    /// The byte order mark tells which byte of a unit comes first. Invalid units become U+FFFD.
    ///
    /// - Returns: nil for a file that doesn't begin with such a mark.
    func transcodedFromUTF16() throws -> File? {
        guard try ByteOrderMark(prefix(3)) == .utf16 else { return nil }
        let isBigEndian = try prefix(2) == [0xFE, 0xFF]
        let copy = try File.temporary()
        var (units, odd) = ([] as [UInt16], nil as UInt8?)
        try forEachPiece { piece in
            try Interruption.check()
            for byte in piece {
                guard let first = odd else {
                    odd = byte
                    continue
                }
                let (high, low) = isBigEndian ? (first, byte) : (byte, first)
                units.append(UInt16(high) << 8 | UInt16(low))
                odd = nil
            }
            // The other half of a character may be in the next piece.
            let last = units.last.flatMap { UTF16.isLeadSurrogate($0) ? units.popLast() : nil }
            try copy.write(Array(String(decoding: units, as: UTF16.self).utf8))
            units = last.map { [$0] } ?? []
            return true
        }
        try copy.write(Array(String(decoding: units, as: UTF16.self).utf8))
        return copy
    }
}
