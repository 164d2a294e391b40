/// Adds to an archive what Apple's archiver would write for a value.
struct ObjectBuilder {
    private struct ClassNames: Hashable {
        let name: String
        let superclasses: [String]
    }

    private(set) var archive: KeyedArchive
    private var classes: [ClassNames: UInt32] = [:]
    private var depth = 0

    init(archive: KeyedArchive) {
        self.archive = archive
    }

    /// What stands in an object for a value.
    mutating func field(
        _ value: ArchivedValue, storage: KeyedArchive.Storage
    ) throws(KeyedArchiveError) -> PropertyList {
        if case .null = value { return .uid(0) }
        if storage == .automatic, let direct = value.number { return direct }
        return try .uid(reference(to: value))
    }

    mutating func add(
        _ className: String, superclasses: [String] = ["NSObject"], fields: PropertyListDictionary
    ) -> KeyedArchive.Reference {
        var fields = fields
        let uid = append(.null)
        fields["$class"] = .uid(
            classObject(ClassNames(name: className, superclasses: superclasses)))
        archive.objects[Int(uid)] = .dictionary(fields)
        return KeyedArchive.Reference(uid: uid)
    }

    private mutating func append(_ object: PropertyList) -> UInt32 {
        archive.objects.append(object)
        return UInt32(clamping: archive.objects.count - 1)
    }

    private mutating func classObject(_ names: ClassNames) -> UInt32 {
        if let known = classes[names] { return known }
        let description: PropertyListDictionary = [
            "$classname": .string(names.name),
            "$classes": .array(([names.name] + names.superclasses).map { .string($0) }),
        ]
        let uid = existing(description) ?? append(.dictionary(description))
        classes[names] = uid
        return uid
    }

    private func existing(_ description: PropertyListDictionary) -> UInt32? {
        archive.objects.firstIndex {
            guard case .dictionary(let other) = $0 else { return false }
            return other["$classname"] == description["$classname"]
                && other["$classes"] == description["$classes"] && other["$class"] == nil
        }.map { UInt32(clamping: $0) }
    }

    /// In a collection nil can't be, so that NSNull stands for it there.
    private mutating func references(
        to values: [ArchivedValue]
    ) throws(KeyedArchiveError) -> PropertyList {
        var references: [PropertyList] = []
        for value in values { references.append(.uid(try reference(to: value))) }
        return .array(references)
    }

    private mutating func reference(to value: ArchivedValue) throws(KeyedArchiveError) -> UInt32 {
        if case .object(_, let reference) = value {
            _ = try archive.existing(reference)
            return reference.uid
        }
        if let direct = value.directObject { return append(direct) }
        guard depth < Resolver.nesting else {
            throw .limitExceeded("values nested more than \(Resolver.nesting) deep")
        }
        depth += 1
        defer { depth -= 1 }
        return try instance(value)
    }

    private mutating func instance(_ value: ArchivedValue) throws(KeyedArchiveError) -> UInt32 {
        switch value {
        case .array(let values):
            return add("NSArray", fields: ["NS.objects": try references(to: values)]).uid
        case .set(let values):
            return add("NSSet", fields: ["NS.objects": try references(to: values)]).uid
        case .orderedSet(let values): return try orderedSet(values)
        case .dictionary(let entries): return try dictionary(entries)
        case .date(let seconds): return add("NSDate", fields: ["NS.time": .real(seconds)]).uid
        case .uuid(let bytes): return try uuid(bytes)
        case .url(let base, let relative): return try url(base: base, relative: relative)
        default: return add("NSNull", fields: [:]).uid
        }
    }

    private mutating func orderedSet(_ values: [ArchivedValue]) throws(KeyedArchiveError) -> UInt32
    {
        var fields = PropertyListDictionary()
        for (place, value) in values.enumerated() {
            fields["NS.object.\(place)"] = .uid(try reference(to: value))
        }
        return add("NSOrderedSet", fields: fields).uid
    }

    private mutating func dictionary(
        _ entries: [ArchivedValue.Entry]
    ) throws(KeyedArchiveError) -> UInt32 {
        let keys = try references(to: entries.map(\.key))
        let values = try references(to: entries.map(\.value))
        return add("NSDictionary", fields: ["NS.keys": keys, "NS.objects": values]).uid
    }

    private mutating func uuid(_ bytes: [UInt8]) throws(KeyedArchiveError) -> UInt32 {
        guard bytes.count == 16 else {
            throw .typeMismatch("a UUID of \(bytes.count) bytes, where it has 16")
        }
        return add("NSUUID", fields: ["NS.uuidbytes": .data(bytes)]).uid
    }

    private mutating func url(
        base: ArchivedValue?, relative: String
    ) throws(KeyedArchiveError) -> UInt32 {
        let fields: PropertyListDictionary = [
            "NS.base": try field(base ?? .null, storage: .reference),
            "NS.relative": try field(.string(relative), storage: .reference),
        ]
        return add("NSURL", fields: fields).uid
    }
}

extension ArchivedValue {
    /// What stands inside an object without a reference.
    fileprivate var number: PropertyList? {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .float(let value): .float(value)
        default: nil
        }
    }

    /// What is an object of its own without a class.
    fileprivate var directObject: PropertyList? {
        switch self {
        case .data(let bytes): .data(bytes)
        case .string(let text): .string(text)
        case .utf16(let units): .utf16(units)
        default: number
        }
    }
}
