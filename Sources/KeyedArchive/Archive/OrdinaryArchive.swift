/// The objects of a small binary archive, checked in one pass.
///
/// An ordinary archive is what archivers write for a few objects. Its keys are ASCII, no container has
/// two places, and its objects contain only scalars and arrays of scalars. Everything else, including
/// all damage, is left to ``BinaryReader`` and ``ArchiveCheck``, which have the limits and the messages.
/// They accept every ordinary archive, with the same values.
struct OrdinaryArchive {
    /// The objects of the property list.
    private(set) var table: [BinaryObject] = []
    /// `$top`.
    private(set) var top = 0
    /// `$objects`.
    private(set) var objects = 0

    private let region: ByteRegion
    private let trailer: BinaryTrailer

    /// The most bytes of an archive. In a larger one, so many references could share a text that the
    /// weight exceeds ``ReadingLimits``.
    private static let mostBytes = 8 << 10
    /// More bytes than ``MemoryLimit`` can count for each byte of the archive.
    private static let memoryForByte = 128

    /// Returns nil if the property list is something else, or may need more memory.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, memory: Int) {
        guard bytes.count <= Self.mostBytes, memory >= Self.memoryForByte * bytes.count,
            let trailer = try? BinaryTrailer(of: bytes), trailer.referenceSize == 1
        else { return nil }
        self.trailer = trailer
        region = ByteRegion(bytes: bytes, end: trailer.tableOffset)
        table.reserveCapacity(trailer.objectCount)
        guard (try? isOrdinary()) == true else { return nil }
    }

    private mutating func isOrdinary() throws(KeyedArchiveError) -> Bool {
        guard try scan(), try findParts(), hasOrdinaryTop() else { return false }
        for index in 0..<Int(table[objects].count) {
            guard hasOrdinaryObject(reference(index, of: objects)) else { return false }
        }
        return true
    }

    // MARK: Objects of the property list

    /// Finds all objects. Together they fit in the file, as ``BinaryReader`` demands of the objects that
    /// it reads.
    private mutating func scan() throws(KeyedArchiveError) -> Bool {
        let offsets = ByteRegion(
            bytes: region.bytes, end: region.bytes.count - BinaryTrailer.size)
        var size = 0
        var place = trailer.tableOffset
        for _ in 0..<trailer.objectCount {
            let offset = try offsets.unsigned(at: place, size: trailer.offsetSize)
            place += trailer.offsetSize
            guard offset >= 8, offset < trailer.tableOffset else { return false }
            let header = try BinaryHeader(at: Int(offset), in: region)
            guard var object = BinaryObject(header) else { return false }
            guard let payloadSize = try payloadSize(header, &object) else { return false }
            size += header.size + payloadSize
            table.append(object)
        }
        return size <= region.end
    }

    /// Checks an object; nil if it is not ordinary.
    @inline(__always)
    private func payloadSize(
        _ header: BinaryHeader, _ object: inout BinaryObject
    ) throws(KeyedArchiveError) -> Int? {
        let size: Int
        switch header.type {
        case BinaryObject.ascii:
            size = header.count
            guard let mark = try region.mark(ofASCIIAt: header.payload, count: size) else {
                return nil
            }
            object.mark = mark
        case BinaryObject.array, BinaryObject.dictionary:
            size = header.type == BinaryObject.array ? header.count : 2 * header.count
            try region.check(at: header.payload, count: size)
            for place in header.payload..<(header.payload + size) {
                guard try region.byte(at: place) < trailer.objectCount else { return nil }
            }
        case BinaryObject.reference:
            guard header.count == 0 else { return nil }
            size = 1
            _ = try region.byte(at: header.payload)
        case 0x0...0x6:
            size = header.payloadSize
            _ = try BinaryScalarReader(region: region).value(header)
        default: return nil
        }
        return size
    }

    /// The number of the object at a place in a container.
    @inline(__always)
    private func reference(_ index: Int, of container: Int) -> Int {
        Int(region.bytes[Int(table[container].payload) + index])
    }

    /// The number of the value of a key; nil if the dictionary has no such key.
    private func value(of key: ArchiveKey?, in dictionary: Int) -> Int? {
        let count = Int(table[dictionary].count)
        for index in 0..<count where isText(reference(index, of: dictionary), key) {
            return reference(count + index, of: dictionary)
        }
        return nil
    }

    @inline(__always)
    private func isText(_ object: Int, _ key: ArchiveKey?) -> Bool {
        guard let key, table[object].mark == key.mark else { return false }
        return key.isText(of: table[object], in: region)
    }

    /// Marks a container as one that another one contains. Returns false if it already is, or has
    /// another type.
    private mutating func enter(_ object: Int, _ type: UInt8) -> Bool {
        guard table[object].type == type, !table[object].isInside else { return false }
        table[object].isInside = true
        return true
    }

    /// Enters a dictionary whose keys are ASCII and differ. It may take different keys as equal.
    private mutating func enterDictionary(_ object: Int) -> Bool {
        guard enter(object, BinaryObject.dictionary), table[object].count <= Self.mostKeys else {
            return false
        }
        for index in 0..<Int(table[object].count) {
            let key = table[reference(index, of: object)]
            guard key.type == BinaryObject.ascii else { return false }
            for other in 0..<index where table[reference(other, of: object)].mark == key.mark {
                return false
            }
        }
        return true
    }

    /// Few, because each is compared with each.
    private static let mostKeys = 32

    // MARK: Parts of the archive

    private mutating func findParts() throws(KeyedArchiveError) -> Bool {
        let parts = trailer.topObject
        guard enterDictionary(parts), table[parts].count == 4,
            let version = value(of: .version, in: parts), table[version].type == 0x1,
            try BinaryScalarReader(region: region).integer(table[version].header)
                == KeyedArchive.version,
            let archiver = value(of: .archiver, in: parts), isText(archiver, .keyedArchiver),
            let top = value(of: .top, in: parts), enterDictionary(top),
            let objects = value(of: .objects, in: parts), enter(objects, BinaryObject.array)
        else { return false }
        (self.top, self.objects) = (top, objects)
        return table[objects].count > 0 && isText(reference(0, of: objects), .null)
    }

    private func hasOrdinaryTop() -> Bool {
        let count = Int(table[top].count)
        return (count..<(2 * count)).allSatisfy { object(at: reference($0, of: top)) != nil }
    }

    private mutating func hasOrdinaryObject(_ object: Int) -> Bool {
        if table[object].isScalar { return true }
        guard enterDictionary(object) else { return false }
        let count = Int(table[object].count)
        for index in count..<(2 * count) {
            guard hasOrdinaryValue(reference(index, of: object)) else { return false }
        }
        guard let reference = value(of: .class, in: object) else {
            return className(in: object) != nil && hasNamesOfSuperclasses(object)
        }
        guard let description = self.object(at: reference),
            table[description].type == BinaryObject.dictionary,
            value(of: .class, in: description) == nil, let name = className(in: description)
        else { return false }
        table[object].className = UInt8(truncatingIfNeeded: name)
        return true
    }

    private mutating func hasOrdinaryValue(_ value: Int) -> Bool {
        if isScalarOrReference(value) { return true }
        guard enter(value, BinaryObject.array) else { return false }
        for index in 0..<Int(table[value].count) {
            guard isScalarOrReference(reference(index, of: value)) else { return false }
        }
        return true
    }

    private func isScalarOrReference(_ value: Int) -> Bool {
        table[value].isScalar || object(at: value) != nil
    }

    /// The number of the object of the archive that a reference leads to; nil if this is none.
    private func object(at value: Int) -> Int? {
        guard table[value].type == BinaryObject.reference else { return nil }
        // Larger references don't occur among so few objects.
        let uid = Int(region.bytes[Int(table[value].payload)])
        return uid < table[objects].count ? reference(uid, of: objects) : nil
    }

    /// The number of the string with the name that a class description has; nil if it has none.
    private func className(in description: Int) -> Int? {
        guard let name = value(of: .className, in: description),
            table[name].type == BinaryObject.ascii
        else { return nil }
        return name
    }

    private func hasNamesOfSuperclasses(_ description: Int) -> Bool {
        guard let classes = value(of: .classes, in: description) else { return true }
        guard table[classes].type == BinaryObject.array else { return false }
        return (0..<Int(table[classes].count)).allSatisfy {
            table[reference($0, of: classes)].type == BinaryObject.ascii
        }
    }
}
