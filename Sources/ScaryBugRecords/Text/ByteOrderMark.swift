/// A byte order mark, which some programs write at the beginning of a text to declare its encoding.
package enum ByteOrderMark {
    case utf8, utf16

    package init?(_ prefix: [UInt8]) {
        if prefix.starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .utf8
        } else if prefix.starts(with: [0xFF, 0xFE]) || prefix.starts(with: [0xFE, 0xFF]) {
            self = .utf16
        } else {
            return nil
        }
    }

    package var length: Int { self == .utf8 ? 3 : 2 }
}

extension UInt8 {
    package static let lineFeed = UInt8(ascii: "\n")
    package static let carriageReturn = UInt8(ascii: "\r")
    package static let quote = UInt8(ascii: "\"")

    package var endsLine: Bool { self == .lineFeed || self == .carriageReturn }
    package var isBlank: Bool { self == 0x20 || self == 0x09 }
}
