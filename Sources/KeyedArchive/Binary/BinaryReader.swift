/// Reads a binary property list without recursion, each object once.
///
/// The format lets objects refer to each other freely. Three counts keep the work in proportion:
/// the objects read may together not be larger than the file (they would overlap), what a container
/// stands for is limited, and so is how deep containers are nested.
struct BinaryReader {
    let region: ByteRegion
    let trailer: BinaryTrailer

    private let offsets: ByteRegion
    private let weightLimit: Weight
    private var consumed = 0
    private var values: [PropertyList]
    private var progress: [Progress]
    private var containerWeights: [Int: Weight] = [:]
    private var open: [OpenContainer] = []

    /// How far an object is.
    private enum Progress {
        case unread, open, complete
    }

    init(_ bytes: [UInt8]) throws(KeyedArchiveError) {
        trailer = try BinaryTrailer(of: bytes)
        region = ByteRegion(bytes: bytes, end: trailer.tableOffset)
        offsets = ByteRegion(bytes: bytes, end: bytes.count - BinaryTrailer.size)
        weightLimit = ReadingLimits.weight(ofBytes: bytes.count)
        values = Array(repeating: .null, count: trailer.objectCount)
        progress = Array(repeating: .unread, count: trailer.objectCount)
    }

    mutating func read() throws(KeyedArchiveError) -> PropertyList {
        try begin(trailer.topObject)
        while !open.isEmpty { try step() }
        return values[trailer.topObject]
    }

    /// Takes one child into the innermost open container, or opens that child, or closes up.
    private mutating func step() throws(KeyedArchiveError) {
        let innermost = open.count - 1
        guard let place = open[innermost].nextReference else { return try close() }
        let child = try reference(at: place)
        if progress[child] == .unread { try begin(child) }
        guard progress[child] == .complete else {
            let justOpened = open.count - 1 > innermost
            guard justOpened else {
                throw .malformed("object \(child) contains itself", at: place)
            }
            return
        }
        let weight = containerWeights[child] ?? values[child].ownWeight
        try open[innermost].take(values[child], weight: weight, limit: weightLimit)
    }

    private func reference(at place: Int) throws(KeyedArchiveError) -> Int {
        let number = try region.unsigned(at: place, size: trailer.referenceSize)
        guard let object = Int(exactly: number), object < trailer.objectCount else {
            throw .malformed(
                "a reference to object \(number), where there are \(trailer.objectCount)", at: place
            )
        }
        return object
    }

    private mutating func begin(_ object: Int) throws(KeyedArchiveError) {
        let offset = try offset(of: object)
        let header = try BinaryHeader(at: offset, in: region)
        if let kind = header.containerKind {
            try begin(object, kind: kind, header: header)
        } else {
            let value = try scalar(header)
            try consume(header.size + header.payloadSize, at: offset)
            values[object] = value
            progress[object] = .complete
        }
    }

    private mutating func begin(
        _ object: Int, kind: OpenContainer.Kind, header: BinaryHeader
    ) throws(KeyedArchiveError) {
        guard open.count < ReadingLimits.nesting else {
            throw .limitExceeded(
                "containers nested more than \(ReadingLimits.nesting) deep", at: header.offset)
        }
        let container = try OpenContainer(
            object: object, kind: kind, header: header, referenceSize: trailer.referenceSize,
            in: region)
        try consume(header.size + container.referencesSize, at: header.offset)
        progress[object] = .open
        open.append(container)
    }

    private mutating func close() throws(KeyedArchiveError) {
        guard let container = open.popLast() else { return }
        values[container.object] = try container.value()
        progress[container.object] = .complete
        containerWeights[container.object] = container.weight
    }

    private func offset(of object: Int) throws(KeyedArchiveError) -> Int {
        let place = trailer.tableOffset + object * trailer.offsetSize
        let offset = try offsets.unsigned(at: place, size: trailer.offsetSize)
        guard let offset = Int(exactly: offset), offset >= 8, offset < trailer.tableOffset else {
            throw .malformed("object \(object) lies outside of the objects", at: place)
        }
        return offset
    }

    /// Objects lie one behind the other, so all together can't be larger than the file.
    private mutating func consume(_ size: Int, at offset: Int) throws(KeyedArchiveError) {
        consumed += size
        guard consumed <= region.end else {
            throw .malformed("objects overlap each other", at: offset)
        }
    }
}
