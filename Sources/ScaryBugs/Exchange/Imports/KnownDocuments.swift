/// Recognizes imported documents that are here already, by their identifiers and their content.
///
/// The index finds the documents. Their files are read only where a digest says that the content is
/// the same.
final class KnownDocuments {
    /// Equal for documents with the same identifier and the same content.
    struct Identity: Hashable, Sendable {
        let identifier: DocumentIdentifier.Key
        let kind: DocumentKind
        /// The values, the names of the files and the size of the photograph.
        let content: Digest
        /// A checksum of the bytes of the files.
        let files: UInt32?
    }

    /// A document with the identifier of an imported one.
    struct Match {
        enum Place {
            case document(DocumentName)
            /// An earlier document of the same source, which has no number yet.
            case index(Int)
        }

        let place: Place
        /// Whether the content is the same, too.
        let isSame: Bool
    }

    /// Documents with one identifier.
    private struct Group: Hashable {
        let identifier: DocumentIdentifier.Key
        /// The kind; nil for documents of all kinds.
        let kind: DocumentKind?
    }

    private struct Table<Element: Comparable> {
        var same: [Identity: Element] = [:]
        var lowest: [Group: Element] = [:]

        mutating func insert(_ element: Element, _ identity: Identity, _ group: Group) {
            same[identity] = min(element, same[identity] ?? element)
            lowest[group] = min(element, lowest[group] ?? element)
        }
    }

    private let workspace: Workspace
    /// Whether only documents of the same kind count.
    private let distinguishesKinds: Bool
    /// Documents of the sources before.
    private var added = Table<DocumentName>()
    /// All documents, read from their files where the index can't be used.
    private var present: [DocumentIdentifier.Key: [(name: DocumentName, content: Digest)]]?
    /// The dates of all deletions; nil if nobody asked yet.
    private var deletions: [String: Timestamp]?
    /// Whether the index was current at the start of the import.
    private var isIndexCurrent = false

    /// The most documents with one digest whose files are compared. Otherwise many bundles of one
    /// document could take quadratic time.
    private static let mostComparisons = 32

    init(in workspace: Workspace, distinguishingKinds: Bool = false) {
        self.workspace = workspace
        distinguishesKinds = distinguishingKinds
    }

    /// Forgets what other sessions may have changed since.
    func forgetOthers() {
        present = nil
        deletions = nil
        isIndexCurrent = false
    }

    /// When the document with an identifier was deleted; nil if it wasn't.
    func deletionDate(of identifier: String) throws -> Timestamp? {
        let dates = try deletions ?? workspace.deletions()
        deletions = dates
        return dates[identifier]
    }

    private func group(_ identity: Identity) -> Group {
        Group(
            identifier: identity.identifier, kind: distinguishesKinds ? identity.kind : nil)
    }

    /// Finds, for each document of a source, the lowest document with the same content or, if there is
    /// none, the lowest with the same identifier.
    ///
    /// - Parameters:
    ///   - identities: the documents; nil for a new one.
    ///   - isSkipping: whether the import leaves out a document that is here with the same content.
    func matches(of identities: [Identity?], skipping isSkipping: Bool) throws -> [Match?] {
        var own = Table<Int>()
        return try identities.enumerated().map { index, identity in
            guard let identity else { return nil }
            let match = try match(of: identity, among: own)
            if !isSkipping || match?.isSame != true {
                own.insert(index, identity, group(identity))
            }
            return match
        }
    }

    /// Records a document that was added, or would be.
    func record(_ name: DocumentName, _ identity: Identity) {
        added.insert(name, identity, group(identity))
    }

