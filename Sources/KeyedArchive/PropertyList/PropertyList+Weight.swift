/// What reading accepts at most, so that few bytes can't stand for much work.
enum ReadingLimits {
    /// How deep containers may be nested. Comparing and destroying a value take stack for each level
    /// (1.3 KiB without optimization, a fifth of that with it), and
    /// threads may have as little as 512 KiB.
    static let nesting = 256

    /// The values that an input may stand for: every file that a program writes stays far below,
    /// since it refers to most values once.
    static func weight(ofBytes count: Int) -> Int { max(4096, 8 * count) }
}

extension PropertyList {
    /// What a value without its children counts towards the limit: long ones cost more to copy.
    var ownWeight: Int {
        switch self {
        case .data(let bytes): 1 + bytes.count / 16
        case .string(let text): 1 + text.utf8.count / 16
        case .utf16(let units): 1 + units.count / 8
        default: 1
        }
    }

    /// The values directly inside a container, without the keys.
    var children: [PropertyList] {
        switch self {
        case .array(let values), .set(let values): values
        case .dictionary(let dictionary): dictionary.entries.map(\.value)
        default: []
        }
    }

    /// Whether it is text in valid Unicode.
    var isString: Bool {
        if case .string = self { true } else { false }
    }

    /// What messages call a value.
    var kindName: String {
        switch self {
        case .null: "a null"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .real, .float: "a real"
        case .date: "a date"
        case .data: "data"
        case .string, .utf16: "a string"
        case .array: "an array"
        case .set: "a set"
        case .dictionary: "a dictionary"
        case .uid: "a reference"
        }
    }
}
