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
        guard case .binary? = try? PropertyListFormat(of: bytes) else { return nil }
        guard let archive = OrdinaryArchive(bytes, memory: memory) else { return nil }
        self.bytes = bytes
        table = archive.table
        (topObject, objects) = (archive.top, archive.objects)
    }

    var count: Int { Int(table[objects].count) }

    /// All objects.
    var values: [PropertyList] { elements(of: objects) }

    /// `$top`.
    var top: PropertyListDictionary { dictionary(topObject) }

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

    /// The name of the class of an instance; nil for a class description.
    func className(of fields: Int) -> String? {
        let name = Int(table[fields].className)
        return name > 0 ? text(name) : nil
    }

    func key(_ index: Int, of fields: Int) -> String { text(reference(index, of: fields)) }

    func contains(_ key: String, in fields: Int) -> Bool { find(key, in: fields) != nil }

    func value(of key: String, in fields: Int) -> PropertyList? {
        find(key, in: fields).map { value(of: $0) }
    }

    private func find(_ text: String, in fields: Int) -> Int? {
        // The key of another alphabet may equal an ASCII one for Swift.
        guard let key = ArchiveKey(text) else {
            let count = count(of: fields)
            return (0..<count).first { self.key($0, of: fields) == text }
                .map { reference(count + $0, of: fields) }
        }
        let (bytes, table) = (bytes, table)
        return key.value(in: fields, of: table.span, bytes.span)
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
        default: scalar(object)
        }
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
