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
    /// The state of each object: `unread`, `open`, or its index among the complete ones.
    private var places: [Int]
    private var complete: [CompleteObject] = []
    /// The containers that wait for the one inside them, the outermost first.
    private var outer: [OpenContainer] = []
    /// The children read so far of all open containers, the innermost container's last, as indices of
    /// complete objects.
    private var pending: [Int] = []

    /// The bytes of an object in `places` and `complete`.
    private static let sizeOfObject =
        MemoryLayout<Int>.stride + MemoryLayout<CompleteObject>.stride
    /// The most pending children for which memory is counted.
    private var mostPending = 64

    private static let unread = -1
    private static let open = -2

    static func read(
        _ bytes: [UInt8], memory: Int
    ) throws(KeyedArchiveError) -> PropertyList {
        try bytes.withUnsafeBufferPointer { (bytes) throws(KeyedArchiveError) in
            var reader = try BinaryReader(bytes, memory)
            return try reader.read()
        }
    }

    private init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ memory: Int
    ) throws(KeyedArchiveError) {
        trailer = try BinaryTrailer(of: bytes)
        self.memory = MemoryLimit(memory)
        try self.memory.take(
            trailer.objectCount * Self.sizeOfObject, at: trailer.tableOffset)
        region = ByteRegion(bytes: bytes, end: trailer.tableOffset)
        scalars = BinaryScalarReader(region: region)
        offsets = ByteRegion(bytes: bytes, end: bytes.count - BinaryTrailer.size)
        weightLimit = ReadingLimits.weight(ofBytes: bytes.count)
        places = Array(repeating: Self.unread, count: trailer.objectCount)
        complete.reserveCapacity(trailer.objectCount)
        pending.reserveCapacity(min(trailer.objectCount, 64))
        outer.reserveCapacity(8)
    }

    private mutating func read() throws(KeyedArchiveError) -> PropertyList {
        let header = try header(of: trailer.topObject)
        guard let kind = header.containerKind else { return try scalar(of: header).value }
        var container = try begin(trailer.topObject, kind: kind, header: header)
        while true {
            try readChildren(of: &container)
            let value = try container.value(of: pending[container.base...], in: complete)
            pending.removeLast(pending.count - container.base)
            guard let parent = outer.popLast() else { return value }
            let object = CompleteObject(value: value, weight: container.weight)
            let place = record(object, as: container.object)
            container = parent
            try addChild(place, to: &container)
        }
    }

    /// Reads the children of a container. Before the children of a container inside, it puts the outer
    /// one aside and continues with the inner one.
    @inline(__always)
    private mutating func readChildren(
        of container: inout OpenContainer
    ) throws(KeyedArchiveError) {
        while container.taken < container.total {
            let place = container.nextReference
            container.taken += 1
            let object = try reference(at: place)
            switch places[object] {
            case Self.unread:
                let header = try header(of: object)
                if let kind = header.containerKind {
                    outer.append(container)
                    container = try begin(object, kind: kind, header: header)
                } else {
                    let scalar = try scalar(of: header)
                    try addChild(record(scalar, as: object), to: &container)
                }
            case Self.open: throw .malformed("object \(object) contains itself", at: place)
            case let complete: try addChild(complete, to: &container)
            }
        }
    }

    /// Reads an object that contains no others, and counts its memory.
    @inline(__always)
    private mutating func scalar(
        of header: BinaryHeader
    ) throws(KeyedArchiveError) -> CompleteObject {
        let value = try scalars.value(header)
        try consume(header.size + header.payloadSize, at: header.offset)
        try memory.take(value.allocatedSize, at: header.offset)
        return CompleteObject(value: value, weight: value.shallowWeight)
    }

    /// Records an object that has been read completely.
    ///
    /// - Returns: its index among the complete objects.
    @inline(__always)
    private mutating func record(_ value: CompleteObject, as object: Int) -> Int {
        places[object] = complete.count
        complete.append(value)
        return complete.count - 1
    }

    /// Adds a complete object as the next child of a container.
    @inline(__always)
    private mutating func addChild(
        _ object: Int, to container: inout OpenContainer
    ) throws(KeyedArchiveError) {
        try container.count(complete[object].weight, limit: weightLimit)
        pending.append(object)
    }

    @inline(__always)
    private func reference(at place: Int) throws(KeyedArchiveError) -> Int {
        let number = try region.unsigned(at: place, size: trailer.referenceSize)
        guard let object = Int(exactly: number), object < trailer.objectCount else {
            throw .malformed(
                "a reference to object \(number), where there are \(trailer.objectCount)", at: place
            )
        }
        return object
    }

    @inline(__always)
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
        let container = try OpenContainer(
            object: object, kind: kind, header: header, referenceSize: trailer.referenceSize,
            base: pending.count, in: region)
        try consume(header.size + container.referencesSize, at: header.offset)
        try memory.take(
            MemoryLimit.size(
                ofContainerWith: container.total, isDictionary: kind == .dictionary),
            at: header.offset)
        try reservePending(container.total, at: header.offset)
        places[object] = Self.open
        return container
    }

    /// Makes room for the children of a container. Growing step by step would take twice the memory.
    private mutating func reservePending(
        _ count: Int, at offset: Int
    ) throws(KeyedArchiveError) {
        let needed = pending.count + count
        guard needed > mostPending else { return }
        try memory.take((needed - mostPending) * MemoryLayout<Int>.stride, at: offset)
        mostPending = needed
        if count > 1_024 { pending.reserveCapacity(needed) }
    }

    @inline(__always)
    private func offset(of object: Int) throws(KeyedArchiveError) -> Int {
        let place = trailer.tableOffset + object * trailer.offsetSize
        let offset = try offsets.unsigned(at: place, size: trailer.offsetSize)
        guard let offset = Int(exactly: offset), offset >= 8, offset < trailer.tableOffset else {
            throw .malformed("object \(object) lies outside of the objects", at: place)
        }
        return offset
    }

    /// Counts the bytes of an object. Objects don't overlap, so their total can't exceed the file.
    @inline(__always)
    private mutating func consume(_ size: Int, at offset: Int) throws(KeyedArchiveError) {
        consumed += size
        guard consumed <= region.end else {
            throw .malformed("objects overlap each other", at: offset)
        }
    }
}
