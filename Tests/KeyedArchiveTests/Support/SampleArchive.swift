import KeyedArchive

/// An archive with the keys of a document.
enum SampleArchive {
    static func make() throws -> KeyedArchive {
        var archive = KeyedArchive()
        let bug = archive.addObject(className: "ScaryBugData")
        archive.setRoot("Data", to: bug)
        try archive.setValue(.string("Potato Bug"), forKey: "Title", of: bug)
        try archive.setValue(.float(4), forKey: "Rating", of: bug)
        try archive.setValue(.string(identifier), forKey: "Identifier", of: bug)
        try archive.setValue(.date(123_456_789.5), forKey: "Created", of: bug)
        try archive.setValue(
            .array([.string("garden"), .string("é")]), forKey: "Tags", of: bug)
        try archive.setValue(.integer(1), forKey: "Version", of: bug)
        return archive
    }

    static let identifier = "5C7F3B6E-7D0B-4B6A-9A57-0F6B2C3D4E5F"
}

extension KeyedArchive {
    /// Reads everything that is reachable from the roots.
    func readThroughout() throws(KeyedArchiveError) {
        var pending: [Reference] = []
        for key in rootKeys {
            if let root = try root(key) { pending.append(root) }
        }
        var seen = Set(pending)
        while let reference = pending.popLast() {
            var values = [try value(of: reference)]
            if case .object = values[0] {
                for key in try self.values(of: reference).keys {
                    if let value = try value(forKey: key, of: reference) { values.append(value) }
                }
            }
            for found in values.flatMap(\.references) where seen.insert(found).inserted {
                pending.append(found)
            }
        }
    }
}

extension ArchivedValue {
    /// The objects of unknown classes inside a value.
    var references: [KeyedArchive.Reference] {
        switch self {
        case .object(_, let reference): [reference]
        case .array(let values), .set(let values), .orderedSet(let values):
            values.flatMap(\.references)
        case .dictionary(let entries): entries.flatMap { $0.key.references + $0.value.references }
        default: []
        }
    }
}
