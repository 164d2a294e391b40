/// Changes that `undo` or `redo` would make together.
struct ReversionPlan {
    let present: PlannedContents
    private(set) var planned: PlannedContents
    private(set) var documents: Set<DocumentName> = []
    private(set) var hasPreferences = false
    /// The changes of entries that belong to no document.
    private(set) var repairs: [JournalChange] = []

    init(in places: WorkspacePlaces, history: Directory) {
        present = PlannedContents(in: places, history: history)
        planned = present
    }

    mutating func add(_ change: JournalChange) {
        planned.make(change)
        documents.formUnion(change.documents)
        hasPreferences = hasPreferences || change.path == .preferences
        if change.isRepair { repairs.append(change) }
    }
}

extension Workspace {
    /// A change that `undo` or `redo` would make.
    public struct PlannedReversion: Sendable {
        /// The change. A document that changes in no field, such as only in its permissions, has a
        /// change without a field, like one that appears.
        public let change: FieldChange
        /// The document's earlier number, if another document has that number now.
        public let formerNumber: Int?
    }

    /// The effects of planned changes, the preferences first, then the documents by number.
    func reversions(
        by plan: ReversionPlan, _ renumbered: [DocumentName: DocumentName]
    ) throws -> [PlannedReversion] {
        let (present, planned) = (plan.present, plan.planned)
        let settings = try (before: present.preferences(), after: planned.preferences())
        let former = Dictionary(renumbered.map { ($1, $0.number) }) { first, _ in first }
        let known = settings.before.customFields
        let fields =
            known
            + settings.after.customFields.filter { field in
                !known.contains { $0.name == field.name }
            }
        var others: [FieldChange] = []
        if plan.hasPreferences {
            others = settings.before.changes(to: settings.after)
            if others.isEmpty { others = [.whole(nil, "preferences")] }
        }
        others += plan.repairs.map { .whole(nil, $0.path.text, $0.isPresent) }
        let documents = try plan.documents.sorted().flatMap { name in
            try fieldChanges(
                of: name, from: present.version(of: name), to: planned.version(of: name), fields)
        }
        return (others + documents).map { change in
            PlannedReversion(
                change: change, formerNumber: change.document.flatMap { former[$0] })
        }
    }

    private func fieldChanges(
        of name: DocumentName, from before: PlannedContents.Version?,
        to after: PlannedContents.Version?, _ fields: [Field]
    ) throws -> [FieldChange] {
        if before == nil && after == nil { return [] }
        let old = try before?.contents(limits, fields)
        let new = try after?.contents(limits, fields)
        guard let before, let after else {
            // An unreadable document has no title.
            let title = FieldChange.Value.field(.text((old ?? new)?.data.title ?? ""))
            return [
                FieldChange(
                    name, nil, from: before == nil ? nil : title, to: after == nil ? nil : title)
            ]
        }
        guard let old, let new else { return [.whole(name, new?.data.title ?? "")] }
        let changes = FieldChange.list(
            of: name, from: old, to: new, hasNewPicture: try before.hasOtherPicture(than: after))
        return changes.isEmpty ? [.whole(name, new.data.title)] : changes
    }
}

extension FieldChange {
    /// Something that changes, but in no field.
    fileprivate static func whole(
        _ document: DocumentName?, _ title: String, _ isPresent: Bool = true
    ) -> FieldChange {
        FieldChange(
            document, nil, from: .field(.text(title)), to: isPresent ? .field(.text(title)) : nil)
    }
}
