/// Writes a binary property list. Containers are ordered by depth, and equal scalars are written
/// once.
struct BinaryWriter {
    private struct Pending {
        let value: PropertyList
        /// The position of its references in the output.
        let place: Int
        let depth: Int
    }

    private let referenceSize: Int
    private let renumbered: [UInt32]
    private var bytes = Array("bplist00".utf8)
    private var offsets: [Int] = []
    private var scalars = ScalarTable()
    /// The number of the object that stores each reference, after renumbering; nil before its first
    /// use. A reference is found here without hashing.
    private var references: [Int?]
    private var pending: [Pending] = []

    /// - Parameter renumbered: the new number for each reference. References beyond the end of the
    ///   table don't change.
    static func bytes(
        of value: PropertyList, renumbered: [UInt32] = []
    ) throws(KeyedArchiveError) -> [UInt8] {
        // The size of references is known only at the end. Most archives need one byte.
        var size = 1
        while true {
            var writer = BinaryWriter(referenceSize: size, renumbered: renumbered)
            if let bytes = try writer.write(value) { return bytes }
            size *= 2
        }
    }

    private init(referenceSize: Int, renumbered: [UInt32]) {
        self.referenceSize = referenceSize
        self.renumbered = renumbered
        references = Array(repeating: nil, count: renumbered.count)
        // Reserves enough memory for an ordinary archive, so that it never has to be reallocated.
        bytes.reserveCapacity(1_024)
        offsets.reserveCapacity(64)
        pending.reserveCapacity(32)
    }

    /// Whether there are too many objects for references of this size.
    private var isFull: Bool { (offsets.count - 1) >> (8 * referenceSize) > 0 }

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
        return bytes
    }

    private mutating func add(_ value: PropertyList, depth: Int) throws(KeyedArchiveError) -> Int {
        switch value {
        case .dictionary(let dictionary):
            try add(value, marker: 0xD0, count: dictionary.count, references: 2, depth)
        case .array(let values):
            try add(value, marker: 0xA0, count: values.count, references: 1, depth)
        case .set(let values):
            try add(value, marker: 0xC0, count: values.count, references: 1, depth)
        case .uid(let uid) where uid < renumbered.count: add(reference: renumbered[Int(uid)])
        case .string(let text): add(text: text)
        default: addScalar { $0.append(scalar: value) }
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
        bytes.append(contentsOf: repeatElement(0, count: count * references * referenceSize))
        return offsets.count - 1
    }

    private mutating func add(reference uid: UInt32) -> Int {
        if let known = references[Int(uid)] { return known }
        references[Int(uid)] = offsets.count
        offsets.append(bytes.count)
        bytes.append(reference: uid)
        return offsets.count - 1
    }

    private mutating func add(text: String) -> Int {
        addScalar { $0.append(text: text) }
    }

    /// - Parameter append: appends the bytes of a value that contains no others.
    private mutating func addScalar(_ append: (inout [UInt8]) -> Void) -> Int {
        let start = bytes.count
        append(&bytes)
        let range = start..<bytes.count
        if let known = scalars.object(of: range, in: bytes, orNew: offsets.count) {
            bytes.removeLast(range.count)
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
        default: break
        }
    }

    private mutating func set(_ reference: Int, at place: inout Int) {
        var shift = 8 * referenceSize
        while shift > 0 {
            shift -= 8
            bytes[place] = UInt8(truncatingIfNeeded: reference &>> shift)
            place += 1
        }
    }

    private mutating func appendTable() {
        let table = bytes.count
        let offsetSize = Self.width(of: table)
        bytes.append(addingCapacity: offsets.count * offsetSize) { output in
            for offset in offsets {
                var shift = 8 * offsetSize
                while shift > 0 {
                    shift -= 8
                    output.append(UInt8(truncatingIfNeeded: offset &>> shift))
                }
            }
        }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
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
