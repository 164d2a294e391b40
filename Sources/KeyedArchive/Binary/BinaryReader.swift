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
    /// The containers around the one that is being read, the outermost first.
    private var open: [OpenContainer] = []
    /// How many they are, with the one that is being read.
    private var depth = 0

    /// How far an object is.
    private enum Progress {
        case unread, open
        case complete(Weight)
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
        let top = trailer.topObject
        let header = try header(of: top)
        guard let kind = header.containerKind else { return try scalar(header, of: top) }
        var innermost = try begin(top, kind: kind, header: header)
        while true {
            if let inner = try fill(&innermost) {
                open.append(innermost)
                innermost = inner
                continue
            }
            let value = innermost.value
            guard let outer = open.popLast() else { return value }
            values[innermost.object] = value
            progress[innermost.object] = .complete(innermost.weight)
            depth -= 1
            innermost = outer
        }
    }

    /// Takes children into a container, until one of them is a container to be read before; nil where
    /// all are taken.
    private mutating func fill(
        _ container: inout OpenContainer
    ) throws(KeyedArchiveError) -> OpenContainer? {
        while let place = container.nextReference {
            let child = try reference(at: place)
            switch progress[child] {
            case .complete(let weight):
                try container.take(values[child], weight: weight, limit: weightLimit)
            case .open: throw .malformed("object \(child) contains itself", at: place)
            case .unread:
                let header = try header(of: child)
                if let kind = header.containerKind {
                    return try begin(child, kind: kind, header: header)
                }
                let value = try scalar(header, of: child)
                try container.take(value, weight: value.ownWeight, limit: weightLimit)
            }
        }
        return nil
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

    private func header(of object: Int) throws(KeyedArchiveError) -> BinaryHeader {
        try BinaryHeader(at: offset(of: object), in: region)
    }

    /// Reads an object that contains no others.
    private mutating func scalar(
        _ header: BinaryHeader, of object: Int
    ) throws(KeyedArchiveError) -> PropertyList {
        let value = try scalar(header)
        try consume(header.size + header.payloadSize, at: header.offset)
        values[object] = value
        progress[object] = .complete(value.ownWeight)
        return value
    }

    private mutating func begin(
        _ object: Int, kind: OpenContainer.Kind, header: BinaryHeader
    ) throws(KeyedArchiveError) -> OpenContainer {
        guard depth < ReadingLimits.nesting else {
            throw .limitExceeded(
                "containers nested more than \(ReadingLimits.nesting) deep", at: header.offset)
        }
        let container = try OpenContainer(
            object: object, kind: kind, header: header, referenceSize: trailer.referenceSize,
            in: region)
        try consume(header.size + container.referencesSize, at: header.offset)
        progress[object] = .open
        depth += 1
        return container
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
