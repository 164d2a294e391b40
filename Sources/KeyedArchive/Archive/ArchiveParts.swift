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
