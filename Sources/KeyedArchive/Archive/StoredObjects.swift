/// The objects of an archive, `$objects`. The bytes of an ordinary archive are decoded at its first change.
enum StoredObjects: Sendable {
    case values([PropertyList], top: PropertyListDictionary)
    case bytes(ArchiveBytes)

    var values: [PropertyList] {
        get {
            switch self {
            case .values(let values, _): values
            case .bytes(let archive): archive.values
            }
        }
        _modify {
            var (values, top) = (values, top)
            // The array then has one owner, so that a change doesn't copy it.
            self = .values([], top: PropertyListDictionary())
            defer { self = .values(values, top: top) }
            yield &values
        }
    }

    /// `$top`.
    var top: PropertyListDictionary {
        get {
            switch self {
            case .values(_, let top): top
            case .bytes(let archive): archive.top
            }
        }
        set { self = .values(values, top: newValue) }
    }

    /// The value of a key of `$top`; nil if it has no such key.
    func root(_ key: KeyedArchive.Key) -> PropertyList? {
        switch self {
        case .values(_, let top): top[key.text]
        case .bytes(let archive): archive.root(key)
        }
    }

    var count: Int {
        switch self {
        case .values(let values, _): values.count
        case .bytes(let archive): archive.count
        }
    }

    /// The role of a dictionary in `$objects`.
    enum ObjectKind {
        case instance(ofClass: String)
        case classDescription(name: String)
    }

    /// Returns whether a dictionary is an instance or a class description, with the class's name.
    func kind(
        of fields: StoredFields, uid: Int
    ) throws(KeyedArchiveError) -> ObjectKind {
        // The classes of an ordinary archive were found when it was checked.
        if case .bytes(let fields, let archive) = fields,
            let name = archive.className(of: fields)
        {
            return .instance(ofClass: name)
        }
        guard let classValue = fields["$class"] else {
            return .classDescription(name: try className(describedBy: fields, uid: uid))
        }
        guard case .uid(let classUID) = classValue else {
            throw .notAKeyedArchive("the class of object \(uid) is \(classValue.kindName)")
        }
        guard let description = self.fields(of: classUID), !description.contains("$class") else {
            throw .notAKeyedArchive("object \(classUID), the class of \(uid), describes no class")
        }
        return .instance(ofClass: try className(describedBy: description, uid: Int(classUID)))
    }

    private func className(
        describedBy fields: StoredFields, uid: Int
    ) throws(KeyedArchiveError) -> String {
        guard case .string(let name)? = fields["$classname"] else {
            throw .notAKeyedArchive("object \(uid) has neither a class nor is one")
        }
        return name
    }

    func object(_ uid: UInt32) -> PropertyList? {
        switch self {
        case .values(let values, _): Int(uid) < values.count ? values[Int(uid)] : nil
        case .bytes(let archive): archive.object(uid)
        }
    }

    /// The keys and values of an object; nil unless it is a dictionary.
    func fields(of uid: UInt32) -> StoredFields? {
        switch self {
        case .values(let values, _):
            guard Int(uid) < values.count, case .dictionary(let dictionary) = values[Int(uid)]
            else {
                return nil
            }
            return .values(dictionary)
        case .bytes(let archive): return archive.fields(of: uid).map { .bytes($0, in: archive) }
        }
    }

    func existing(_ uid: UInt32) throws(KeyedArchiveError) -> PropertyList {
        guard let object = object(uid) else { throw unknown(uid) }
        return object
    }

    func unknown(_ uid: UInt32) -> KeyedArchiveError {
        .unknownReference("there is no object \(uid) among \(count)")
    }

    var weight: Weight {
        var sum = Weight()
        var pending = values
        while let value = pending.popLast() {
            sum += value.shallowWeight
            pending += value.children
        }
        return sum
    }
}
