extension KeyedArchive {
    private static let keys = ["$archiver", "$version", "$top", "$objects"]

    /// Interprets a property list as an archive.
    ///
    /// - Throws: `notAKeyedArchive`, `unknownReference` or `typeMismatch`, with the number of the
    ///   object.
    public init(propertyList: PropertyList) throws(KeyedArchiveError) {
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
        self.init(objects: objects)
        self.top = top
        if parts.count > Self.keys.count { others = parts.filter { !Self.keys.contains($0) } }
        try check()
    }

    private static func checkArchiver(_ value: PropertyList?) throws(KeyedArchiveError) {
        guard let value else { throw .notAKeyedArchive("a property list without $archiver") }
        guard case .string(let name) = value else {
            throw .notAKeyedArchive("$archiver is \(value.kindName), not a string")
        }
        guard name == Self.archiver else {
            throw .notAKeyedArchive(
                "an archive by \"\(name)\"; only \(Self.archiver) is supported")
        }
    }

    private static func checkVersion(_ value: PropertyList?) throws(KeyedArchiveError) {
        guard let value else { throw .notAKeyedArchive("an archive without $version") }
        guard case .integer(let version) = value else {
            throw .notAKeyedArchive("$version is \(value.kindName), not an integer")
        }
        guard version == Self.version else {
            throw .notAKeyedArchive(
                "an archive of version \(version); only version \(Self.version) is "
                    + "supported")
        }
    }

    /// Checks that every reference points to an object, and that every object has a class.
    private func check() throws(KeyedArchiveError) {
        guard case .string(Self.null)? = objects.first else {
            throw .notAKeyedArchive("the first of $objects is not \(Self.null)")
        }
        for entry in top.entries {
            try checkReferences(in: entry.value, of: { "the root \"\(entry.key)\"" })
        }
        for entry in others.entries {
            try checkReferences(in: entry.value, of: { "the key \"\(entry.key)\"" })
        }
        for (uid, object) in objects.enumerated() {
            if case .uid(let target) = object {
                let what = Int(target) == uid ? "points at itself" : "is a bare reference"
                throw .notAKeyedArchive("object \(uid) \(what)")
            }
            if case .dictionary(let fields) = object { try checkClass(of: fields, uid: uid) }
            try checkReferences(in: object, of: { "object \(uid)" })
        }
    }

    /// Superclasses are checked only here, once per class, because many objects may share it.
    private func checkClass(
        of fields: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) {
        guard case .classDescription(let name) = try stored.kind(of: fields, uid: uid),
            let classes = fields["$classes"]
        else { return }
        guard case .array(let names) = classes,
            names.allSatisfy({ if case .string = $0 { true } else { false } })
        else {
            throw .notAKeyedArchive("the superclasses of \"\(name)\" are not a list of strings")
        }
    }

    /// `source` is a closure because only an error message needs it.
    private func checkReferences(
        in value: PropertyList, of source: () -> String
    ) throws(KeyedArchiveError) {
        if let uid = value.reference(beyond: objects.count) {
            throw .unknownReference(
                "\(source()) refers to object \(uid), where there are \(objects.count)")
        }
    }
}
