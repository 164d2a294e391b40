/// The forms in which documents leave a workspace.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// A bundle: the document in one file.
    case scarybug
    /// The document's directory, as the app of its kind keeps it.
    case directory
    /// A directory of the Scary Bugs app.
    case bug
    /// A directory of the Scary Creatures app.
    case creature
    /// One archive of an array of books.
    case bookArchive = "book-archive"
    /// One archive of titles.
    case booksOwned = "books-owned"
    /// The photograph itself.
    case picture

    /// Whether all documents come into one file.
    public var holdsMany: Bool { self == .bookArchive || self == .booksOwned }

    /// Whether a document becomes a directory.
    public var isDirectory: Bool {
        switch self {
        case .directory, .bug, .creature: true
        case .scarybug, .bookArchive, .booksOwned, .picture: false
        }
    }

    /// The kind that documents become; nil where they stay what they are.
    var kind: DocumentKind? {
        switch self {
        case .bug: .bug
        case .creature: .creature
        case .bookArchive, .booksOwned: .book
        case .scarybug, .directory, .picture: nil
        }
    }

    /// The name of the one file, where none is given.
    var fileName: String { self == .booksOwned ? "BooksOwned.archive" : "library.archive" }

    /// The format of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names those there are.
    public static func named(_ name: String) throws -> ExportFormat {
        if let format = ExportFormat(rawValue: name) { return format }
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        throw ScaryBugsError(.invalidValue, "there is no format '\(name)'; there are: \(names)")
    }
}
