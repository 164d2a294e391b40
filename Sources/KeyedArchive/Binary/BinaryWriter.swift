/// Writes a binary property list. Containers are ordered by depth, and equal scalars are written
/// once.
struct BinaryWriter: ~Copyable {
    private struct Pending {
        let value: PropertyList
        /// The position of its references in the output.
        let place: Int
        let depth: Int
    }

    private let referenceSize: Int
    /// The most objects that references of this size can tell apart.
    private let mostObjects: Int
    /// The objects of the archive that is written; none for any other property list.
    private let objects: [PropertyList]
    private let reached: KeyedArchive.ReachedObjects
    private var bytes = ByteOutput(capacity: Self.capacity)
    private var offsets: [Int] = []
    private var scalars = ScalarTable()
    /// The number of the object that stores each reference, after renumbering; 0 before its first use.
    /// A reference is found here without hashing.
    private var references: [Int]
    private var pending: [Pending] = []

    /// The ASCII characters `bplist00`.
    private static let signature: UInt64 = 0x6270_6C69_7374_3030
    /// Enough bytes for an ordinary archive.
    private static let capacity = 2_048

    /// A reference that no archive has. It stands for the objects of the archive that is written.
    static let placeholder = PropertyList.uid(.max)

    /// - Parameters:
    ///   - objects: the objects of an archive, which replace ``placeholder``.
    ///   - reached: their order, and the new numbers for references.
    static func bytes(
        of value: PropertyList, objects: [PropertyList] = [],
        _ reached: KeyedArchive.ReachedObjects = .init(among: 0)
    ) throws(KeyedArchiveError) -> [UInt8] {
        // The size of references is known only at the end. Most archives need one byte.
        var size = 1
        while true {
            var writer = BinaryWriter(referenceSize: size, objects, reached)
            if let bytes = try writer.write(value) { return bytes }
            size *= 2
        }
    }

    private init(
        referenceSize: Int, _ objects: [PropertyList], _ reached: KeyedArchive.ReachedObjects
    ) {
        self.referenceSize = referenceSize
        mostObjects = referenceSize < 8 ? 1 << (8 * referenceSize) : .max
        self.objects = objects
        self.reached = reached
        references = Array(count: reached.numbers.count, of: 0)
        bytes.append(Self.signature, size: 8)
        offsets.reserveCapacity(128)
        pending.reserveCapacity(32)
    }

    /// Whether there are too many objects for references of this size.
    private var isFull: Bool { offsets.count > mostObjects }

    /// Returns nil if references must be larger.
    private mutating func write(_ value: PropertyList) throws(KeyedArchiveError) -> [UInt8]? {
        _ = try add(value, depth: 0)
        // Uses a queue instead of recursion, so that no value can exhaust the stack.
        var next = 0
        while next < pending.count {
            try fill(pending[next])
            if isFull { return nil }
            next += 1
        }
        appendTable()
        return bytes.array
    }

    private mutating func add(_ value: PropertyList, depth: Int) throws(KeyedArchiveError) -> Int {
        switch value {
        case .dictionary(let dictionary):
            try add(value, marker: 0xD0, count: dictionary.count, references: 2, depth)
        case .array(let values):
            try add(value, marker: 0xA0, count: values.count, references: 1, depth)
        case .set(let values):
            try add(value, marker: 0xC0, count: values.count, references: 1, depth)
        case .uid(let uid) where uid < reached.numbers.count:
            add(reference: reached.numbers[Int(uid)])
        case .uid(.max) where !objects.isEmpty:
            try add(value, marker: 0xA0, count: reached.order.count, references: 1, depth)
        case .string(let text): add(text: text)
        default: add(scalar: value)
        }
    }

    /// Reserves space for the references of each child.
    private mutating func add(
        _ value: PropertyList, marker: UInt8, count: Int, references: Int, _ depth: Int
    ) throws(KeyedArchiveError) -> Int {
        guard depth < ReadingLimits.nesting else {
            throw .limitExceeded("containers nested more than \(ReadingLimits.nesting) deep")
        }
        offsets.append(bytes.count)
        bytes.appendHeader(marker, count: count)
        pending.append(Pending(value: value, place: bytes.count, depth: depth + 1))
        bytes.append(zeros: count * references * referenceSize)
        return offsets.count - 1
    }

    private mutating func add(reference uid: UInt32) -> Int {
        let known = references[Int(uid)]
        if known > 0 { return known }
        references[Int(uid)] = offsets.count
        offsets.append(bytes.count)
        bytes.append(reference: uid)
        return offsets.count - 1
    }

    private mutating func add(text: String) -> Int {
        let start = bytes.count
        let utf8 = text.utf8.span
        bytes.appendHeader(0x50, count: utf8.count)
        let contents = bytes.count
        utf8.withUnsafeBytes { bytes.append(contentsOf: $0) }
        let (hash, isASCII) = bytes.hash(from: contents, factor: scalars.factor)
        if isASCII { return objectOfScalar(from: start, hash) }
        bytes.truncate(to: start)
        return add(scalar: .utf16(Array(text.utf16)))
    }

    private mutating func add(scalar: PropertyList) -> Int {
        let start = bytes.count
        bytes.append(scalar: scalar)
        return objectOfScalar(from: start, bytes.hash(from: start, factor: scalars.factor).hash)
    }

    /// The object of the scalar that was just written. An equal one from before replaces it.
    private mutating func objectOfScalar(from start: Int, _ hash: UInt64) -> Int {
        let known = scalars.object(withHash: hash, orNew: offsets.count) { object in
            bytes.hasSameBytes(at: offsets[object], asFrom: start)
        }
        if let known {
            bytes.truncate(to: start)
            return known
        }
        offsets.append(start)
        return offsets.count - 1
    }

    private mutating func fill(_ container: Pending) throws(KeyedArchiveError) {
        var place = container.place
        switch container.value {
        case .dictionary(let dictionary):
            // A span lends its elements, and an iterator would retain each.
            let entries = dictionary.entries.span
            for index in entries.indices where !isFull {
                set(add(text: entries[index].key), at: &place)
            }
            for index in entries.indices where !isFull {
                set(try add(entries[index].value, depth: container.depth), at: &place)
            }
        case .array(let values), .set(let values):
            let values = values.span
            for index in values.indices where !isFull {
                set(try add(values[index], depth: container.depth), at: &place)
            }
        default:
            for uid in reached.order where !isFull {
                set(try add(objects[Int(uid)], depth: container.depth), at: &place)
            }
        }
    }

    @inline(__always)
    private mutating func set(_ reference: Int, at place: inout Int) {
        bytes.set(UInt64(truncatingIfNeeded: reference), size: referenceSize, at: place)
        place += referenceSize
    }

    private mutating func appendTable() {
        let table = bytes.count
        let offsetSize = Self.width(of: table)
        for offset in offsets { bytes.append(UInt64(offset), size: offsetSize) }
        bytes.append(0, size: 6)
        bytes.append(UInt8(offsetSize))
        bytes.append(UInt8(referenceSize))
        bytes.append(UInt64(offsets.count), size: 8)
        bytes.append(0, size: 8)
        bytes.append(UInt64(table), size: 8)
    }

    /// The sizes that CoreFoundation writes. Few programs read other sizes.
    private static func width(of value: Int) -> Int {
        switch value {
        case ..<0x100: 1
        case ..<0x1_0000: 2
        case ..<0x1_0000_0000: 4
        default: 8
        }
    }
}
