/// What reading accepts at most, so that few bytes can't stand for much work.
enum ReadingLimits {
    /// How deep containers may be nested. Comparing and destroying a value take stack for each level
    /// (1.3 KiB without optimization, a fifth of that with it), and threads may have as little as
    /// 512 KiB.
    static let nesting = 256

    /// The values that an input may stand for. A file that repeats no container always stays below:
    /// a reference takes at least one byte, and a container three more.
    static func weight(ofBytes count: Int) -> Int { max(4096, 2 * count) }

    /// What a container counts beside its children, in proportion to the memory that it takes.
    static let containerWeight = 8

    /// The values that a value of an archive may stand for. Objects may well share collections, and
    /// what is shared costs little, so that this is more generous.
    static func weight(ofStored weight: Int) -> Int { max(65_536, 8 * weight) }
}

extension PropertyList {
    /// What a value without its children counts towards the limit: long ones cost more to copy.
    var ownWeight: Int {
        switch self {
        case .data(let bytes): 1 + bytes.count / 64
        case .string(let text): 1 + text.utf8.count / 64
        case .utf16(let units): 1 + units.count / 32
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
