/// The limits of reading, so that a small input can't cause a lot of work.
enum ReadingLimits {
    /// The maximum nesting of containers. Comparing and destroying a value need stack for each
    /// level (1.3 KiB without optimization, a fifth of that with it), and some threads have only
    /// 512 KiB.
    static let nesting = 256

    /// The maximum expansion of an input. A file that repeats no container always stays below it: a
    /// reference takes at least one byte, and a container three more. Repeated text is stored once,
    /// so a large total of text doesn't indicate an attack.
    ///
    /// - Parameter count: the bytes of the input.
    static func weight(ofBytes count: Int) -> Weight {
        Weight(values: max(4096, 2 * count), bytes: max(1 << 26, 128 * count))
    }

    /// The weight of a container without its children, in proportion to its memory.
    static let containerWeight = Weight(values: 8)

    /// The maximum expansion of a value of an archive. It is higher, because objects often share
    /// collections, and sharing takes little memory.
    static func weight(ofStored weight: Weight) -> Weight {
        Weight(values: max(65_536, 8 * weight.values), bytes: max(1 << 26, 8 * weight.bytes))
    }
}

extension PropertyList {
    /// The weight of a value without its children.
    var shallowWeight: Weight {
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

    /// Whether the value is text in valid Unicode.
    var isString: Bool {
        if case .string = self { true } else { false }
    }

    /// The name of the value's type in messages.
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
