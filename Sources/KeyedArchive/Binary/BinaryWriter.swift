/// Writes a binary property list. Containers are ordered by depth, and equal scalars are written
/// once.
struct BinaryWriter {
    private enum Object {
        /// A value that contains no others, as it is written.
        case scalar([UInt8])
        /// The type, and the numbers of the children. A dictionary's keys come first.
        case container(marker: UInt8, [UInt32])
    }

    /// A container whose children have no numbers yet.
    private struct Pending {
        let value: PropertyList
        let marker: UInt8
        let number: Int
        let depth: Int
    }

    /// The objects of the archive that is written; none for any other property list.
    private let archived: [PropertyList]
    private let reached: KeyedArchive.ReachedObjects
    private var objects: [Object] = []
    /// The numbers of the scalars by their bytes. Swift's string equality ignores differences in
    /// normalization.
    private var numbers: [[UInt8]: UInt32] = [:]
    private var pending: [Pending] = []

    /// A reference that no archive has. It stands for the objects of the archive that is written.
    static let placeholder = PropertyList.uid(.max)

    /// - Parameters:
    ///   - objects: the objects of an archive, which replace ``placeholder``.
    ///   - reached: their order, and the new numbers for references.
    static func bytes(
        of value: PropertyList, objects: [PropertyList] = [],
        _ reached: KeyedArchive.ReachedObjects = .init(among: 0)
    ) throws(KeyedArchiveError) -> [UInt8] {
        var writer = BinaryWriter(archived: objects, reached: reached)
        _ = try writer.add(value, depth: 0)
        // Uses a queue instead of recursion, so that no value can exhaust the stack.
        var next = 0
        while next < writer.pending.count {
            try writer.fill(writer.pending[next])
            next += 1
        }
        return writer.encoded()
    }

    private init(archived: [PropertyList], reached: KeyedArchive.ReachedObjects) {
        (self.archived, self.reached) = (archived, reached)
    }

    // MARK: Numbering

    private mutating func add(
        _ value: PropertyList, depth: Int
    ) throws(KeyedArchiveError) -> UInt32 {
        switch value {
        case .array: try add(container: value, marker: 0xA0, depth)
        case .set: try add(container: value, marker: 0xC0, depth)
        case .dictionary: try add(container: value, marker: 0xD0, depth)
        case .uid(.max) where !archived.isEmpty: try add(container: value, marker: 0xA0, depth)
        case .uid(let uid) where uid < reached.numbers.count:
            add(scalar: .uid(reached.numbers[Int(uid)]))
        default: add(scalar: value)
        }
    }

    private mutating func add(
        container value: PropertyList, marker: UInt8, _ depth: Int
    ) throws(KeyedArchiveError) -> UInt32 {
        guard depth < ReadingLimits.nesting else {
            throw .limitExceeded("containers nested more than \(ReadingLimits.nesting) deep")
        }
        pending.append(
            Pending(value: value, marker: marker, number: objects.count, depth: depth + 1))
        return append(.container(marker: marker, []))
    }

    private mutating func add(scalar value: PropertyList) -> UInt32 {
        let bytes = [UInt8](scalar: value)
        if let known = numbers[bytes] { return known }
        let number = append(.scalar(bytes))
        numbers[bytes] = number
        return number
    }

    private mutating func append(_ object: Object) -> UInt32 {
        objects.append(object)
        return UInt32(clamping: objects.count - 1)
    }

    private mutating func fill(_ container: Pending) throws(KeyedArchiveError) {
        var children: [UInt32] = []
        switch container.value {
        case .dictionary(let dictionary):
            for key in dictionary.keys { children.append(add(scalar: .string(key))) }
            for entry in dictionary.entries {
                children.append(try add(entry.value, depth: container.depth))
            }
        case .array(let values), .set(let values):
            for value in values { children.append(try add(value, depth: container.depth)) }
        default:
            for uid in reached.order {
                children.append(try add(archived[Int(uid)], depth: container.depth))
            }
        }
        objects[container.number] = .container(marker: container.marker, children)
    }

    // MARK: Encoding

    private func encoded() -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        let referenceSize = Self.width(of: objects.count - 1)
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let scalar): bytes += scalar
            case .container(let marker, let children):
                bytes.appendHeader(
                    marker, count: marker == 0xD0 ? children.count / 2 : children.count)
                for child in children { bytes.append(UInt64(child), size: referenceSize) }
            }
        }
        let table = bytes.count
        let offsetSize = Self.width(of: table)
        for offset in offsets { bytes.append(UInt64(offset), size: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [offsets.count, 0, table] { bytes.append(UInt64(number), size: 8) }
        return bytes
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

extension [UInt8] {
    /// A value that contains no others, as a binary property list stores it; empty for a container.
    init(scalar value: PropertyList) {
        self = []
        switch value {
        case .null: append(0x00)
        case .boolean(let value): append(value ? 0x09 : 0x08)
        case .integer(let value): append(integer: value)
        case .real(let value): append(0x23, bits: value.bitPattern)
        case .float(let value): append(0x22, bits: value.bitPattern)
        case .date(let value): append(0x33, bits: value.bitPattern)
        case .data(let bytes):
            appendHeader(0x40, count: bytes.count)
            self += bytes
        case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
            appendHeader(0x50, count: text.utf8.count)
            self += text.utf8
        case .string(let text): append(units: [UInt16](text.utf16))
        case .utf16(let units): append(units: units)
        case .uid(let uid): append(reference: uid)
        case .array, .set, .dictionary: break
        }
    }

    /// Appends the lowest `size` bytes of a value, most significant first.
    mutating func append(_ value: UInt64, size: Int) {
        for index in (0..<size).reversed() {
            append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
        }
    }

    /// Appends a type with a count. A count of 15 or more follows as an integer object.
    mutating func appendHeader(_ marker: UInt8, count: Int) {
        guard count >= 0xF else { return append(marker | UInt8(truncatingIfNeeded: count)) }
        append(marker | 0xF)
        append(integer: Int128(count))
    }

    private mutating func append(_ marker: UInt8, bits: some FixedWidthInteger) {
        append(marker)
        append(UInt64(truncatingIfNeeded: bits), size: bits.bitWidth / 8)
    }

    /// Appends an integer. Up to four bytes are unsigned and eight are signed, so a negative
    /// integer takes eight.
    private mutating func append(integer value: Int128) {
        switch value {
        case 0...0xFF: append(0x10, bits: UInt8(truncatingIfNeeded: value))
        case 0...0xFFFF: append(0x11, bits: UInt16(truncatingIfNeeded: value))
        case 0...0xFFFF_FFFF: append(0x12, bits: UInt32(truncatingIfNeeded: value))
        case Int128(Int64.min)...Int128(Int64.max):
            append(0x13, bits: Int64(truncatingIfNeeded: value))
        default:
            append(0x14)
            append(UInt64(truncatingIfNeeded: value >> 64), size: 8)
            append(UInt64(truncatingIfNeeded: value), size: 8)
        }
    }

    private mutating func append(units: [UInt16]) {
        appendHeader(0x60, count: units.count)
        for unit in units { append(UInt64(unit), size: 2) }
    }

    private mutating func append(reference uid: UInt32) {
        switch uid {
        case ...0xFF: append(0x80, bits: UInt8(truncatingIfNeeded: uid))
        case ...0xFFFF: append(0x81, bits: UInt16(truncatingIfNeeded: uid))
        default: append(0x83, bits: uid)
        }
    }
}
