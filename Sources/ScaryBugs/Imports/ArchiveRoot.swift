import KeyedArchive

enum ArchiveRoot {
    /// A document with the key of the root.
    case document(DocumentKind, KeyedArchive.Reference, key: String)
    /// An array or a set.
    case list([KeyedArchive.Element])
    /// Any other object. The string is its description for messages.
    case other(String)

    /// Finds the root. Keys that the apps use take precedence over other keys, and documents and
    /// lists over other objects.
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

    func holdsDocuments(in archive: KeyedArchive) throws(KeyedArchiveError) -> Bool {
        switch self {
        case .document: return true
        case .other: return false
        case .list(let elements):
            for case .object(let object) in elements {
                if try archive.kind(of: object) != nil { return true }
            }
            return false
        }
    }
}

extension KeyedArchive {
    func kind(of object: Reference) throws(KeyedArchiveError) -> DocumentKind? {
        try className(of: object).flatMap(DocumentKind.ofClass)
    }

    /// Encodes one of the objects as an archive of its own, in the format of a kind.
    func extracting(
        _ object: Reference, as kind: DocumentKind
    ) throws(KeyedArchiveError) -> [UInt8] {
        var archive = KeyedArchive()
        archive.setRoot(kind.rootKey, to: try archive.add(copyOf: object, from: self))
        return try archive.encoded()
    }
}
