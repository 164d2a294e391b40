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
    private var values: [PropertyList] = []
    private var dictionary = PropertyListDictionary()

    init(
        object: Int, kind: Kind, header: BinaryHeader, referenceSize: Int, in region: ByteRegion
    ) throws(KeyedArchiveError) {
        self.object = object
        self.kind = kind
        self.header = header
        self.referenceSize = referenceSize
        total = kind == .dictionary ? 2 * header.count : header.count
        try region.check(at: header.payload, count: total * referenceSize)
        if kind == .dictionary {
            dictionary.reserveCapacity(header.count)
        } else {
            values.reserveCapacity(header.count)
        }
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
        if kind != .dictionary {
            values.append(value)
        } else if taken < header.count {
            try take(key: value)
        } else {
            dictionary.setValue(value, at: taken - header.count)
        }
        taken += 1
    }

    /// The value follows when all keys are there.
    private mutating func take(key: PropertyList) throws(KeyedArchiveError) {
        guard case .string(let key) = key else {
            throw .malformed("a dictionary has \(key.kindName) as a key", at: header.offset)
        }
        guard dictionary.insert(key, .null) else {
            throw .malformed("a dictionary has the key \"\(key)\" twice", at: header.offset)
        }
    }

    var value: PropertyList {
        switch kind {
        case .array: .array(values)
        case .set: .set(values)
        case .dictionary: .dictionary(dictionary)
        }
    }
}
