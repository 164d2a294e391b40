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

    var length: Int {
        switch self {
        case .utf8: 3
        case .utf16: 2
        }
    }
}
