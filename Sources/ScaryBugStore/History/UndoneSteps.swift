/// The steps that are undone, for a copy that brings back what one of them did.
package struct UndoneSteps {
    fileprivate let versions: HistoryVersions?

    /// The changes of a document that an undone step made, too, with that step.
    package func making(
        _ changes: [FieldChange], of name: DocumentName
    ) throws -> [(change: FieldChange, step: Int)] {
        guard let versions else { return [] }
        var found: [(change: FieldChange, step: Int)] = []
        for step in try versions.store.undoneSteps(of: name) {
            // The history may have lost a version.
            let undone = try ifPossible { try versions.changes(of: step, in: name) } ?? []
            found += changes.filter { change in
                undone.contains { $0.field == change.field && $0.after == change.after }
                    && !found.contains { $0.change.field == change.field }
            }.map { ($0, step) }
        }
        return found
    }
}

extension Workspace {
    package func undoneSteps() throws -> UndoneSteps {
        UndoneSteps(
            versions: try readableHistory().map {
                HistoryVersions(store: $0, reader: try reader(), preferences: preferences)
            })
    }
}
