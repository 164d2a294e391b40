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
        guard reader.isAccepted else { return reader.outcome(.none) }
        return reader.outcome(try apply(updater, now: options.now))
    }

    /// The changes that ``update(from:_:)`` would make in each document, field by field. Nothing is
    /// changed.
    public func changes(
        updatingFrom source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<[FieldChange]> {
        let (updater, reader) = try planUpdate(from: source, options)
        guard reader.isAccepted else { return reader.outcome(.none) }
        let (documents, rows) = updater.results
        try checkNotBusy(documents)
        return reader.outcome(
            rows.mapped {
                try EditedDocument(
                    self.openDocument($0.document), self.edit($0, updater), self.reader()
                ).changes
            })
    }

    private func planUpdate(
        from source: ImportSource, _ options: ImportOptions
    ) throws -> (TableUpdater, ImportReader) {
        let updater = TableUpdater(in: self)
        let reader = try ImportReader(
            of: .source(source), options: options, preferences: preferences, staging: nil,
            updater: updater, onProgress: progressReport)
        return (updater, reader)
    }

    /// Documents are compared with their rows again, since another session may have changed them.
    private func apply(_ updater: TableUpdater, now: Timestamp) throws -> StoredResults<Edited> {
        let (names, rows) = updater.results
        let indices = Dictionary(zip(names, names.indices)) { first, _ in first }
        do {
            let results = try inBatches(
                of: Self.documentsTogether, names, named: "import --update", .changing
            ) { name, changes in
                guard let row = try indices[name].map(rows.element) else {
                    throw ScaryBugsError.noDocument(name.number)
                }
                do {
                    return try change(name, by: edit(row, updater), now: now, changes)
                } catch let error as ScaryBugsError {
                    throw UpdateFailure(error: error.about("\(row.origin)"))
                }
            }
            return results.mapped { try $0.get() }
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
