extension String {
    /// The text of a file in UTF-8, or in UTF-16 with a byte order mark, without the mark and with
    /// plain line ends.
    ///
    /// Editors on Windows write marks and line ends of two characters, and either would be part of a
    /// value.
    ///
    /// - Returns: nil for bytes that are no text.
    package init?(ofTextFile bytes: [UInt8]) {
        let mark = ByteOrderMark(bytes)
        let contents = bytes.dropFirst(mark?.length ?? 0)
        let text: String?
        switch mark {
        case .utf16:
            guard contents.count.isMultiple(of: 2) else { return nil }
            let (high, low) = bytes.first == 0xFE ? (0, 1) : (1, 0)
            let units = stride(from: contents.startIndex, to: contents.endIndex, by: 2).map {
                UInt16(contents[$0 + high]) << 8 | UInt16(contents[$0 + low])
            }
            text = String(validating: units, as: UTF16.self)
        case .utf8, nil: text = String(validating: contents, as: UTF8.self)
        }
        guard let text, !text.utf8.contains(0) else { return nil }
        guard text.utf8.contains(.carriageReturn) else {
            self = text
            return
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte == .lineFeed, plain.last == .carriageReturn { plain.removeLast() }
            plain.append(byte)
        }
        self = String(decoding: plain, as: UTF8.self)
    }
}
