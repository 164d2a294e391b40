/// Reads a binary property list without recursion, each object once.
///
/// The format lets objects refer to each other freely. Three limits keep the work proportional to
/// the file. The objects together can't be larger than the file, because they would overlap. The
/// expansion of containers is limited, and so is their nesting.
struct BinaryReader {
    private let region: ByteRegion
    private let trailer: BinaryTrailer
    private let scalars: BinaryScalarReader
    private let offsets: ByteRegion
    private let weightLimit: Weight
    private var consumed = 0
    private var memory: MemoryLimit
    /// The value of each object; null until it has been read.
    private var values: [PropertyList]
    /// The weight of each object with all of its children, ``unread`` or ``open``.
    private var weights: [Weight]
    /// The containers that wait for the one inside them, the outermost first.
    private var outer: [OpenContainer] = []
    /// The bytes for which memory is counted for each object.
    private static let sizeOfObject = 2 * MemoryLayout<PropertyList>.stride
    private static let unread = Weight(values: 0)
    private static let open = Weight(values: -1)

    static func read(
        _ bytes: [UInt8], memory: Int
    ) throws(KeyedArchiveError) -> PropertyList {
        var reader = try BinaryReader(bytes, memory)
        return try reader.read()
    }

    private init(_ bytes: [UInt8], _ memory: Int) throws(KeyedArchiveError) {
        trailer = try BinaryTrailer(of: bytes)
        self.memory = MemoryLimit(memory)
        try self.memory.take(
            trailer.objectCount * Self.sizeOfObject, at: trailer.tableOffset)
        region = ByteRegion(bytes: bytes, end: trailer.tableOffset)
        scalars = BinaryScalarReader(region: region)
        offsets = ByteRegion(bytes: bytes, end: bytes.count - BinaryTrailer.size)
        weightLimit = ReadingLimits.weight(ofBytes: bytes.count)
        values = Array(repeating: .null, count: trailer.objectCount)
        weights = Array(repeating: Self.unread, count: trailer.objectCount)
    }

    private mutating func read() throws(KeyedArchiveError) -> PropertyList {
        let header = try header(of: trailer.topObject)
        guard let kind = header.containerKind else {
            _ = try readScalar(header, as: trailer.topObject)
            return values[trailer.topObject]
        }
        var container = try begin(trailer.topObject, kind: kind, header: header)
        while true {
            try readChildren(of: &container)
            let value = try value(of: container)
            guard let parent = outer.popLast() else { return value }
            values[container.object] = value
            weights[container.object] = container.weight
            let weight = container.weight
            container = parent
            try container.count(weight, limit: weightLimit)
        }
    }

    /// Reads the children of a container. Before the children of a container inside, it puts the outer
    /// one aside and continues with the inner one.
    private mutating func readChildren(
        of container: inout OpenContainer
    ) throws(KeyedArchiveError) {
        while container.taken < container.total {
            let place = place(of: container.taken, in: container)
            container.taken += 1
            let object = try reference(at: place)
            let known = weights[object]
            if known.values > 0 {
                try container.count(known, limit: weightLimit)
                continue
            }
            guard known.values == Self.unread.values else {
                throw .malformed("object \(object) contains itself", at: place)
            }
            let header = try header(of: object)
            if let kind = header.containerKind {
                outer.append(container)
                container = try begin(object, kind: kind, header: header)
            } else {
                try container.count(readScalar(header, as: object), limit: weightLimit)
            }
        }
    }

    /// Reads an object that contains no others, and counts its memory.
    private mutating func readScalar(
        _ header: BinaryHeader, as object: Int
    ) throws(KeyedArchiveError) -> Weight {
        let value = try scalars.value(header)
        try consume(header.size + header.payloadSize, at: header.offset)
        try memory.take(value.allocatedSize, at: header.offset)
        let weight = value.shallowWeight
        values[object] = value
        weights[object] = weight
        return weight
    }

    /// The value of a container whose children have all been read.
    private func value(of container: OpenContainer) throws(KeyedArchiveError) -> PropertyList {
        switch container.kind {
        case .array: .array(try elements(of: container))
        case .set: .set(try elements(of: container))
        case .dictionary: .dictionary(try dictionary(of: container))
        }
    }

    private func elements(
        of container: OpenContainer
    ) throws(KeyedArchiveError) -> [PropertyList] {
        try (0..<container.total).map { (index) throws(KeyedArchiveError) in
            values[try reference(at: place(of: index, in: container))]
        }
    }

    private func dictionary(
        of container: OpenContainer
    ) throws(KeyedArchiveError) -> PropertyListDictionary {
        let count = container.header.count
        var dictionary = PropertyListDictionary()
        dictionary.reserveCapacity(count)
        var place = container.header.payload
        let distance = count * trailer.referenceSize
        for _ in 0..<count {
            let key = try reference(at: place)
            let object = try reference(at: place + distance)
            place += trailer.referenceSize
            guard case .string(let text) = values[key] else {
                throw .malformed(
                    "a dictionary has \(values[key].kindName) as a key",
                    at: container.header.offset)
            }
            guard dictionary.insert(text, values[object]) else {
                throw .malformed(
                    "a dictionary has the key \"\(text)\" twice", at: container.header.offset)
            }
        }
        return dictionary
    }

    /// The position of a child's reference. A dictionary's keys come first.
    private func place(of child: Int, in container: OpenContainer) -> Int {
        container.header.payload + child * trailer.referenceSize
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

    private mutating func begin(
        _ object: Int, kind: OpenContainer.Kind, header: BinaryHeader
    ) throws(KeyedArchiveError) -> OpenContainer {
        guard outer.count < ReadingLimits.nesting else {
            throw .limitExceeded(
                "containers nested more than \(ReadingLimits.nesting) deep", at: header.offset)
        }
        let container = OpenContainer(object: object, kind: kind, header: header)
        let size = container.total * trailer.referenceSize
        _ = try region.slice(at: header.payload, count: size)
        try consume(header.size + size, at: header.offset)
        try memory.take(
            MemoryLimit.size(
                ofContainerWith: container.total, isDictionary: kind == .dictionary),
            at: header.offset)
        weights[object] = Self.open
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

    /// Counts the bytes of an object. Objects don't overlap, so their total can't exceed the file.
    private mutating func consume(_ size: Int, at offset: Int) throws(KeyedArchiveError) {
        consumed += size
        guard consumed <= region.end else {
            throw .malformed("objects overlap each other", at: offset)
        }
    }
}

/// A container whose children are being read.
struct OpenContainer {
    enum Kind { case array, set, dictionary }

    let object: Int
    let kind: Kind
    let header: BinaryHeader
    var taken = 0
    /// The weight of the container and of the children read so far.
    private(set) var weight = ReadingLimits.containerWeight

    /// The number of children, including a dictionary's keys.
    var total: Int { kind == .dictionary ? 2 * header.count : header.count }

    mutating func count(_ child: Weight, limit: Weight) throws(KeyedArchiveError) {
        weight += child
        if let excess = weight.excess(over: limit) {
            throw .limitExceeded("stands for \(excess)", at: header.offset)
        }
    }
}
