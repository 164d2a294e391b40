/// Recognizes imported documents that are here already, by their identifiers.
///
/// The index finds documents with the same identifier, and contents are compared only then. A
/// document that comes twice within one import is recognized, too.
final class KnownDocuments {
    /// An imported document, and the document with the same identifier, if there is one.
    final class Recognized {
        fileprivate let match: Recognized?
        /// The previous document of this import with the same key.
        fileprivate var previous: Recognized?
        private let isIdentical: Bool
        /// Whether the import leaves the document out.
        let isSkipped: Bool
        private var assigned: Int?
        /// Reads the contents where they are staged; returns nil if they no longer exist.
        fileprivate var staged: (() throws -> ComparableContents?)?
        /// The document, once it is in the workspace.
        fileprivate var name: DocumentName? {
            didSet { if let name { (assigned, staged) = (name.number, nil) } }
        }

        fileprivate init(
            _ match: Recognized?, isIdentical: Bool = false, isSkipped: Bool = false,
            _ staged: (() throws -> ComparableContents?)? = nil
        ) {
            (self.match, self.isIdentical, self.isSkipped) = (match, isIdentical, isSkipped)
            self.staged = staged
        }

        /// The number of the document, or of the known one if the import leaves it out; nil until
        /// the import assigns one.
        var number: Int? {
            get { isSkipped ? match?.number : assigned }
            set { assigned = newValue }
        }

        /// The document with the same identifier, after the import has assigned all numbers.
        var known: Workspace.KnownDocument? {
            match?.number.map { .init(number: $0, isIdentical: isIdentical) }
        }
    }

    private let workspace: Workspace
    /// The newest documents of this import.
    private var incoming: [DocumentIdentifier.Key: Recognized] = [:]
    /// All documents, read from their files where the index can't be used.
    private var table: [DocumentIdentifier.Key: [DocumentName]]?
    /// Whether the index was current at the start of the import.
    private var isIndexCurrent = false

    /// The most documents with one identifier that an imported one is compared with, the lowest
    /// first. Otherwise many bundles of one document would take quadratic time.
    static let mostCandidates = 32

    init(in workspace: Workspace) {
        self.workspace = workspace
    }

    /// Finds the lowest document with the same content or, if there is none, the lowest with the
    /// same identifier.
    ///
    /// - Parameters:
    ///   - key: the key of the imported document's identifier; nil for a new document.
    ///   - isSkipping: whether the import leaves out a document that is here with the same content.
    ///   - contents: reads the contents of the imported document.
    func recognize(
        _ key: DocumentIdentifier.Key?, skipping isSkipping: Bool,
        _ contents: @escaping () throws -> ComparableContents?
    ) throws -> Recognized {
        guard let key else { return Recognized(nil) }
        let match = try match(candidates(key), contents)
        let isIdentical = match?.isIdentical ?? false
        let recognized = Recognized(
            match?.document, isIdentical: isIdentical, isSkipped: isIdentical && isSkipping,
            contents)
        if !recognized.isSkipped, added(key).count < Self.mostCandidates {
            recognized.previous = incoming[key]
            incoming[key] = recognized
        }
        return recognized
    }

    /// Records the name of a document that was imported. Its contents are now in the workspace.
    func record(_ name: DocumentName, of recognized: Recognized) { recognized.name = name }

    /// The documents with an identifier, sorted by number.
    func documents(identifiedBy identifier: String) throws -> [(DocumentName, DocumentData)] {
        try documents(names(.init(identifier)), identifiedBy: identifier)
    }

    /// The documents among `names` with an identifier.
    func documents(
        _ names: [DocumentName], identifiedBy identifier: String
    ) throws -> [(DocumentName, DocumentData)] {
        let reader = try workspace.reader()
        return try names.compactMap { name in
            let data = try ifPossible { try reader.openIfPresent(name).map(reader.read)?.data }
            return data.flatMap { $0.identifier == identifier ? (name, $0) : nil }
        }
    }

