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
    var taken = 0
    /// The weight of the container and of the children read so far.
    private(set) var weight = ReadingLimits.containerWeight

    init(
        object: Int, kind: Kind, header: BinaryHeader, referenceSize: Int, in region: ByteRegion
    ) throws(KeyedArchiveError) {
        self.object = object
        self.kind = kind
        self.header = header
        self.referenceSize = referenceSize
        total = kind == .dictionary ? 2 * header.count : header.count
        _ = try region.slice(at: header.payload, count: total * referenceSize)
    }

    var referencesSize: Int { total * referenceSize }

    /// The position of the next child's reference. A dictionary's keys come first.
    var nextReference: Int { place(ofReference: taken) }

    func place(ofReference index: Int) -> Int { header.payload + index * referenceSize }

    mutating func count(_ child: Weight, limit: Weight) throws(KeyedArchiveError) {
        weight += child
        if let excess = weight.excess(over: limit) {
            throw .limitExceeded("stands for \(excess)", at: header.offset)
        }
    }
}
