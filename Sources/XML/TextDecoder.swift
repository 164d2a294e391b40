/// Turns the pieces of a text into UTF-8.
package struct TextDecoder {
    package enum Encoding: Hashable, Sendable {
        case utf8
        case utf16(isBigEndian: Bool)
        /// Windows-1252. It has all printable characters of ISO 8859-1.
        case windows1252

        /// The encoding of a text that begins with a byte order mark; nil without one.
        package init?(byteOrderMark prefix: [UInt8]) {
            if prefix.starts(with: [0xEF, 0xBB, 0xBF]) {
                self = .utf8
            } else if prefix.starts(with: [0xFE, 0xFF]) {
                self = .utf16(isBigEndian: true)
            } else if prefix.starts(with: [0xFF, 0xFE]) {
                self = .utf16(isBigEndian: false)
            } else {
                return nil
            }
        }

        /// - Parameter name: a name as files declare it, in any case. nil is returned for any other.
        package init?(named name: String) {
            switch name.lowercased() {
            case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
            case "utf-16", "utf-16be": self = .utf16(isBigEndian: true)
            case "utf-16le": self = .utf16(isBigEndian: false)
            case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
                self = .windows1252
            default: return nil
            }
        }
    }

    private let encoding: Encoding
    /// The first bytes of a character whose others are in the next piece.
    private var rest: [UInt8] = []

    package init(_ encoding: Encoding) { self.encoding = encoding }

    /// - Parameter isLast: whether no other piece follows.
    /// - Returns: the text in UTF-8, with U+FFFD for invalid units of UTF-16. UTF-8 stays as it is.
    package mutating func decode(_ piece: [UInt8], isLast: Bool = false) -> [UInt8] {
        switch encoding {
        case .utf8: piece
        case .windows1252:
            Array(
                String(
                    String.UnicodeScalarView(
                        piece.map { Unicode.Scalar(Self.windows1252[Int($0)]) ?? "\u{FFFD}" })
                ).utf8)
        case .utf16(let isBigEndian): decode(rest + piece, isBigEndian, isLast)
        }
    }

    private mutating func decode(
        _ bytes: [UInt8], _ isBigEndian: Bool, _ isLast: Bool
    ) -> [UInt8] {
        var units = (0..<bytes.count / 2).map { index in
            let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        // The other half of a character may be in the next piece.
        if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        rest = isLast ? [] : Array(bytes[(2 * units.count)...])
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The characters of the bytes. The five bytes without one stand for themselves.
    private static let windows1252: [UInt32] = {
        let controls: [UInt32] = [
            0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
            0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
            0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
        ]
        return Array(0..<0x80) + controls + Array(0xA0...0xFF)
    }()
}
