/// The bytes of an ordinary archive, whose objects are decoded when they are asked for.
///
/// A document has sixty objects in half a kilobyte. Checking them takes a fraction of the time that
/// making a value of each takes, and most documents are read for a few values.
final class ArchiveBytes: Sendable {
    private let bytes: [UInt8]
    private let table: [BinaryObject]
    /// The numbers of `$top` and `$objects`.
    private let (topObject, objects): (Int, Int)

    /// Returns nil unless the bytes are an ordinary archive that may be read in this memory.
    init?(_ bytes: [UInt8], memory: Int) {
        guard OrdinaryArchive.canHave(bytes: bytes.count, memory: memory) else { return nil }
        let parts = bytes.withUnsafeBufferPointer { Self.parts($0) }
        guard let parts else { return nil }
        self.bytes = bytes
        (table, topObject, objects) = parts
    }

    /// The checked objects with the numbers of `$top` and `$objects`; nil unless the archive is ordinary.
    private static func parts(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (table: [BinaryObject], top: Int, objects: Int)? {
        guard var table = BinaryObjectTable(bytes) else { return nil }
        let topObject = table.topObject
        let archive = table.objects.withUnsafeMutableBufferPointer { objects in
            OrdinaryArchive(bytes, objects, topObject: topObject)
        }
        return archive.map { (table.objects, $0.top, $0.objects) }
    }

    var count: Int { Int(table[objects].count) }

    /// All objects.
    var values: [PropertyList] { elements(of: objects) }

    /// `$top`.
    var top: PropertyListDictionary { dictionary(topObject) }

    /// The value of a key of `$top`; nil if it has no such key.
    func root(_ key: KeyedArchive.Key) -> PropertyList? { value(of: key, in: topObject) }

    func object(_ uid: UInt32) -> PropertyList? {
        uid < count ? value(of: reference(Int(uid), of: objects)) : nil
    }

    /// The number of a dictionary; nil if the object is none.
    func fields(of uid: UInt32) -> Int? {
        guard uid < count else { return nil }
        let object = reference(Int(uid), of: objects)
        return table[object].type == BinaryObject.dictionary ? object : nil
    }

    // MARK: Dictionaries

    func count(of fields: Int) -> Int { Int(table[fields].count) }

    func hasClass(_ fields: Int) -> Bool { table[fields].classDescription > 0 }

    /// The name of the class of an instance; nil for a class description.
    func className(of fields: Int) -> String? {
        let description = Int(table[fields].classDescription)
        return description > 0 ? text(Int(table[description].className)) : nil
    }

    func key(_ index: Int, of fields: Int) -> String { text(reference(index, of: fields)) }

    func contains(_ key: KeyedArchive.Key, in fields: Int) -> Bool { find(key, in: fields) != nil }

    func value(of key: KeyedArchive.Key, in fields: Int) -> PropertyList? {
        find(key, in: fields).map { value(of: $0) }
    }

    /// Whether the value of a key is an ASCII string, or refers to one.
    func hasText(of key: KeyedArchive.Key, in fields: Int) -> Bool {
        guard let value = find(key, in: fields) else { return false }
        guard table[value].type == BinaryObject.reference else {
            return table[value].type == BinaryObject.ascii
        }
        // The first object stands for null.
        let uid = Int(bytes[Int(table[value].payload)])
        return uid > 0 && uid < count
            && table[reference(uid, of: objects)].type == BinaryObject.ascii
    }

    private func find(_ key: KeyedArchive.Key, in fields: Int) -> Int? {
        // The key of another alphabet may equal an ASCII one for Swift.
        guard let ascii = key.ascii else {
            let count = count(of: fields)
            return (0..<count).first { self.key($0, of: fields) == key.text }
                .map { reference(count + $0, of: fields) }
        }
        let (bytes, table) = (bytes, table)
        return ascii.value(in: fields, of: table.span, bytes.span)
    }

    /// Whether all keys of a dictionary are among these.
    func hasOnly(_ keys: KeyedArchive.KeyList, in fields: Int) -> Bool {
        let (bytes, table) = (bytes, table)
        var start = 0
        for index in 0..<count(of: fields) {
            let object = table[reference(index, of: fields)]
            guard let place = keys.place(of: object, in: bytes.span, from: start) else {
                return false
            }
            start = place + 1
        }
        return true
    }

    // MARK: Values

    func dictionary(_ object: Int) -> PropertyListDictionary {
        let count = count(of: object)
        var entries: [PropertyListDictionary.Entry] = []
        entries.reserveCapacity(count)
        for index in 0..<count {
            let value = value(of: reference(count + index, of: object))
            entries.append(.init(key: key(index, of: object), value: value))
        }
        return PropertyListDictionary(distinct: entries)
    }

    /// The value of an object. Containers are nested three deep at most.
    private func value(of object: Int) -> PropertyList {
        switch table[object].type {
        case BinaryObject.array: .array(elements(of: object))
        case BinaryObject.dictionary: .dictionary(dictionary(object))
        case BinaryObject.ascii: .string(text(object))
        // The table has only references of one byte.
        case BinaryObject.reference: .uid(UInt32(bytes[Int(table[object].payload)]))
        default: scalar(object)
        }
    }

    /// The value of an object that is a scalar, a date, or an array of scalars; nil for any other. These
    /// can't exceed the limits of ``Resolver``.
    func simpleValue(of uid: UInt32) -> ArchivedValue? {
        guard uid < count else { return nil }
        let (bytes, table) = (bytes, table)
        let object = reference(Int(uid), of: objects)
        let description = Int(table[object].classDescription)
        guard description > 0 else { return ArchivedValue(scalar: value(of: object)) }
        switch FoundationClass(name: table[Int(table[description].className)], in: bytes.span) {
        case .date?:
            let time = ArchiveKey.time?.value(in: object, of: table.span, bytes.span)
            guard let time, case .real(let seconds) = value(of: time) else { return nil }
            return .date(seconds)
        case .array?:
            let elements = ArchiveKey.elements?.value(in: object, of: table.span, bytes.span)
            return elements.flatMap { simpleArray($0) }
        default: return nil
        }
    }

    private func simpleArray(_ array: Int) -> ArchivedValue? {
        guard table[array].type == BinaryObject.array else { return nil }
        var values: [ArchivedValue] = []
        values.reserveCapacity(count(of: array))
        for index in 0..<count(of: array) {
            guard case .uid(let uid) = value(of: reference(index, of: array)), uid != 0,
                let object = object(uid), let scalar = ArchivedValue(scalar: object)
            else { return nil }
            values.append(scalar)
        }
        return .array(values)
    }

    private func elements(of object: Int) -> [PropertyList] {
        var elements: [PropertyList] = []
        elements.reserveCapacity(count(of: object))
        for index in 0..<count(of: object) {
            elements.append(value(of: reference(index, of: object)))
        }
        return elements
    }

    /// The scalar was checked before, so reading it can't fail.
    private func scalar(_ object: Int) -> PropertyList {
        let header = table[object].header
        return bytes.withUnsafeBufferPointer {
            let region = ByteRegion(bytes: $0, end: $0.count)
            return (try? BinaryScalarReader(region: region).value(header)) ?? .null
        }
    }

    /// An ASCII string, which was checked before.
    private func text(_ object: Int) -> String {
        let start = Int(table[object].payload)
        let range = start..<(start + Int(table[object].count))
        return bytes.withUnsafeBufferPointer { bytes in
            String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
    }

    @inline(__always)
    private func reference(_ index: Int, of container: Int) -> Int {
        Int(bytes[Int(table[container].payload) + index])
    }
}
