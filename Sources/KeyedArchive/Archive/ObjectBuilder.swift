/// Adds to an archive what Apple's archiver would write for a value, without recursion.
struct ObjectBuilder {
    /// An object that has its number, but not yet its fields.
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

    /// What stands in an object for a value.
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

    /// Adds an object of a class with some fields.
    mutating func add(
        _ className: String, superclasses: [String] = ["NSObject"],
        fields: PropertyListDictionary = [:]
    ) -> KeyedArchive.Reference {
        let uid = append(.null)
        set(uid, to: className, superclasses: superclasses, fields: fields)
        return KeyedArchive.Reference(uid: uid)
    }

    /// Gives a numbered object its class and its fields.
    mutating func set(
        _ uid: UInt32, to className: String, superclasses: [String] = ["NSObject"],
        fields: PropertyListDictionary
    ) {
        var fields = fields
        fields["$class"] = .uid(classObject(className, superclasses: superclasses))
        archive.objects[Int(uid)] = .dictionary(fields)
    }

    /// Numbers an object whose fields are to follow.
    mutating func append(pending value: ArchivedValue, depth: Int) -> UInt32 {
        let uid = append(.null)
        pending.append(Pending(uid: uid, value: value, depth: depth))
        return uid
    }

    /// Adds an object and gives its number.
    mutating func append(_ object: PropertyList) -> UInt32 {
        archive.objects.append(object)
        return UInt32(clamping: archive.objects.count - 1)
    }

    /// Puts another object in the place of one that is there.
    mutating func replace(_ uid: UInt32, with object: PropertyList) {
        archive.objects[Int(uid)] = object
    }

    /// The object that describes a class.
    mutating func classObject(_ name: String, superclasses: [String]) -> UInt32 {
        let known = archive.classes.place(
            ofClass: name, superclasses: superclasses, among: archive.objects)
        if let known { return known }
        return classObject([
            "$classname": .string(name),
            "$classes": .array(([name] + superclasses).map { .string($0) }),
        ])
    }

    /// The object that is a description of a class, added where there is none.
    mutating func classObject(_ description: PropertyListDictionary) -> UInt32 {
        let known = archive.classes.place(of: description, among: archive.objects)
        return known ?? append(.dictionary(description))
    }

    /// Takes back what was added to `count` objects.
    mutating func removeObjects(after count: Int) {
        archive.objects.removeLast(max(0, archive.objects.count - count))
        archive.classes = ClassTable()
    }
}
