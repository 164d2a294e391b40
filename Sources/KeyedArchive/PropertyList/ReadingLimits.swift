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

    /// The maximum expansion of a value of an archive. It is higher, because objects often share
    /// collections, and sharing takes little memory.
    static func weight(ofStored weight: Weight) -> Weight {
        Weight(values: max(65_536, 8 * weight.values), bytes: max(1 << 26, 8 * weight.bytes))
    }
}

/// The size of an expanded value. Shared values count once for each use.
struct Weight {
    /// The number of values.
    var values = 0
    /// The number of bytes in their text and data.
    var bytes = 0

    static func += (sum: inout Weight, other: Weight) {
        sum.values += other.values
        sum.bytes += other.bytes
    }

    /// Describes the exceeded limit, as the end of a sentence; nil if both are within their limits.
    func excess(over limit: Weight) -> String? {
        if values > limit.values { return "more than \(limit.values) values" }
        if bytes > limit.bytes { return "more than \(limit.bytes) bytes of text and data" }
        return nil
    }
}

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

    /// The weight of a value without its children.
    var shallowWeight: Weight {
        switch self {
        case .data(let bytes): Weight(values: 1, bytes: bytes.count)
        case .string(let text): Weight(values: 1, bytes: text.utf8.count)
        case .utf16(let units): Weight(values: 1, bytes: 2 * units.count)
        default: Weight(values: 1)
        }
    }
}
