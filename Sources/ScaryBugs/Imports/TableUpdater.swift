/// Finds the documents of the rows of a table of `list`, which somebody may have edited, and plans their changes.
///
/// A row belongs to the document with its identifier and number, or else to the only document with its
/// identifier. A cell that differs changes a field, an empty cell clears it, and a missing column changes
/// nothing. The number, the identifier, the dates of creation and modification, and the photograph never change.
final class TableUpdater {
    struct Row {
        let document: DocumentName
        let origin: ImportOrigin
        let edits: [Edit]
        /// The document's date of modification when it was compared with the row.
        let modified: FieldValue?
    }

    private let records: KnownRecords
    private let limits: Limits
    private var lines: [DocumentName: Int] = [:]
    private var rows: [Row] = []
    /// Documents that several rows are about. Nobody knows which row is right, so none is used.
    private var contested: Set<DocumentName> = []
    /// The number of rows so far, including unchanged ones.
    private(set) var count = 0

    init(_ records: KnownRecords, _ limits: Limits) {
        (self.records, self.limits) = (records, limits)
    }

    /// Keeps a row if it changes its document.
    func add(_ row: TableRow, _ builder: TableDocuments, from origin: ImportOrigin) throws {
        count += 1
        builder.columns.narrowTypes(by: row)
        let (name, data) = try document(of: row)
        if let other = lines.updateValue(row.line, forKey: name) {
            contested.insert(name)
            throw ScaryBugsError(
                .invalidValue,
                "line \(other) is about document \(name.number), too, so neither is used")
        }
        lazy var unknown = UnknownValues(of: data)
        if try builder.columns.recordUnknown(in: row, unless: { unknown.explain($0) }) { return }
        let edits = try builder.edits(of: data, from: row)
        guard !edits.isEmpty else { return }
        var changed = data
        for edit in edits {
            try changed.apply(edit)
            try limits.check(edit, of: changed)
        }
        rows.append(
            Row(document: name, origin: origin, edits: edits, modified: data[.modified]))
    }

    /// The rows that change documents, once all rows were added.
    var results: [Row] { rows.filter { !contested.contains($0.document) } }

    private func document(of row: TableRow) throws -> (DocumentName, DocumentData) {
        guard let cell = row.cell(named: Field.identifier.name), let text = cell.value.text,
            !text.trimmed.isEmpty
        else {
            throw ScaryBugsError(
                .invalidValue,
                "the row has no identifier; --only-new in place of --update takes new documents")
        }
        let identifier = DocumentIdentifier.canonical(text)
        let number = row.cell(named: "number")?.value.number
        let documents = try records.documents(identifier, number)
        guard documents.count < 2 else {
            let numbers = documents.map { String($0.name.number) }.joined(separator: ", ")
            throw ScaryBugsError(
                .invalidValue,
                "the documents \(numbers) have the identifier \(text); "
                    + "the row needs the number of one of them")
        }
        guard let document = documents.first else {
            let isUUID = DocumentIdentifier.uuid(text) != nil
            throw ScaryBugsError(
                .notFound,
                "no document has the identifier \(text); "
                    + (isUUID
                        ? "--only-new in place of --update takes new documents"
                        : "'list --csv' prints the right one, a UUID"))
        }
        return document
    }
}

extension TableValue {
    /// The whole number in a cell, also one that a spreadsheet wrote as `3.0`.
    fileprivate var number: Int? {
        text.flatMap { Double($0.trimmed) }.flatMap { Int(exactly: $0) }
    }
}

extension Workspace {
    /// Changes documents as the rows of a table of `list` say, in one change.
    ///
    /// - Returns: the changed documents, in the order of the rows.
    func change(by rows: [TableUpdater.Row], now: Timestamp) throws -> [Effect] {
        if rows.isEmpty { return [] }
        return try writing("import --update") { writer in
            try rows.enumerated().map { index, row in
                report(.changing, index, of: rows.count)
                try Interruption.check()
                return try naming("\(row.origin)") {
                    try checkModified(row)
                    return try change(
                        row.document, by: DocumentEdit(row.edits), now: now, writer)
                }
            }
        }
    }

    /// Checks that no other session has changed a document since it was compared with its row.
    private func checkModified(_ row: TableUpdater.Row) throws {
        let reader = try reader()
        let data = try reader.read(reader.open(row.document)).data
        guard data[.modified] != row.modified else { return }
        throw ScaryBugsError(
            .busy, "document \(row.document.number) was changed meanwhile; try again")
    }
}
