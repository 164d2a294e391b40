extension Workspace {
    /// Changes documents as a table says, which `list` printed and somebody may have edited since.
    ///
    /// A row belongs to the document with its identifier and number, or else to the only document
    /// with its identifier. A cell that differs changes a field, an empty cell clears it, and a
    /// missing column changes nothing. The number, the identifier, the dates of creation and
    /// modification, and the photograph never change.
    ///
    /// All changes are made or, unless ``ImportOptions/keepsGoing`` is set, none if a row cannot be
    /// used.
    ///
    /// - Returns: the changed documents, in the order of the rows.
    public func update(
        from source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<Edited> {
        let (updater, reader) = try planUpdate(from: source, options)
        guard reader.isAccepted else { return reader.outcome([]) }
        return reader.outcome(try apply(updater, now: options.now))
    }

    /// A document that a table would change.
    public struct PlannedUpdate {
        fileprivate let row: TableUpdater.Row
        fileprivate let updater: TableUpdater
    }

    /// The documents that ``update(from:_:)`` would change. Nothing is changed.
    public func previewUpdate(
        from source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<PlannedUpdate> {
        let (updater, reader) = try planUpdate(from: source, options)
        guard reader.isAccepted else { return reader.outcome([]) }
        return reader.outcome(
            updater.results.map { PlannedUpdate(row: $0, updater: updater) })
    }

    /// The changes that an update would make in a document, field by field.
    public func changes(by update: PlannedUpdate) throws -> [FieldChange] {
        try EditedDocument(
            openDocument(update.row.document), edit(update.row, update.updater), reader()
        ).changes
    }

    private func planUpdate(
        from source: ImportSource, _ options: ImportOptions
    ) throws -> (TableUpdater, ImportReader) {
        let updater = TableUpdater(in: self)
        let reader = try ImportReader(
            of: .source(source), to: nil, options: options, preferences: preferences,
            updater: updater, onProgress: progressReport)
        return (updater, reader)
    }

    /// Documents are compared with their rows again, since another session may have changed them.
    private func apply(_ updater: TableUpdater, now: Timestamp) throws -> [Edited] {
        let rows = Dictionary(uniqueKeysWithValues: updater.results.map { ($0.document, $0) })
        do {
            let results = try changeEach(
                updater.results.map(\.document), named: "import --update", .changing
            ) { name, writer in
                guard let row = rows[name] else { throw ScaryBugsError.noDocument(name.number) }
                do {
                    return try change(name, by: edit(row, updater), now: now, writer)
                } catch let error as ScaryBugsError {
                    throw UpdateFailure(error: error.about("\(row.origin)"))
                }
            }
            return try results.map { try $0.get() }
        } catch let failure as UpdateFailure {
            throw failure.error
        }
    }

    /// The edit that gives a row's document, as it is now, the row's values.
    private func edit(_ row: TableUpdater.Row, _ updater: TableUpdater) throws -> DocumentEdit {
        let reader = try reader()
        return try DocumentEdit(
            updater.edits(of: reader.read(reader.open(row.document)).data, from: row))
    }
}

/// An error that ends the whole transaction, unlike an error of one document.
private struct UpdateFailure: Error {
    let error: ScaryBugsError
}
