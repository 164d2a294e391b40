/// Counts the memory that the values of a property list take, so that a small file of many references
/// can't take much.
struct MemoryLimit {
    private let limit: Int
    private var left: Int

    init(_ limit: Int) {
        self.limit = limit
        left = limit
    }

    /// Counts bytes that are allocated for something at an offset of the input.
    @inline(__always)
    mutating func take(_ count: Int, at offset: Int) throws(KeyedArchiveError) {
        left -= count
        if left < 0 {
            throw .memoryExceeded("its values need more than \(limit) bytes of memory", at: offset)
        }
    }

    /// The bytes of an allocation without its contents.
    static let allocation = 48
    /// The bytes of a value without its text or its children.
    static let value = MemoryLayout<PropertyList>.stride

    /// The bytes of a dictionary with an index of its keys, or of an array.
    static func size(ofContainerWith children: Int, isDictionary: Bool) -> Int {
        let index = isDictionary && children >= 2 * PropertyListDictionary.indexedFrom ? 24 : 0
        return allocation + children * (value + index)
    }
}

extension PropertyList {
    /// The bytes that are allocated for the text or the data of a value.
    var allocatedSize: Int {
        switch self {
        case .string(let text): text.utf8.count > 15 ? MemoryLimit.allocation + text.utf8.count : 0
        case .data(let bytes): MemoryLimit.allocation + bytes.count
        case .utf16(let units): MemoryLimit.allocation + 2 * units.count
        case .integer: MemoryLimit.allocation
        default: 0
        }
    }
}
