/// An object that has been read with everything inside it.
struct CompleteObject {
    let value: PropertyList
    /// The weight of the value with all of its children.
    let weight: Weight
}

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

    @inline(__always)
    mutating func count(_ child: Weight, limit: Weight) throws(KeyedArchiveError) {
        weight += child
        if weight.isWithin(limit) { return }
        if let excess = weight.excess(over: limit) {
            throw .limitExceeded("stands for \(excess)", at: header.offset)
        }
    }

    /// - Parameters:
    ///   - children: indices of `objects`.
    func value(
        of children: ArraySlice<Int>, in objects: [CompleteObject]
    ) throws(KeyedArchiveError) -> PropertyList {
        switch kind {
        case .array: .array(children.map { objects[$0].value })
        case .set: .set(children.map { objects[$0].value })
        case .dictionary: .dictionary(try dictionary(of: children, in: objects))
        }
    }

    private func dictionary(
        of children: ArraySlice<Int>, in objects: [CompleteObject]
    ) throws(KeyedArchiveError) -> PropertyListDictionary {
        var dictionary = PropertyListDictionary()
        dictionary.reserveCapacity(header.count)
        for place in children.startIndex..<children.startIndex + header.count {
            guard case .string(let key) = objects[children[place]].value else {
                let name = objects[children[place]].value.kindName
                throw .malformed("a dictionary has \(name) as a key", at: header.offset)
            }
            guard dictionary.insert(key, objects[children[place + header.count]].value) else {
                throw .malformed("a dictionary has the key \"\(key)\" twice", at: header.offset)
            }
        }
        return dictionary
    }
}
