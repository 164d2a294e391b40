/// A container whose children are being read.
struct OpenContainer {
    enum Kind {
        case array
        case set
        case dictionary
    }

    let object: Int
    let kind: Kind
    /// What the container stands for, itself included.
    private(set) var weight = ReadingLimits.containerWeight

    private let header: BinaryHeader
    private let referenceSize: Int
    private let total: Int
    private var taken = 0
    private var keys: [String] = []
    private var values: [PropertyList] = []

    init(
        object: Int, kind: Kind, header: BinaryHeader, referenceSize: Int, in region: ByteRegion
    ) throws(KeyedArchiveError) {
        self.object = object
        self.kind = kind
        self.header = header
        self.referenceSize = referenceSize
        total = kind == .dictionary ? 2 * header.count : header.count
        try region.check(at: header.payload, count: total * referenceSize)
        if kind == .dictionary { keys.reserveCapacity(header.count) }
        values.reserveCapacity(header.count)
    }

    var referencesSize: Int { total * referenceSize }

    /// Where the next child's number lies, nil after the last. A dictionary's keys come first.
    var nextReference: Int? {
        taken < total ? header.payload + taken * referenceSize : nil
    }

    mutating func take(
        _ value: PropertyList, weight: Weight, limit: Weight
    ) throws(KeyedArchiveError) {
        self.weight += weight
        if let excess = self.weight.excess(over: limit) {
            throw .limitExceeded("stands for \(excess)", at: header.offset)
        }
        if kind == .dictionary, taken < header.count {
            guard case .string(let key) = value else {
                throw .malformed("a dictionary has \(value.kindName) as a key", at: header.offset)
            }
            keys.append(key)
        } else {
            values.append(value)
        }
        taken += 1
    }

    func value() throws(KeyedArchiveError) -> PropertyList {
        switch kind {
        case .array: .array(values)
        case .set: .set(values)
        case .dictionary: .dictionary(try dictionary())
        }
    }

    private func dictionary() throws(KeyedArchiveError) -> PropertyListDictionary {
        var result = PropertyListDictionary()
        result.reserveCapacity(keys.count)
        for (key, value) in zip(keys, values) where !result.insert(key, value) {
            throw .malformed("a dictionary has the key \"\(key)\" twice", at: header.offset)
        }
        return result
    }
}
