/// A path in a user's directory that a transaction changes.
enum WorkspacePath: Hashable, Sendable {
    case document(DocumentName)
    case file(DocumentName, String)
    /// Any other path: its components, relative to the user's directory. Empty for that directory
    /// itself.
    case other([RawName])

    /// The document at the path, or whose file is at the path; nil for other paths.
    var document: DocumentName? {
        switch self {
        case .document(let name), .file(let name, _): name
        case .other(let names):
            names.count > 1 && names[0].shown == Workspace.documentsName
                ? DocumentName(directoryName: names[1].shown) : nil
        }
    }

    /// Whether a repair has moved the entry out of the way.
    var isLost: Bool {
        if case .other(let names) = self, names.count > 1 {
            return names[0].shown == LostAndFound.name
        }
        return false
    }

    /// The path from the user's directory, for messages.
    var text: String {
        switch self {
        case .document(let name): "\(Workspace.documentsName)/\(name.directoryName)"
        case .file(let name, let file): "\(WorkspacePath.document(name).text)/\(file)"
        case .other(let names):
            names.isEmpty ? "." : names.map(\.shown).joined(separator: "/")
        }
    }

    static func entry(_ name: RawName, of document: DocumentName) -> WorkspacePath {
        guard name.isUTF8, name.isPlainName else {
            return .other([
                RawName(Workspace.documentsName), RawName(document.directoryName), name,
            ])
        }
        return .file(document, name.shown)
    }

    /// The path of an entry of the documents' directory.
    static func entry(ofDocuments name: RawName) -> WorkspacePath {
        DocumentName(directoryName: name.shown).map(WorkspacePath.document)
            ?? .other([RawName(Workspace.documentsName), name])
    }

    static let preferences = WorkspacePath.other([RawName(PreferencesFile.name)])
}
