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

    private let bytes: [UInt8]
    private let topObject: Int

    /// The most bytes of an archive. In a larger one, so many references could share a text that the
    /// weight exceeds ``ReadingLimits``.
    private static let mostBytes = 8 << 10
    /// More bytes than ``MemoryLimit`` can count for each byte of the archive.
    private static let memoryForByte = 128

    /// Returns nil if the property list is something else, or may need more memory.
    init?(_ bytes: [UInt8], memory: Int) {
        guard bytes.count <= Self.mostBytes, memory >= Self.memoryForByte * bytes.count else {
            return nil
        }
        let table = bytes.withUnsafeBufferPointer { BinaryObjectTable($0) }
        guard let table else { return nil }
        self.bytes = bytes
        (self.table, topObject) = (table.objects, table.topObject)
        guard (try? isOrdinary()) == true else { return nil }
    }

    private mutating func isOrdinary() throws(KeyedArchiveError) -> Bool {
        guard try findParts(), hasOrdinaryTop() else { return false }
        for index in 0..<Int(table[objects].count) {
            guard hasOrdinaryObject(reference(index, of: objects)) else { return false }
        }
        return true
    }

    // MARK: Objects of the property list

    /// The number of the object at a place in a container.
    @inline(__always)
    private func reference(_ index: Int, of container: Int) -> Int {
        Int(bytes[Int(table[container].payload) + index])
    }

    /// The number of the value of a key; nil if the dictionary has no such key.
    private func value(of key: ArchiveKey?, in dictionary: Int) -> Int? {
        key?.value(in: dictionary, of: table.span, bytes.span)
    }

    private func isText(_ object: Int, _ key: ArchiveKey?) -> Bool {
        key?.isText(of: table[object], in: bytes.span) ?? false
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
        let parts = topObject
        guard enterDictionary(parts), table[parts].count == 4,
            let version = value(of: .version, in: parts), table[version].type == 0x1,
            try integer(version) == KeyedArchive.version,
            let archiver = value(of: .archiver, in: parts), isText(archiver, .keyedArchiver),
            let top = value(of: .top, in: parts), enterDictionary(top),
            let objects = value(of: .objects, in: parts), enter(objects, BinaryObject.array)
        else { return false }
        (self.top, self.objects) = (top, objects)
        return table[objects].count > 0 && isText(reference(0, of: objects), .null)
    }

    private func integer(_ object: Int) throws(KeyedArchiveError) -> Int128 {
        let header = table[object].header
        return try bytes.withUnsafeBufferPointer { (bytes) throws(KeyedArchiveError) in
            let region = ByteRegion(bytes: bytes, end: bytes.count)
            return try BinaryScalarReader(region: region).integer(header)
        }
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
        let uid = Int(bytes[Int(table[value].payload)])
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
