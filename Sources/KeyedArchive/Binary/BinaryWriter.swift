/// Writes a binary property list: containers in order of their depth, equal scalars once.
struct BinaryWriter {
    private struct Pending {
        let value: PropertyList
        /// Where its references are to be.
        let place: Int
        let depth: Int
    }

    private let referenceSize: Int
    private let renumbered: [UInt32]
    private var bytes = Array("bplist00".utf8)
    private var offsets: [Int] = []
    private var scalars = ScalarTable()
    private var pending: [Pending] = []

    /// - Parameter renumbered: what stands in the place of references; those that the table lacks
    ///   stay.
    static func bytes(
        of value: PropertyList, renumbered: [UInt32] = []
    ) throws(KeyedArchiveError) -> [UInt8] {
        // How wide references are shows only in the end; most archives need one byte.
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
        // Room for an ordinary archive, which then never has to move.
        bytes.reserveCapacity(1_024)
        offsets.reserveCapacity(64)
        pending.reserveCapacity(32)
    }

    /// Whether there are more objects than references of this width can tell apart.
    private var isFull: Bool { (offsets.count - 1) >> (8 * referenceSize) > 0 }

    /// Nil where references must be wider.
    private mutating func write(_ value: PropertyList) throws(KeyedArchiveError) -> [UInt8]? {
        _ = try place(value, depth: 0)
        // a queue in place of recursion, so that no value can exhaust the stack
        var next = 0
        while next < pending.count {
            try fill(pending[next])
            if isFull { return nil }
            next += 1
        }
        appendTable()
        return bytes
    }

    private mutating func place(_ value: PropertyList, depth: Int) throws(KeyedArchiveError) -> Int
    {
        switch value {
        case .dictionary(let dictionary):
            try place(value, marker: 0xD0, count: dictionary.count, references: 2, depth)
        case .array(let values):
            try place(value, marker: 0xA0, count: values.count, references: 1, depth)
        case .set(let values):
            try place(value, marker: 0xC0, count: values.count, references: 1, depth)
        case .uid(let uid) where uid < renumbered.count:
            place(scalar: .uid(renumbered[Int(uid)]))
        default: place(scalar: value)
        }
    }

    /// Leaves room for so many references a child.
    private mutating func place(
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

    private mutating func place(scalar value: PropertyList) -> Int {
        let start = bytes.count
        bytes.append(scalar: value)
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
            for entry in dictionary.entries where !isFull {
                set(self.place(scalar: .string(entry.key)), at: &place)
            }
            for entry in dictionary.entries where !isFull {
                set(try self.place(entry.value, depth: container.depth), at: &place)
            }
        case .array(let values), .set(let values):
            for value in values where !isFull {
                set(try self.place(value, depth: container.depth), at: &place)
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
        for offset in offsets { bytes.append(UInt64(offset), size: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        bytes.append(UInt64(offsets.count), size: 8)
        bytes.append(0, size: 8)
        bytes.append(UInt64(table), size: 8)
    }

    /// The widths that CoreFoundation writes; others are read by few.
    private static func width(of value: Int) -> Int {
        switch value {
        case ..<0x100: 1
        case ..<0x1_0000: 2
        case ..<0x1_0000_0000: 4
        default: 8
        }
    }
}
