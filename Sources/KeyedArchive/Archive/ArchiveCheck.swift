/// Checks that every reference leads to an object, and that every object has a class.
struct ArchiveCheck {
    let archive: KeyedArchive

    func check() throws(KeyedArchiveError) {
        guard case .string(KeyedArchive.null)? = archive.objects.first else {
            throw .notAKeyedArchive("the first of $objects is not \(KeyedArchive.null)")
        }
        for entry in archive.top.entries {
            try checkReferences(in: entry.value, of: { "the root \"\(entry.key)\"" })
        }
        for entry in archive.others.entries {
            try checkReferences(in: entry.value, of: { "the key \"\(entry.key)\"" })
        }
        for (uid, object) in archive.objects.enumerated() { try checkObject(object, uid: uid) }
    }

    private func checkObject(_ object: PropertyList, uid: Int) throws(KeyedArchiveError) {
        switch object {
        case .uid(let target):
            let what = Int(target) == uid ? "points at itself" : "is a bare reference"
            throw .notAKeyedArchive("object \(uid) \(what)")
        case .dictionary(let dictionary):
            _ = try archive.kind(of: dictionary, uid: uid)
        default: break
        }
        try checkReferences(in: object, of: { "object \(uid)" })
    }

    /// `source` is a closure since it is needed only for a message.
    private func checkReferences(
        in value: PropertyList, of source: () -> String
    ) throws(KeyedArchiveError) {
        var walk = ReferenceWalk(value)
        while let uid = walk.next() {
            guard Int(uid) < archive.objects.count else {
                throw .unknownReference(
                    "\(source()) refers to object \(uid), where there are "
                        + "\(archive.objects.count)")
            }
        }
    }
}
