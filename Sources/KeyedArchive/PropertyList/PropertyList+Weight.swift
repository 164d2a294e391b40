/// What reading accepts at most, so that few bytes can't stand for much work.
enum ReadingLimits {
    /// How deep containers may be nested. Comparing and destroying a value take stack for each level
    /// (1.3 KiB without optimization, a fifth of that with it), and threads may have as little as
    /// 512 KiB.
    static let nesting = 256

    /// What an input may stand for. A file that repeats no container always has fewer values: a
    /// reference takes at least one byte, and a container three more. Text is stored once however
    /// often it is meant, so that much of it is no sign of malice.
    static func weight(ofBytes count: Int) -> Weight {
        Weight(values: max(4096, 2 * count), bytes: max(1 << 26, 128 * count))
    }

    /// What a container counts beside its children, in proportion to the memory that it takes.
    static let containerWeight = Weight(values: 8)

    /// What a value of an archive may stand for. Objects may well share collections, and what is
    /// shared costs little, so that this is more generous.
    static func weight(ofStored weight: Weight) -> Weight {
        Weight(values: max(65_536, 8 * weight.values), bytes: max(1 << 26, 8 * weight.bytes))
    }
}

extension PropertyList {
    /// What a value without its children counts towards the limits.
    var ownWeight: Weight {
        switch self {
        case .data(let bytes): Weight(values: 1, bytes: bytes.count)
        case .string(let text): Weight(values: 1, bytes: text.utf8.count)
        case .utf16(let units): Weight(values: 1, bytes: 2 * units.count)
        default: Weight(values: 1)
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
