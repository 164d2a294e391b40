/// Changes that `undo` or `redo` would make together.
///
/// Most steps change a document once. The plan keeps the place of such a change in the journal, since a
/// step may have changed a million documents.
struct ReversionPlan {
    /// The only change of a document.
    private struct Only {
        let number: Int32
        let place: JournalFile.Place
    }

    private let journal: JournalFile
    let present: PlannedContents
    private var planned: PlannedContents
    private var only: [Only] = []
    /// The other documents.
    private var documents: Set<DocumentName> = []
    private(set) var hasPreferences = false
    /// The changes of entries that belong to no document.
    private(set) var repairs: [JournalChange] = []
    /// The paths to which documents move where they have no number.
    private(set) var newPaths: [DocumentName: String] = [:]

    init(in places: WorkspacePlaces, history: Directory, journal: JournalFile) {
        present = PlannedContents(in: places, history: history)
        planned = present
        self.journal = journal
    }

    mutating func add(_ change: JournalChange) {
        planned.make(change)
        documents.formUnion(change.documents)
        hasPreferences = hasPreferences || change.path == .preferences
        if change.isRepair { repairs.append(change) }
        if let departure = change.departure {
            newPaths[departure.document] = departure.path.text
        }
    }

    /// Adds the only change of a document.
    ///
    /// - Parameter place: the place of the change that it reverts.
    mutating func add(_ place: JournalFile.Place, of number: Int) {
        only.append(Only(number: Int32(clamping: number), place: place))
    }

    func preferences() throws -> Preferences { try planned.preferences() }

    /// Calls `body` with each document, sorted by number, and the contents after the changes.
    mutating func forEachDocument(
        _ body: (DocumentName, PlannedContents) throws -> Void
    ) throws {
        only.sort { $0.number < $1.number }
        var others = documents.sorted()[...]
        for item in only {
            while let next = others.first, next.number < Int(item.number) {
                try body(next, planned)
                others.removeFirst()
            }
            let change = try journal.change(at: item.place).reversed
            var planned = present
            planned.make(change)
            if let name = change.singleDocument { try body(name, planned) }
        }
        for name in others { try body(name, planned) }
    }
}

/// The documents with more than one change in a plan, and perhaps a few others.
struct RepeatedDocuments {
    private static let mask = (1 << 23) - 1
    private var once = [UInt64](repeating: 0, count: (mask + 1) / 64)
    private var again = [UInt64](repeating: 0, count: (mask + 1) / 64)
    private(set) var hasAny = false

    mutating func count(_ change: JournalChange) {
        for number in change.documents.lazy.map(\.number) {
            let (word, bit) = Self.place(of: number)
            if once[word] & bit != 0 || change.singleDocument == nil {
                again[word] |= bit
                hasAny = true
            }
            once[word] |= bit
        }
    }

    func contains(_ change: JournalChange) -> Bool {
        change.documents.contains { name in
            let (word, bit) = Self.place(of: name.number)
            return again[word] & bit != 0
        }
    }

    private static func place(of number: Int) -> (word: Int, bit: UInt64) {
        let index = number & mask
        return (index / 64, 1 << UInt64(index % 64))
    }
}

extension JournalChange {
    /// The document, if the change concerns nothing else.
    var singleDocument: DocumentName? {
        guard case .contents(let path, _, _, .history) = self else { return nil }
        return path.document
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
        /// The path in the user's directory to which the document would move, where it has no number;
        /// nil if it would not.
        public let newPath: String?
    }

    /// Calls `body` with the effects of planned changes: the preferences first, then the documents by
    /// number.
    func forEachReversion(
        by plan: inout ReversionPlan, _ renumbered: [DocumentName: DocumentName],
        _ body: (PlannedReversion) throws -> Void
    ) throws {
        let (present, newPaths) = (plan.present, plan.newPaths)
        let settings = try (before: present.preferences(), after: plan.preferences())
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
        func report(_ change: FieldChange) throws {
            try body(
                PlannedReversion(
                    change: change, formerNumber: change.document.flatMap { former[$0] },
                    newPath: change.after == nil ? change.document.flatMap { newPaths[$0] } : nil))
        }
        try others.forEach(report)
        try plan.forEachDocument { name, planned in
            try Interruption.check()
            try fieldChanges(
                of: name, from: present.version(of: name), to: planned.version(of: name), fields
            ).forEach(report)
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
