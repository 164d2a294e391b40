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
    /// The archive that is written, and its objects; nil for any other property list.
    private let archive: KeyedArchive?
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

    static func bytes(of value: PropertyList) throws(KeyedArchiveError) -> [UInt8] {
        try bytes(of: value, nil, KeyedArchive.ReachedObjects(numbers: []))
    }

    /// - Parameter reached: the objects that are written.
    static func bytes(
        of archive: KeyedArchive, _ reached: KeyedArchive.ReachedObjects
    ) throws(KeyedArchiveError) -> [UInt8] {
        try bytes(of: .null, archive, reached)
    }

    private static func bytes(
        of value: PropertyList, _ archive: KeyedArchive?, _ reached: KeyedArchive.ReachedObjects
    ) throws(KeyedArchiveError) -> [UInt8] {
        // The size of references is known only at the end. Most archives need one byte.
        var size = 1
        while true {
            var writer = BinaryWriter(referenceSize: size, archive, reached)
            if let bytes = try writer.write(value) { return bytes }
            size *= 2
        }
    }

    private init(
        referenceSize: Int, _ archive: KeyedArchive?, _ reached: KeyedArchive.ReachedObjects
    ) {
        self.referenceSize = referenceSize
        mostObjects = referenceSize < 8 ? 1 << (8 * referenceSize) : .max
        self.archive = archive
        self.reached = reached
        references = Array(repeating: 0, count: reached.numbers.count)
        bytes.append(Self.signature, size: 8)
        offsets.reserveCapacity(128)
        pending.reserveCapacity(32)
    }

    /// Whether there are too many objects for references of this size.
    private var isFull: Bool { offsets.count > mostObjects }

    /// Returns nil if references must be larger.
    private mutating func write(_ value: PropertyList) throws(KeyedArchiveError) -> [UInt8]? {
        if let archive { try add(partsOf: archive) } else { _ = try add(value, depth: 0) }
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

    /// Writes the outermost dictionary of an archive.
    private mutating func add(partsOf archive: KeyedArchive) throws(KeyedArchiveError) {
        let others = archive.others.entries
        var place = try begin(0xD0, count: 4 + others.count, references: 2, depth: 0)
        for key in ["$version", "$archiver", "$top", "$objects"] { set(add(text: key), at: &place) }
        for other in others where !isFull { set(add(text: other.key), at: &place) }
        set(add(scalar: .integer(KeyedArchive.version)), at: &place)
        set(add(text: KeyedArchive.archiver), at: &place)
        set(try add(.dictionary(archive.top), depth: 1), at: &place)
        // The null is replaced by the objects that are reached.
        let objects = offsets.count
        let first = try begin(0xA0, count: reached.order.count, references: 1, depth: 1)
        pending.append(Pending(value: .null, place: first, depth: 2))
        set(objects, at: &place)
        for other in others where !isFull { set(try add(other.value, depth: 1), at: &place) }
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
        case .string(let text): add(text: text)
        default: add(scalar: value)
        }
    }

    private mutating func add(
        _ value: PropertyList, marker: UInt8, count: Int, references: Int, _ depth: Int
    ) throws(KeyedArchiveError) -> Int {
        let place = try begin(marker, count: count, references: references, depth: depth)
        pending.append(Pending(value: value, place: place, depth: depth + 1))
        return offsets.count - 1
    }

    /// Begins a container, with space for the references to its children.
    ///
    /// - Returns: the position of the references.
    private mutating func begin(
        _ marker: UInt8, count: Int, references: Int, depth: Int
    ) throws(KeyedArchiveError) -> Int {
        guard depth < ReadingLimits.nesting else {
            throw .limitExceeded("containers nested more than \(ReadingLimits.nesting) deep")
        }
        offsets.append(bytes.count)
        bytes.appendHeader(marker, count: count)
        let size = count * references * referenceSize
        bytes.append(zeros: size)
        return bytes.count - size
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
            guard let archive else { return }
            for uid in reached.order where !isFull {
                set(try add(archive.objects[Int(uid)], depth: container.depth), at: &place)
            }
        }
    }

    @inline(__always)
    private mutating func set(_ reference: Int, at place: inout Int) {
        if referenceSize == 1 {
            bytes.set(UInt8(truncatingIfNeeded: reference), at: place)
        } else {
            bytes.set(UInt64(truncatingIfNeeded: reference), size: referenceSize, at: place)
        }
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
