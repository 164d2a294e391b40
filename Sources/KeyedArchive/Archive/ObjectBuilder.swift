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
        fields: consuming PropertyListDictionary = [:]
    ) -> KeyedArchive.Reference {
        let uid = append(.null)
        set(uid, to: className, superclasses: superclasses, fields: fields)
        return KeyedArchive.Reference(uid: uid)
    }

    mutating func set(
        _ uid: UInt32, to className: String, superclasses: [String] = ["NSObject"],
        fields: consuming PropertyListDictionary
    ) {
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
        let known = archive.classes.index(
            ofClass: name, superclasses: superclasses, among: archive.objects)
        if let known { return known }
        return classObject([
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
