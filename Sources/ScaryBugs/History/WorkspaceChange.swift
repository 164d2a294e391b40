/// One change that an operation makes to a workspace.
enum WorkspaceChange: Hashable, Sendable {
    /// Contents that appear (`before` is nil), disappear (`after` is nil) or replace others. The path
    /// is a document's directory or a file.
    case contents(WorkspacePath, before: ContentVersion?, after: ContentVersion?)
    /// An entry that gets another path, as `check --repair` moves it.
    case move(WorkspacePath, to: WorkspacePath)
    /// A change of permissions, as the twelve bits that `chmod` sets.
    case mode(WorkspacePath, before: UInt32, after: UInt32)

    var path: WorkspacePath {
        switch self {
        case .contents(let path, _, _), .move(let path, _), .mode(let path, _, _): path
        }
    }

    /// The documents that change: two if a document gets another number.
    var documents: [DocumentName] {
        guard case .move(let path, let target) = self else {
            return [path.document].compactMap(\.self)
        }
        return [path.document, target.document].compactMap(\.self)
    }

    /// Whether the change removes a document or a file.
    var isRemoval: Bool {
        if case .contents(_, _, nil) = self { return true }
        return false
    }
}

extension WorkspacePath {
    /// Whether it is the directory of a document.
    var isDocument: Bool {
        if case .document = self { return true }
        return false
    }

    /// Whether contents at the path are a single file.
    var isFile: Bool { !isDocument }

    /// The path from the user's directory in bytes, as the history stores it.
    var bytes: [UInt8] {
        switch self {
        case .document, .file: Array(text.utf8)
        case .other(let names): Array(names.map(\.units).joined(separator: [UInt8(ascii: "/")]))
        }
    }

    init(bytes: some Sequence<UInt8>) {
        let parts = Array(bytes).split(separator: UInt8(ascii: "/"))
        let names = parts.map { RawName(units: Array($0)) }
        guard names.count > 1, names[0].shown == Workspace.documentsName,
            let document = DocumentName(directoryName: names[1].shown), names.count < 4
        else {
            self = .other(names)
            return
        }
        self = names.count == 2 ? .document(document) : .entry(names[2], of: document)
    }
}
