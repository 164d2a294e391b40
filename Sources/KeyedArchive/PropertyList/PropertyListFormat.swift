/// The supported encodings of a property list, recognized by their first bytes.
enum PropertyListFormat {
    case binary
    case xml

    init(of bytes: [UInt8]) throws(KeyedArchiveError) {
        if bytes.starts(with: "bplist00".utf8) {
            self = .binary
        } else if bytes.starts(with: "bplist".utf8) {
            // Other versions have a different layout, which Apple doesn't document.
            throw .notAPropertyList("a binary property list of another version than 00", at: 6)
        } else if Self.startsLikeXML(bytes) {
            self = .xml
        } else {
            throw .notAPropertyList(Self.reason(bytes), at: 0)
        }
    }

    private static func startsLikeXML(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: XMLScanner.byteOrderMark) ? 3 : 0
        return bytes.dropFirst(start).first { !XMLScanner.isSpace($0) } == UInt8(ascii: "<")
    }

    private static func reason(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "an empty file, not a property list" }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            return "text in UTF-16; an XML property list must be UTF-8"
        }
        return "neither a binary nor an XML property list"
    }
}
