/// Recognizes imported documents that are here already, by their identifiers.
///
/// The index finds documents with the same identifier, and contents are compared only then. A
/// document that comes twice within one import is recognized, too.
final class KnownDocuments {
    /// An imported document, and the document with the same identifier, if there is one. Hundreds of
    /// thousands may be in memory.
    private struct Recognized {
        var match = Match.none
        var isIdentical = false
        var isSkipped = false
        /// The number that the import gave it; 0 until then.
        var assigned: Int32 = 0
        /// The kind, once the document is in the workspace; nil until then.
        var kind: UInt8?
        let source: Int32
        /// The previous document of this import with the same key; -1 if there is none.
        var previous: Int32 = -1
    }

    /// A document with the same identifier.
    private enum Match {
        case none
        case present(number: Int32)
        case incoming(Int32)
    }

    /// Reads the contents of a document of a source where they are staged; nil if they no longer
    /// exist.
    typealias Contents = (_ index: Int) throws -> ComparableContents?

    private struct Source {
        let first: Int
        /// nil once all documents are in the workspace, or if none has an identifier.
        var contents: Contents?
    }

    private let workspace: Workspace
    private var sources: [Source] = []
    /// The documents of all sources.
    private var recognized: [Recognized] = []
    /// The newest documents of this import.
    private var incoming: [DocumentIdentifier.Key: Int32] = [:]
    /// All documents, read from their files where the index can't be used.
    private var table: [DocumentIdentifier.Key: [DocumentName]]?
    /// Whether the index was current at the start of the import.
    private var isIndexCurrent = false

    /// The most documents with one identifier that an imported one is compared with, the lowest
    /// first. Otherwise many bundles of one document would take quadratic time.
    static let mostCandidates = 32

    /// The comparisons of an imported document end after data files with this many bytes, for the same
    /// reason. Few data files have more than some kilobytes.
    private static let mostBytes: Int64 = 4 << 20

    init(in workspace: Workspace) {
        self.workspace = workspace
    }

    /// Finds, for each document of a source, the lowest document with the same content or, if there is
    /// none, the lowest with the same identifier.
    ///
    /// - Parameters:
    ///   - isSkipping: whether the import leaves out a document that is here with the same content.
    ///   - key: returns the key of a document's identifier; nil for a new document.
    func recognize(
        _ count: Int, skipping isSkipping: Bool,
        key: (_ index: Int) throws -> DocumentIdentifier.Key?, contents: @escaping Contents
    ) throws -> Batch {
        let batch = Batch(known: self, source: sources.count, first: recognized.count)
        sources.append(Source(first: batch.first, contents: nil))
        for index in 0..<count {
            var document = Recognized(source: Int32(batch.source))
            let key = try key(index)
            if let key {
                sources[batch.source].contents = contents
                let match = try match(candidates(key)) { try contents(index) }
                document.match = match?.document ?? .none
                document.isIdentical = match?.isIdentical ?? false
                document.isSkipped = document.isIdentical && isSkipping
            }
            recognized.append(document)
            let place = batch.first + index
            guard let key, !document.isSkipped, added(key).count < Self.mostCandidates else {
                continue
            }
            recognized[place].previous = incoming[key] ?? -1
            incoming[key] = Int32(place)
        }
        return batch
    }

    /// The documents of one source, and what was found for each.
    struct Batch {
        fileprivate let known: KnownDocuments
        fileprivate let source: Int
        fileprivate let first: Int

        func isSkipped(_ index: Int) -> Bool { known.recognized[first + index].isSkipped }

        /// The number of the document, or of the known one if the import leaves it out; nil until
        /// the import assigns one.
        func number(_ index: Int) -> Int? { known.number(first + index) }

        /// The document with the same identifier, after the import has assigned all numbers.
        func known(_ index: Int) -> Workspace.KnownDocument? {
            let isIdentical = known.recognized[first + index].isIdentical
            return known.matchedNumber(first + index).map {
                .init(number: $0, sharing: isIdentical ? .content : .identifier)
            }
        }

        func assign(_ number: Int, to index: Int) {
            known.recognized[first + index].assigned = Int32(number)
        }

        /// Forgets how to read the staged contents. Names are recorded of all documents that others
        /// can be compared with.
        func didRecordAll() { known.sources[source].contents = nil }

        /// Records the name of a document whose contents are now in the workspace.
        func record(_ name: DocumentName, of index: Int) {
            assign(name.number, to: index)
            known.recognized[first + index].kind =
                DocumentKind.all.firstIndex { $0 === name.kind }.map { UInt8($0) }
        }
    }