    private func match(
        _ candidates: [Recognized], _ contents: () throws -> ComparableContents?
    ) throws -> (document: Recognized, isIdentical: Bool)? {
        guard !candidates.isEmpty, let own = try contents() else { return nil }
        var first: Recognized?
        for candidate in candidates {
            let known = try ifPossible { try self.contents(of: candidate) }
            guard let known, known.data.identifier == own.data.identifier else { continue }
            if known.agrees(with: own) { return (candidate, true) }
            first = first ?? candidate
        }
        return first.map { ($0, false) }
    }

    private func contents(of document: Recognized) throws -> ComparableContents? {
        guard let name = document.name else { return try document.staged?() }
        return try workspace.comparableContents(of: name)
    }

    /// The documents of this import with the key, the oldest first.
    private func added(_ key: DocumentIdentifier.Key) -> [Recognized] {
        sequence(state: incoming[key]) { next in
            defer { next = next?.previous }
            return next
        }.reversed()
    }

    /// Documents with the key: first by number, then those that have no number yet.
    private func candidates(_ key: DocumentIdentifier.Key) throws -> [Recognized] {
        let added = added(key)
        let numbers = Set(added.compactMap(\.number))
        let present = try names(key).prefix(Self.mostCandidates).filter {
            !numbers.contains($0.number)
        }.map { name in
            let document = Recognized(nil)
            document.name = name
            return document
        }
        let numbered = (present + added).filter { $0.number != nil }
        let candidates =
            numbered.sorted { $0.number ?? 0 < $1.number ?? 0 } + added.filter { $0.number == nil }
        return Array(candidates.prefix(Self.mostCandidates))
    }

    private func names(_ key: DocumentIdentifier.Key) throws -> [DocumentName] {
        if table == nil {
            // The additions of this import are known here, so the index need not follow them.
            if let names = try workspace.indexedNames(key, catchingUp: !isIndexCurrent) {
                isIndexCurrent = true
                return names
            }
            table = try workspace.namesByIdentifier()
        }
        return table?[key] ?? []
    }
}

extension Workspace {
    /// A document that has the identifier of an imported one.
    public struct KnownDocument: Hashable, Sendable {
        /// The document's number.
        public let number: Int
        /// Whether all content is equal. The dates of creation and modification don't count.
        public let isIdentical: Bool
    }

    fileprivate func comparableContents(of name: DocumentName) throws -> ComparableContents? {
        let reader = try reader()
        return try reader.openIfPresent(name)?.comparableContents(reader)
    }

    /// The documents whose identifiers have the key; nil if no index is available.
    ///
    /// - Parameter isCatchingUp: whether to bring the index up to date first.
    fileprivate func indexedNames(
        _ key: DocumentIdentifier.Key, catchingUp isCatchingUp: Bool
    ) throws -> [DocumentName]? {
        let most = KnownDocuments.mostCandidates
        if isCatchingUp { return try withIndex { try $0.names(key, atMost: most) } }
        guard let documents = try readable() else { return nil }
        return try usingIndex(of: documents, making: false) { index in
            try index.database.snapshot {
                try index.checkWasInStep()
                return try index.names(key, atMost: most)
            }
        }
    }

    /// Reads the identifiers of all documents.
    fileprivate func namesByIdentifier() throws -> [DocumentIdentifier.Key: [DocumentName]] {
        let reader = try reader()
        let key = {
            @Sendable (name: DocumentName, place: WorkPlace) -> (
                DocumentName, DocumentIdentifier.Key?
            ) in
            let reader = reader.at(place)
            let document = try ifPossible { try reader.openIfPresent(name).map(reader.read) }
            return (name, document.map { .init($0.data.identifier) })
        }
        var table: [DocumentIdentifier.Key: [DocumentName]] = [:]
        try documentNames().forEachResult(of: key) { name, key in
            if let key { table[key, default: []].append(name) }
        }
        return table
    }
}
