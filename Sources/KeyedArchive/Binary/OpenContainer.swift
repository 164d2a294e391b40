/// A container whose children are being read.
struct OpenContainer {
    enum Kind {
        case array
        case set
        case dictionary
    }

    let object: Int
    let kind: Kind
    let header: BinaryHeader
    let referenceSize: Int
    /// The number of children, including a dictionary's keys.
    let total: Int
    /// The number of pending values when the container was opened. Its children follow them.
    let base: Int
    var taken = 0
    /// The weight of the container and of the children read so far.
    private(set) var weight = ReadingLimits.containerWeight

    init(
        object: Int, kind: Kind, header: BinaryHeader, referenceSize: Int, base: Int,
        in region: ByteRegion
    ) throws(KeyedArchiveError) {
        self.object = object
        self.kind = kind
        self.header = header
        self.referenceSize = referenceSize
        self.base = base
        total = kind == .dictionary ? 2 * header.count : header.count
        try region.check(at: header.payload, count: total * referenceSize)
    }

    var referencesSize: Int { total * referenceSize }

    /// The position of the next child's reference. A dictionary's keys come first.
    var nextReference: Int { header.payload + taken * referenceSize }

    mutating func count(_ child: Weight, limit: Weight) throws(KeyedArchiveError) {
        weight += child
        if let excess = weight.excess(over: limit) {
            throw .limitExceeded("stands for \(excess)", at: header.offset)
        }
    }

    /// - Parameters:
    ///   - children: indices of `values`.
    func value(
        of children: ArraySlice<Int>, in values: [PropertyList]
    ) throws(KeyedArchiveError) -> PropertyList {
        switch kind {
        case .array: .array(children.map { values[$0] })
        case .set: .set(children.map { values[$0] })
        case .dictionary: .dictionary(try dictionary(of: children, in: values))
        }
    }

    private func dictionary(
        of children: ArraySlice<Int>, in values: [PropertyList]
    ) throws(KeyedArchiveError) -> PropertyListDictionary {
        var dictionary = PropertyListDictionary()
        dictionary.reserveCapacity(header.count)
        for place in children.startIndex..<children.startIndex + header.count {
            guard case .string(let key) = values[children[place]] else {
                let name = values[children[place]].kindName
                throw .malformed("a dictionary has \(name) as a key", at: header.offset)
            }
            guard dictionary.insert(key, values[children[place + header.count]]) else {
                throw .malformed("a dictionary has the key \"\(key)\" twice", at: header.offset)
            }
        }
        return dictionary
    }
}
