import KeyedArchive

/// What stands at the root of a keyed archive.
enum ArchiveRoot {
    /// A document, and the key of the root.
    case document(DocumentKind, KeyedArchive.Reference, key: String)
    /// An array or a set.
    case list([KeyedArchive.Element])
    /// Anything else, and how to call it.
    case other(String)

    /// The keys that the apps use come before others, and what may hold documents before all else.
    init(of archive: KeyedArchive) throws(KeyedArchiveError) {
        var other = "nothing"
        for key in ["root", "Data"] + archive.rootKeys {
            guard let root = try archive.root(key) else { continue }
            let className = try archive.className(of: root)
            if let kind = className.flatMap(DocumentKind.ofClass) {
                self = .document(kind, root, key: key)
                return
            }
            if let elements = try archive.elements(of: root) {
                self = .list(elements)
                return
            }
            if other == "nothing" { other = className ?? "a plain value" }
        }
        self = .other(other)
    }

    /// Whether there is at least one document.
    func holdsDocuments(in archive: KeyedArchive) throws(KeyedArchiveError) -> Bool {
        switch self {
        case .document: return true
        case .other: return false
        case .list(let elements):
            for case .object(let object) in elements {
                let className = try archive.className(of: object)
                if className.flatMap(DocumentKind.ofClass) != nil { return true }
            }
            return false
        }
    }
}

extension KeyedArchive {
    /// The bytes of an archive that holds one of the objects alone, as a document of a kind.
    func extracting(
        _ object: Reference, as kind: DocumentKind
    ) throws(KeyedArchiveError) -> [UInt8] {
        var archive = KeyedArchive()
        archive.setRoot(kind.rootKey, to: try archive.add(copyOf: object, from: self))
        return try archive.encoded()
    }
}
