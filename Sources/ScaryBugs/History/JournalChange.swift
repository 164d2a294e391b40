/// The place that receives the replaced or removed version of a change.
enum JournalSlot: Hashable, Sendable {
    /// An entry of the directory `History`.
    case history(String)
    /// A path that users look at, for example in `Lost and Found`.
    case place(WorkspacePath)

    /// The name of the entry of `History`; nil for another place.
    var name: String? {
        if case .history(let name) = self { return name }
        return nil
    }
}

/// One change of a transaction. Swapping its two sides gives the change that undoes it.
enum JournalChange: Hashable, Sendable {
    /// Contents that are added (`before` is nil), removed (`after` is nil) or replaced.
    ///
    /// While the change is in effect, `slot` holds the version `before`. After an undo, it holds
    /// `after`.
    case contents(
        WorkspacePath, before: ContentVersion?, after: ContentVersion?, slot: JournalSlot)
    /// A change of permissions, as the twelve bits that `chmod` sets.
    case mode(WorkspacePath, before: UInt32, after: UInt32)

    /// The name of the slot in `History`; nil for a change without one.
    var slotName: String? {
        if case .contents(_, _, _, let slot) = self { return slot.name }
        return nil
    }

    var path: WorkspacePath {
        switch self {
        case .contents(let path, _, _, _), .mode(let path, _, _): path
        }
    }

    /// The documents that change: two if a document is renumbered.
    var documents: [DocumentName] {
        guard case .contents(let path, _, _, .place(let other)) = self else {
            return [path.document].compactMap(\.self)
        }
        return [path.document, other.document].compactMap(\.self)
    }

    /// Whether a document exists before and after the change.
    func keeps(_ name: DocumentName) -> Bool {
        switch self {
        case .contents(.document(name), let before, let after, .history):
            before != nil && after != nil
        case .contents(let path, _, _, .history), .mode(let path, _, _): path.document == name
        case .contents: false
        }
    }

    /// Whether a document's whole directory, with its photograph, comes from the history.
    var bringsBackDocument: Bool {
        if case .contents(.document, _, .some, .history) = self { return true }
        return false
    }

    /// Whether the change repairs an entry that belongs to no document.
    var isRepair: Bool { documents.isEmpty && path != .preferences }

    /// Whether only a repair makes such a change, also to a document.
    var isOfCheck: Bool {
        switch self {
        case .mode, .contents(_, _, _, .place): true
        case .contents(_, _, _, .history): false
        }
    }

    /// A document that moves to a path that belongs to no document; nil if none does.
    var departure: (document: DocumentName, path: WorkspacePath)? {
        guard case .contents(let path, nil, .some, .place(.document(let name))) = self,
            path.document == nil
        else { return nil }
        return (name, path)
    }

    /// Whether something is at the path after the change.
    var isPresent: Bool {
        if case .contents(_, _, nil, _) = self { return false }
        return true
    }

    /// The numbers of the documents, or the name of the preferences file. Other sessions must not
    /// change them while a group does, and not give a removed document's number to another kind.
    var subjects: [String] {
        path == .preferences ? [PreferencesFile.name] : documents.map { String($0.number) }
    }

    var reversed: JournalChange {
        switch self {
        case .contents(let path, let before, let after, let slot):
            .contents(path, before: after, after: before, slot: slot)
        case .mode(let path, let before, let after): .mode(path, before: after, after: before)
        }
    }

    /// The bytes in the slot while the change is in effect.
    var slotSize: Int64 {
        if case .contents(_, let before, _, .history) = self { return before?.size ?? 0 }
        return 0
    }

    /// Whether the change concerns a file inside a document, so that the documents' directory keeps
    /// its time.
    var isInsideDocument: Bool {
        if case .contents(.file, _, _, .history) = self { return true }
        return false
    }

    /// The change in the number of documents.
    var addedDocuments: Int {
        guard case .contents(let path, let before, let after, let slot) = self else { return 0 }
        let change = (after == nil ? 0 : 1) - (before == nil ? 0 : 1)
        let isNumbered = { (path: WorkspacePath) in
            if case .document = path { return true }
            return false
        }
        var count = isNumbered(path) ? change : 0
        if case .place(let other) = slot, isNumbered(other) { count -= change }
        return count
    }
}
