/// Checks that every reference points to an object, and that every object has a class.
struct ArchiveCheck {
    private let archive: KeyedArchive
    private let objects: StoredObjects

    init(_ archive: KeyedArchive) {
        (self.archive, objects) = (archive, archive.stored)
    }

    func check() throws(KeyedArchiveError) {
        guard case .string(KeyedArchive.null)? = objects.values.first else {
            throw .notAKeyedArchive("the first of $objects is not \(KeyedArchive.null)")
        }
        for entry in archive.top.entries {
            try checkReferences(in: entry.value, of: { "the root \"\(entry.key)\"" })
        }
        for entry in archive.others.entries {
            try checkReferences(in: entry.value, of: { "the key \"\(entry.key)\"" })
        }
        for (uid, object) in objects.values.enumerated() { try checkObject(object, uid: uid) }
    }

    private func checkObject(_ object: PropertyList, uid: Int) throws(KeyedArchiveError) {
        switch object {
        case .uid(let target):
            let what = Int(target) == uid ? "points at itself" : "is a bare reference"
            throw .notAKeyedArchive("object \(uid) \(what)")
        case .dictionary(let dictionary):
            try checkClass(of: dictionary, uid: uid)
        default: break
        }
        try checkReferences(in: object, of: { "object \(uid)" })
    }

    /// Superclasses are checked only here, once per class, because many objects may share it.
    private func checkClass(
        of dictionary: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) {
        guard case .classDescription(let name) = try objects.kind(of: dictionary, uid: uid)
        else {
            return
        }
        guard let classes = dictionary["$classes"] else { return }
        guard case .array(let names) = classes, names.allSatisfy(\.isString) else {
            throw .notAKeyedArchive("the superclasses of \"\(name)\" are not a list of strings")
        }
    }

    /// `source` is a closure because only an error message needs it.
    private func checkReferences(
        in value: PropertyList, of source: () -> String
    ) throws(KeyedArchiveError) {
        if let uid = value.reference(beyond: objects.values.count) {
            throw .unknownReference(
                "\(source()) refers to object \(uid), where there are \(objects.values.count)")
        }
    }
}

/// The four parts of a keyed archive, read from its property list.
struct ArchiveParts {
    let objects: [PropertyList]
    let top: PropertyListDictionary
    let others: PropertyListDictionary

    init(_ propertyList: PropertyList) throws(KeyedArchiveError) {
        guard case .dictionary(let parts) = propertyList else {
            throw .notAKeyedArchive("the property list is \(propertyList.kindName), not an archive")
        }
        try Self.checkArchiver(parts["$archiver"])
        try Self.checkVersion(parts["$version"])
        guard case .dictionary(let top)? = parts["$top"] else {
            throw .notAKeyedArchive("an archive without a dictionary $top")
        }
        guard case .array(let objects)? = parts["$objects"] else {
            throw .notAKeyedArchive("an archive without an array $objects")
        }
        self.objects = objects
        self.top = top
        others = parts.count > Self.keys.count ? parts.filter { !Self.keys.contains($0) } : [:]
    }

    private static let keys = ["$archiver", "$version", "$top", "$objects"]

    private static func checkArchiver(_ value: PropertyList?) throws(KeyedArchiveError) {
        guard let value else { throw .notAKeyedArchive("a property list without $archiver") }
        guard case .string(let name) = value else {
            throw .notAKeyedArchive("$archiver is \(value.kindName), not a string")
        }
        guard name == KeyedArchive.archiver else {
            throw .notAKeyedArchive(
                "an archive by \"\(name)\"; only \(KeyedArchive.archiver) is supported")
        }
    }

    private static func checkVersion(_ value: PropertyList?) throws(KeyedArchiveError) {
        guard let value else { throw .notAKeyedArchive("an archive without $version") }
        guard case .integer(let version) = value else {
            throw .notAKeyedArchive("$version is \(value.kindName), not an integer")
        }
        guard version == KeyedArchive.version else {
            throw .notAKeyedArchive(
                "an archive of version \(version); only version \(KeyedArchive.version) is "
                    + "supported")
        }
    }
}