    private func number(_ place: Int) -> Int? {
        if recognized[place].isSkipped { return matchedNumber(place) }
        let assigned = recognized[place].assigned
        return assigned == 0 ? nil : Int(assigned)
    }

    private func matchedNumber(_ place: Int) -> Int? {
        switch recognized[place].match {
        case .none: nil
        case .present(let number): Int(number)
        case .incoming(let other): number(Int(other))
        }
    }

    /// The documents with an identifier, sorted by number.
    ///
    /// - Parameter identifier: in its canonical form.
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

    /// A document that an imported one is compared with.
    private enum Candidate {
        case present(DocumentName)
        /// A document of this import, at its place in ``recognized``.
        case incoming(Int)

        var match: Match {
            switch self {
            case .present(let name): .present(number: Int32(name.number))
            case .incoming(let place): .incoming(Int32(place))
            }
        }
    }

    private func match(
        _ candidates: [Candidate], _ contents: () throws -> ComparableContents?
    ) throws -> (document: Match, isIdentical: Bool)? {
        guard !candidates.isEmpty, let own = try contents() else { return nil }
        var first: Candidate?
        var bytes: Int64 = 0
        for candidate in candidates where bytes < Self.mostBytes {
            let known = try ifIntact { try self.contents(of: candidate) }
            guard let known, known.data.canonicalIdentifier == own.data.canonicalIdentifier else {
                continue
            }
            let isIdentical = try ifIntact { try known.agrees(with: own) }
            if isIdentical == true { return (candidate.match, true) }
            first = first ?? candidate
            bytes += known.size
        }
        return first.map { ($0.match, false) }
    }

    private func contents(of candidate: Candidate) throws -> ComparableContents? {
        switch candidate {
        case .present(let name): return try workspace.comparableContents(of: name)
        case .incoming(let place):
            let document = recognized[place]
            guard let kind = document.kind else {
                let source = sources[Int(document.source)]
                return try source.contents?(place - source.first)
            }
            return try workspace.comparableContents(
                of: DocumentName(number: Int(document.assigned), kind: DocumentKind.all[Int(kind)]))
        }
    }

    /// The documents of this import with the key, the oldest first.
    private func added(_ key: DocumentIdentifier.Key) -> [Int] {
        sequence(first: incoming[key] ?? -1) { [recognized] in recognized[Int($0)].previous }
            .prefix { $0 >= 0 }.map { Int($0) }.reversed()
    }

    /// Documents with the key: first by number, then those that have no number yet.
    private func candidates(_ key: DocumentIdentifier.Key) throws -> [Candidate] {
        let added = added(key).map { (place: $0, number: number($0)) }
        let numbers = Set(added.compactMap(\.number))
        let present = try names(key).prefix(Self.mostCandidates).filter {
            !numbers.contains($0.number)
        }.map { (Candidate.present($0), $0.number) }
        let numbered = added.compactMap { place, number in
            number.map { (Candidate.incoming(place), $0) }
        }
        let others = added.filter { $0.number == nil }.map { Candidate.incoming($0.place) }
        let candidates = (present + numbered).sorted { $0.1 < $1.1 }.map(\.0) + others
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
    /// A document that has the identifier or the photograph of an imported one.
    public struct KnownDocument: Hashable, Sendable {
        /// The part that both documents share.
        public enum Sharing: Hashable, Sendable {
            case identifier
            /// All content. The dates of creation and modification don't count.
            case content
            case photograph
        }

        /// The document's number.
        public let number: Int
        /// The part that both share.
        public let sharing: Sharing
        /// Whether all content is equal.
        public var isIdentical: Bool { sharing == .content }
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

    /// All documents by the keys of their identifiers, read from their files.
    func namesByIdentifier() throws -> [DocumentIdentifier.Key: [DocumentName]] {
        let reader = try reader()
        let key = {
            @Sendable (name: DocumentName, place: WorkPlace) -> (
                DocumentName, DocumentIdentifier.Key?
            ) in
            let reader = reader.at(place)
            let document = try ifIntact { try reader.openIfPresent(name).map(reader.read) }
            return (name, document.map { .init($0.data.identifier) })
        }
        var table: [DocumentIdentifier.Key: [DocumentName]] = [:]
        try documentNames().forEachResult(of: key) { name, key in
            if let key { table[key, default: []].append(name) }
        }
        return table
    }
}
