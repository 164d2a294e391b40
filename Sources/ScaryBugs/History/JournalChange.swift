/// A place beneath a user's directory that a transaction changes.
enum WorkspacePath: Hashable, Sendable {
    /// A document's directory.
    case document(DocumentName)
    /// A file in a document's directory.
    case file(DocumentName, String)
    /// Anything else, by the names that lead to it from the user's directory, which has none.
    case other([RawName])

    /// The document that it is or is in; nil if none.
    var document: DocumentName? {
        switch self {
        case .document(let name), .file(let name, _): name
        case .other(let names):
            names.count > 1 && names[0].shown == Workspace.documentsName
                ? DocumentName(directoryName: names[1].shown) : nil
        }
    }

    /// An entry of a document's directory.
    static func entry(_ name: RawName, of document: DocumentName) -> WorkspacePath {
        guard name.isUTF8, name.isPlainName else {
            return .other([
                RawName(Workspace.documentsName), RawName(document.directoryName), name,
            ])
        }
        return .file(document, name.shown)
    }

    /// An entry of the documents' directory.
    static func entry(ofDocuments name: RawName) -> WorkspacePath {
        DocumentName(directoryName: name.shown).map(WorkspacePath.document)
            ?? .other([RawName(Workspace.documentsName), name])
    }

    static let preferences = WorkspacePath.other([RawName(PreferencesFile.name)])
}

/// Where the replaced or removed version of a change is kept.
enum JournalSlot: Hashable, Sendable {
    /// An entry of the directory `History`.
    case history(String)
    /// A place that people look at, such as `Lost and Found`.
    case place(WorkspacePath)
}

/// One change of a transaction, which is undone by the same change with its sides swapped.
enum JournalChange: Hashable, Sendable {
    /// Contents that appear (`before` is nil), go (`after` is nil) or are replaced.
    ///
    /// Once the change is made, `slot` holds the version `before`; undone, it holds `after`.
    case contents(
        WorkspacePath, before: ContentVersion?, after: ContentVersion?, slot: JournalSlot)
    /// Permissions, as the twelve bits that `chmod` sets.
    case mode(WorkspacePath, before: UInt32, after: UInt32)

    var path: WorkspacePath {
        switch self {
        case .contents(let path, _, _, _), .mode(let path, _, _): path
        }
    }

    /// The documents concerned: two where one got another number.
    var documents: [DocumentName] {
        guard case .contents(let path, _, _, .place(let other)) = self else {
            return [path.document].compactMap(\.self)
        }
        return [path.document, other.document].compactMap(\.self)
    }

    /// The names of the documents, or of the preferences file, which other sessions leave alone while
    /// a group changes them.
    var subjects: [String] {
        path == .preferences ? [PreferencesFile.name] : documents.map(\.directoryName)
    }

    /// The change that undoes this one.
    var reversed: JournalChange {
        switch self {
        case .contents(let path, let before, let after, let slot):
            .contents(path, before: after, after: before, slot: slot)
        case .mode(let path, let before, let after): .mode(path, before: after, after: before)
        }
    }

    /// Bytes in the slot once the change is made.
    var slotSize: Int64 {
        if case .contents(_, let before, _, .history) = self { return before?.size ?? 0 }
        return 0
    }

    /// By how many documents there are more afterwards.
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
