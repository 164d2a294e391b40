/// Writes a binary property list: containers in order of their depth, equal scalars once.
struct BinaryWriter {
    private enum Object {
        case scalar([UInt8])
        case container(marker: UInt8, references: [Int], count: Int)
    }

    /// A scalar to look up: its bytes, since Swift's equality would mix up different spellings.
    private struct Encoding: Hashable {
        let bytes: [UInt8]

        /// All bytes at once, which is many times quicker than one by one.
        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    private struct Pending {
        let object: Int
        let value: PropertyList
        let depth: Int
    }

    private let renumbered: [UInt32: UInt32]?
    private var objects: [Object] = []
    private var pending: [Pending] = []
    private var places: [Encoding: Int] = [:]

    /// A writer that replaces references as given; without a table it keeps them.
    init(renumbered: [UInt32: UInt32]? = nil) {
        self.renumbered = renumbered
        // Room for an ordinary archive, which then never has to move.
        objects.reserveCapacity(64)
        pending.reserveCapacity(32)
        places.reserveCapacity(64)
    }

    mutating func write(_ value: PropertyList) throws(KeyedArchiveError) -> [UInt8] {
        _ = try place(value, depth: 0)
        // a queue in place of recursion, so that no value can exhaust the stack
        var next = 0
        while next < pending.count {
            try fill(pending[next])
            next += 1
        }
        return file()
    }

    private mutating func place(_ value: PropertyList, depth: Int) throws(KeyedArchiveError) -> Int
    {
        switch value {
        case .array, .set, .dictionary:
            guard depth < ReadingLimits.nesting else {
                throw .limitExceeded("containers nested more than \(ReadingLimits.nesting) deep")
            }
            pending.append(Pending(object: objects.count, value: value, depth: depth + 1))
            objects.append(.scalar([]))
            return objects.count - 1
        case .uid(let uid): return place(PropertyList.uid(renumbered?[uid] ?? uid).encoding)
        default: return place(value.encoding)
        }
    }

    private mutating func place(_ bytes: [UInt8]) -> Int {
        let encoding = Encoding(bytes: bytes)
        if let place = places[encoding] { return place }
        places[encoding] = objects.count
        objects.append(.scalar(bytes))
        return objects.count - 1
    }

    private mutating func fill(_ container: Pending) throws(KeyedArchiveError) {
        let children = container.value.children
        var references: [Int] = []
        references.reserveCapacity(children.count * 2)
        var marker: UInt8 = 0xA0
        if case .dictionary(let dictionary) = container.value {
            marker = 0xD0
            for entry in dictionary.entries {
                references.append(place(PropertyList.string(entry.key).encoding))
            }
        } else if case .set = container.value {
            marker = 0xC0
        }
        for child in children { references.append(try place(child, depth: container.depth)) }
        objects[container.object] = .container(
            marker: marker, references: references, count: children.count)
    }

    private func file() -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        bytes.reserveCapacity(1_024)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        let referenceSize = Self.width(of: objects.count - 1)
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let encoding): bytes += encoding
            case .container(let marker, let references, let count):
                bytes.appendHeader(marker, count: count)
                for place in references { bytes.append(UInt64(place), size: referenceSize) }
            }
        }
        appendTable(offsets, referenceSize: referenceSize, to: &bytes)
        return bytes
    }

    private func appendTable(_ offsets: [Int], referenceSize: Int, to bytes: inout [UInt8]) {
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
