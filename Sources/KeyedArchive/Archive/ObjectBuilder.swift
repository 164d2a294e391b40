import XML

/// Adds objects to an archive as Apple's archiver would write them, without recursion.
struct ObjectBuilder {
    /// An object that has a number but no fields yet.
    struct Pending {
        let uid: UInt32
        let value: ArchivedValue
        let depth: Int
    }

    var archive: KeyedArchive
    private var pending: [Pending] = []

    init(archive: KeyedArchive) {
        self.archive = archive
    }

    /// Returns the stored form of a value in an object.
    mutating func field(
        _ value: ArchivedValue
    ) throws(KeyedArchiveError) -> PropertyList {
        let field = try field(value, depth: 0)
        var next = 0
        while next < pending.count {
            try fill(pending[next])
            next += 1
        }
        pending = []
        return field
    }

    mutating func add(
        _ className: String, superclasses: [String] = ["NSObject"],
        fields: PropertyListDictionary = [:]
    ) -> KeyedArchive.Reference {
        let uid = append(.null)
        set(uid, to: className, superclasses: superclasses, fields: fields)
        return KeyedArchive.Reference(uid: uid)
    }

    mutating func set(
        _ uid: UInt32, to className: String, superclasses: [String] = ["NSObject"],
        fields: PropertyListDictionary
    ) {
        var fields = fields
        fields["$class"] = .uid(classObject(className, superclasses: superclasses))
        archive.objects[Int(uid)] = .dictionary(fields)
    }

    /// Reserves a number for an object whose fields are added later.
    mutating func append(pending value: ArchivedValue, depth: Int) -> UInt32 {
        let uid = append(.null)
        pending.append(Pending(uid: uid, value: value, depth: depth))
        return uid
    }

    mutating func append(_ object: PropertyList) -> UInt32 {
        archive.objects.append(object)
        return UInt32(clamping: archive.objects.count - 1)
    }

    mutating func replace(_ uid: UInt32, with object: PropertyList) {
        archive.objects[Int(uid)] = object
    }

    /// Returns the object that describes a class, adding it if necessary.
    mutating func classObject(_ name: String, superclasses: [String]) -> UInt32 {
        classObject([
            "$classname": .string(name),
            "$classes": .array(([name] + superclasses).map { .string($0) }),
        ])
    }

    /// Returns the object that equals a class description, adding it if necessary.
    mutating func classObject(_ description: PropertyListDictionary) -> UInt32 {
        let known = archive.classes.index(of: description, among: archive.objects)
        return known ?? append(.dictionary(description))
    }

    mutating func removeObjects(after count: Int) {
        archive.objects.removeLast(max(0, archive.objects.count - count))
        archive.classes = ClassTable()
    }
}

/// Builds the objects of Foundation's classes.
extension ObjectBuilder {
    /// Returns the stored form of a value in an object. Objects that it needs are added to
    /// `pending`.
    mutating func field(
        _ value: ArchivedValue, depth: Int
    ) throws(KeyedArchiveError) -> PropertyList {
        if case .null = value { return .uid(0) }
        return try reference(to: value, depth: depth)
    }

    private mutating func reference(
        to value: ArchivedValue, depth: Int
    ) throws(KeyedArchiveError) -> PropertyList {
        if case .object(_, let reference) = value {
            _ = try archive.existing(reference)
            return .uid(reference.uid)
        }
        if case .string(let text) = value, CombiningMarks.areTooMany(in: text) {
            throw .tooManyMarks()
        }
        if let direct = value.directObject { return .uid(append(direct)) }
        // Documents have two dates, which refer to no other object.
        if case .date(let seconds) = value {
            return .uid(add("NSDate", fields: ["NS.time": .real(seconds)]).uid)
        }
        guard depth < Resolver.nesting || !value.isCollection else {
            throw .limitExceeded("values nested more than \(Resolver.nesting) deep")
        }
        return .uid(append(pending: value, depth: depth + 1))
    }

    mutating func fill(_ object: Pending) throws(KeyedArchiveError) {
        let (className, fields) = try stored(object)
        set(object.uid, to: className, fields: fields)
    }

    private mutating func stored(
        _ object: Pending
    ) throws(KeyedArchiveError) -> (className: String, PropertyListDictionary) {
        switch object.value {
        case .array(let values):
            return ("NSArray", ["NS.objects": try references(to: values, in: object)])
        case .set(let values):
            return ("NSSet", ["NS.objects": try references(to: values, in: object)])
        case .orderedSet(let values):
            var fields = PropertyListDictionary()
            for (place, value) in values.enumerated() {
                fields["NS.object.\(place)"] = try reference(to: value, depth: object.depth)
            }
            return ("NSOrderedSet", fields)
        case .dictionary(let entries):
            let keys = try references(to: entries.map(\.key), in: object)
            let values = try references(to: entries.map(\.value), in: object)
            return ("NSDictionary", ["NS.keys": keys, "NS.objects": values])
        case .uuid(let bytes):
            guard bytes.count == 16 else {
                throw .typeMismatch("a UUID of \(bytes.count) bytes, where it has 16")
            }
            return ("NSUUID", ["NS.uuidbytes": .data(bytes)])
        case .url(let base, let relative):
            return ("NSURL", try fields(of: object, base: base ?? .null, relative))
        default: return ("NSNull", [:])
        }
    }

    /// Collections can't contain nil, so NSNull represents it there.
    private mutating func references(
        to values: [ArchivedValue], in object: Pending
    ) throws(KeyedArchiveError) -> PropertyList {
        var references: [PropertyList] = []
        for value in values { references.append(try reference(to: value, depth: object.depth)) }
        return .array(references)
    }

    private mutating func fields(
        of url: Pending, base: ArchivedValue, _ relative: String
    ) throws(KeyedArchiveError) -> PropertyListDictionary {
        switch base {
        case .null, .url: break
        default: throw .typeMismatch("the base of a URL is not a URL")
        }
        guard url.value.baseCount <= FoundationObject.mostBases else {
            throw .limitExceeded("a URL with more than \(FoundationObject.mostBases) bases")
        }
        return [
            "NS.base": try field(base, depth: url.depth - 1),
            "NS.relative": .uid(append(.string(relative))),
        ]
    }
}
