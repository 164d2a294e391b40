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
        // A span lends its elements, and an iterator would retain each.
        let values = objects.values.span
        for uid in values.indices { try checkObject(values[uid], uid: uid) }
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
