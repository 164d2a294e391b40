/// Finds the documents that are here already, by their identifiers.
///
/// The index finds them. Of several with one identifier, the one with the same content counts. Whether it
/// is the same document then, or an older or newer one, is a question to its ``CopyRelation``.
final class KnownDocuments {
    private let workspace: Workspace
    /// Documents that this import added, which the index doesn't follow; nil if there are none.
    private var added: Database?
    /// All documents, read from their files where the index can't be used.
    private var present: [DocumentIdentifier.Key: [(name: DocumentName, content: Digest)]]?
    /// All deletions; nil if nobody asked yet.
    private var deletions: [String: Deletion]?
    /// Whether the index was current at the start of the import.
    private var isIndexCurrent = false

    /// The most documents with one identifier that are looked at.
    private static let mostCopies = 32

    init(in workspace: Workspace) { self.workspace = workspace }

    /// Forgets what other sessions may have changed since.
    func forgetOthers() {
        present = nil
        deletions = nil
        isIndexCurrent = false
    }

    /// When the document with an identifier was deleted; nil if it wasn't.
    func deletionDate(of identifier: String) throws -> Timestamp? {
        let all = try deletions ?? workspace.deletions()
        deletions = all
        return all[identifier]?.date
    }

    /// The document that an incoming one may be a copy of: the lowest with its identifier and its content
    /// or, if there is none, the lowest with its identifier.
    ///
    /// - Parameter isExact: whether only the lowest document of its kind counts.
    /// - Returns: also whether the index knows the same content. It doesn't know the bytes of files.
    func document(
        like document: ImportReader.Accepted, exactly isExact: Bool
    ) throws -> (name: DocumentName, hasContent: Bool)? {
        guard let key = document.identifier else { return nil }
        let lowest = { [self] (content: Digest?) in
            try (names(key, content: content) + addedNames(key, content))
                .filter { !isExact || $0.kind == document.kind }.min()
        }
        let same = try isExact ? nil : document.taken.content.flatMap(lowest)
        return try (same ?? lowest(nil)).map { ($0, same != nil) }
    }

    /// Whether a document of a kind has an identifier.
    func contains(_ key: DocumentIdentifier.Key, _ kind: DocumentKind) throws -> Bool {
        try (names(key) + addedNames(key, nil)).contains { $0.kind == kind }
    }

    /// Records a document that was added, or would be.
    func record(_ document: ImportReader.Accepted, as name: DocumentName) throws {
        guard let key = document.identifier else { return }
        let added = try added ?? Database(temporary: Self.schema)
        self.added = added
        try Database.naming("a temporary file") {
            try added.statement("INSERT INTO added VALUES (?, ?, ?, ?, ?)").run(
                .integer(key.value), .integer(Int64(name.number)), .text(name.kind.name),
                SQLValue(document.taken.content?.high), SQLValue(document.taken.content?.low))
        }
    }

    private static let schema = """
        CREATE TABLE added (key, number, kind, high, low); CREATE INDEX keys ON added (key)
        """

    private func addedNames(
        _ key: DocumentIdentifier.Key, _ content: Digest?
    ) throws -> [DocumentName] {
        var names: [DocumentName] = []
        try Database.naming("a temporary file") {
            try added?.statement("SELECT number, kind, high, low FROM added WHERE key = ?")
                .forEachRow([.integer(key.value)]) { row in
                    let digest = Digest(high: row.integer(2), low: row.integer(3))
                    guard content == nil || content == digest else { return }
                    try names.append(
                        DocumentName(number: Int(row.integer(0)), kind: .named(row.text(1))))
                }
        }
        return names
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
            try index.names(key, content: content, atMost: Self.mostCopies)
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
    ///
    /// - Parameter number: the number of the only one, if it is among them; nil for all.
    func documents(
        identifiedBy identifier: String, numbered number: Int?
    ) throws -> [(name: DocumentName, data: DocumentData)] {
        if let number,
            let one = try documents(workspace.names(numbered: number), identifiedBy: identifier)
                .first
        {
            return [one]
        }
        return try documents(names(.init(identifier)), identifiedBy: identifier)
    }

    private func documents(
        _ names: [DocumentName], identifiedBy identifier: String
    ) throws -> [(name: DocumentName, data: DocumentData)] {
        let reader = try workspace.reader()
        return try names.compactMap { name in
            let data = try ifIntact { try reader.openIfPresent(name).map(reader.read)?.data }
            return data.flatMap { $0.canonicalIdentifier == identifier ? (name, $0) : nil }
        }
    }
}

extension Workspace {
    fileprivate func names(numbered number: Int) throws -> [DocumentName] {
        guard DocumentName.numbers.contains(number) else { return [] }
        return try readable().map { try documentNames(number, in: $0) } ?? []
    }
}