    private func match(of identity: Identity, among own: Table<Int>) throws -> Match? {
        // If kinds count, the lowest document is compared with the incoming one anyway.
        let same =
            distinguishesKinds
            ? nil
            : try names(identity.identifier, content: identity.content)
                .prefix(Self.mostComparisons).first { try hasFiles(of: identity, $0) }
        if let name = Self.lower(same, added.same[identity]) {
            return Match(place: .document(name), isSame: true)
        }
        if let index = own.same[identity] { return Match(place: .index(index), isSame: true) }
        let group = group(identity)
        let present = try names(identity.identifier).first { [distinguishesKinds] in
            !distinguishesKinds || $0.kind == identity.kind
        }
        if let name = Self.lower(present, added.lowest[group]) {
            return Match(place: .document(name), isSame: false)
        }
        return own.lowest[group].map { Match(place: .index($0), isSame: false) }
    }

    private static func lower(_ left: DocumentName?, _ right: DocumentName?) -> DocumentName? {
        [left, right].compactMap(\.self).min()
    }

    /// Whether a document has the identity. The index may not know a change by another program.
    private func hasFiles(of identity: Identity, _ name: DocumentName) throws -> Bool {
        try ifIntact {
            let reader = try workspace.reader()
            guard let document = try reader.openIfPresent(name),
                let data = try reader.readIfPresent(document)?.data,
                DocumentIdentifier.Key(data.identifier) == identity.identifier,
                try Digest(data, document.files()) == identity.content
            else { return false }
            let version = try document.directory.version(checksums: .all)
            return version.content.checksum == identity.files
        } ?? false
    }

    // MARK: Documents of the workspace

    /// The documents with an identifier, sorted by number.
    ///
    /// - Parameter content: their content; nil for any.
    func names(
        _ key: DocumentIdentifier.Key, content: Digest? = nil
    ) throws -> [DocumentName] {
        if present == nil {
            if let names = try indexedNames(key, content) { return names }
            present = try workspace.contentByIdentifier()
        }
        return (present?[key] ?? []).filter { content == nil || $0.content == content }.map(\.name)
    }

    /// The same from the index; nil if none is available. The additions of this import are known here,
    /// so it need not follow them.
    private func indexedNames(
        _ key: DocumentIdentifier.Key, _ content: Digest?
    ) throws -> [DocumentName]? {
        let find = { (index: DocumentIndex) in
            try index.names(key, content: content, atMost: Self.mostComparisons)
        }
        guard isIndexCurrent else {
            let names = try workspace.withIndex(find)
            isIndexCurrent = names != nil
            return names
        }
        guard let documents = try workspace.readable() else { return nil }
        return try workspace.usingIndex(of: documents, making: false) { index in
            try index.database.snapshot {
                try index.checkWasInStep()
                return try find(index)
            }
        }
    }

    /// The documents with an identifier in its canonical form, sorted by number.
    func documents(identifiedBy identifier: String) throws -> [(DocumentName, DocumentData)] {
        try documents(names(.init(identifier)), identifiedBy: identifier)
    }

    func documents(
        _ names: [DocumentName], identifiedBy identifier: String
    ) throws -> [(DocumentName, DocumentData)] {
        let reader = try workspace.reader()
        return try names.compactMap { name in
            let data = try ifIntact { try reader.openIfPresent(name).map(reader.read)?.data }
            return data.flatMap { $0.canonicalIdentifier == identifier ? (name, $0) : nil }
        }
    }
}

extension Workspace {
    /// All documents with their contents, by their identifiers, read from their files.
    func contentByIdentifier() throws -> [DocumentIdentifier.Key: [(
        name: DocumentName, content: Digest
    )]] {
        let reader = try reader()
        let read = {
            @Sendable (name: DocumentName, place: WorkPlace) in
            try ifIntact { () -> (DocumentName, DocumentIdentifier.Key, Digest)? in
                let reader = reader.at(place)
                guard let document = try reader.openIfPresent(name) else { return nil }
                let data = try reader.read(document).data
                return (
                    name, .init(data.identifier), try Digest(data, document.files())
                )
            }
        }
        var table: [DocumentIdentifier.Key: [(name: DocumentName, content: Digest)]] = [:]
        try documentNames().forEachResult(of: read) { found in
            if let (name, key, content) = found ?? nil {
                table[key, default: []].append((name, content))
            }
        }
        return table
    }
}
