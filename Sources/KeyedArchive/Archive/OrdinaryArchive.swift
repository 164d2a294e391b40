/// The objects of a small binary archive, checked in one pass.
///
/// An ordinary archive is what archivers write for a few objects. Its keys are ASCII, no container has
/// two places, and its objects contain only scalars and arrays of scalars. Everything else, including
/// all damage, is left to ``BinaryReader`` and ``ArchiveCheck``, which have the limits and the messages.
/// They accept every ordinary archive, with the same values.
///
/// It holds pointers for speed, so it is valid only while the archive is being checked. Every reference of
/// the table leads to one of its objects, and all objects are inside the bytes.
struct OrdinaryArchive {
    /// `$top`.
    private(set) var top = 0
    /// `$objects`.
    private(set) var objects = 0

    private let bytes: UnsafeBufferPointer<UInt8>
    private let table: UnsafeMutableBufferPointer<BinaryObject>

    /// The most bytes of an archive. In a larger one, so many references could share a text that the
    /// weight exceeds ``ReadingLimits``.
    private static let mostBytes = 8 << 10
    /// More bytes than ``MemoryLimit`` can count for each byte of the archive.
    private static let memoryForByte = 128

    /// Whether so many bytes can be an ordinary archive, which needs no more than this memory.
    static func canHave(bytes: Int, memory: Int) -> Bool {
        bytes <= mostBytes && memory >= memoryForByte * bytes
    }

    /// Returns nil if the property list is something else. Completes the table.
    init?(
        _ bytes: UnsafeBufferPointer<UInt8>, _ table: UnsafeMutableBufferPointer<BinaryObject>,
        topObject: Int
    ) {
        (self.bytes, self.table) = (bytes, table)
        guard (try? findParts(topObject)) == true, hasOrdinaryTop() else { return nil }
        guard references(of: objects).allSatisfy({ hasOrdinaryObject(Int($0)) }),
            references(of: objects).allSatisfy({ hasNameOfClass(Int($0)) })
        else { return nil }
    }

    // MARK: Objects of the property list

    /// The numbers of the objects in an array, or of the keys of a dictionary.
    @inline(__always)
    private func references(of container: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = Int(table[container].payload)
        return bytes[start..<(start &+ Int(table[container].count))]
    }

    /// The numbers of the values of a dictionary.
    @inline(__always)
    private func values(of dictionary: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        let count = Int(table[dictionary].count)
        let start = Int(table[dictionary].payload) &+ count
        return bytes[start..<(start &+ count)]
    }

    /// The number of the value of a key; nil if the dictionary has no such key.
    @inline(__always)
    private func value(of key: ArchiveKey?, in dictionary: Int) -> Int? {
        key?.value(in: dictionary, of: table.span, bytes.span)
    }

    private func isText(_ object: Int, _ key: ArchiveKey?) -> Bool {
        key?.isText(of: table[object], in: bytes.span) ?? false
    }

    /// Marks a container as one that another one contains. Returns false if it already is, or has
    /// another type.
    @inline(__always)
    private func enter(_ object: Int, _ type: UInt8) -> Bool {
        guard table[object].type == type, !table[object].isInside else { return false }
        table[object].isInside = true
        return true
    }

    /// Enters a dictionary whose keys are ASCII and differ. It may take different keys as equal.
    private func enterDictionary(_ object: Int) -> Bool {
        guard enter(object, BinaryObject.dictionary), table[object].count <= Self.mostKeys else {
            return false
        }
        let keys = references(of: object)
        for index in keys.startIndex..<keys.endIndex {
            let key = table[Int(bytes[index])]
            guard key.type == BinaryObject.ascii else { return false }
            for other in keys.startIndex..<index
            where table[Int(bytes[other])].mark == key.mark {
                return false
            }
        }
        return true
    }

    /// Few, because each is compared with each.
    private static let mostKeys = 32

    // MARK: Parts of the archive

    private mutating func findParts(_ parts: Int) throws(KeyedArchiveError) -> Bool {
        guard enterDictionary(parts), table[parts].count == 4,
            let version = value(of: .version, in: parts), table[version].type == 0x1,
            try integer(version) == KeyedArchive.version,
            let archiver = value(of: .archiver, in: parts), isText(archiver, .keyedArchiver),
            let top = value(of: .top, in: parts), enterDictionary(top),
            let objects = value(of: .objects, in: parts), enter(objects, BinaryObject.array),
            let null = references(of: objects).first
        else { return false }
        (self.top, self.objects) = (top, objects)
        return isText(Int(null), .null)
    }

    private func integer(_ object: Int) throws(KeyedArchiveError) -> Int128 {
        let region = ByteRegion(bytes: bytes, end: bytes.count)
        return try BinaryScalarReader(region: region).integer(table[object].header)
    }

    private func hasOrdinaryTop() -> Bool {
        values(of: top).allSatisfy { object(at: Int($0)) != nil }
    }

    private func hasOrdinaryObject(_ object: Int) -> Bool {
        if table[object].isScalar { return true }
        guard enterDictionary(object),
            values(of: object).allSatisfy({ hasOrdinaryValue(Int($0)) })
        else { return false }
        guard let reference = value(of: .class, in: object) else {
            return describesClass(object)
        }
        guard let description = self.object(at: reference), description > 0 else { return false }
        table[object].classDescription = UInt8(truncatingIfNeeded: description)
        return true
    }

    private func describesClass(_ object: Int) -> Bool {
        guard let name = value(of: .className, in: object), name > 0,
            table[name].type == BinaryObject.ascii
        else { return false }
        table[object].className = UInt8(truncatingIfNeeded: name)
        guard let classes = value(of: .classes, in: object) else { return true }
        return table[classes].type == BinaryObject.array
            && references(of: classes).allSatisfy { table[Int($0)].type == BinaryObject.ascii }
    }

    /// Whether an instance has a class that was found to have a name.
    private func hasNameOfClass(_ object: Int) -> Bool {
        let description = Int(table[object].classDescription)
        return description == 0 || table[description].className > 0
    }

    @inline(__always)
    private func hasOrdinaryValue(_ value: Int) -> Bool {
        if isScalarOrReference(value) { return true }
        return enter(value, BinaryObject.array)
            && references(of: value).allSatisfy { isScalarOrReference(Int($0)) }
    }

    @inline(__always)
    private func isScalarOrReference(_ value: Int) -> Bool {
        table[value].isScalar || object(at: value) != nil
    }

    /// The number of the object of the archive that a reference leads to; nil if this is none.
    @inline(__always)
    private func object(at value: Int) -> Int? {
        guard table[value].type == BinaryObject.reference else { return nil }
        // Larger references don't occur among so few objects.
        let uid = Int(bytes[Int(table[value].payload)])
        guard uid < table[objects].count else { return nil }
        return Int(bytes[Int(table[objects].payload) &+ uid])
    }
}
