/// The formats of exported documents.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// A bundle, which is a document in one file.
    case scarybug
    /// The document's directory, in the format of its kind's app.
    case directory
    /// A directory of the Scary Bugs app.
    case bug
    /// A directory of the Scary Creatures app.
    case creature
    /// One archive with an array of books.
    case bookArchive = "book-archive"
    /// One archive with an array of titles.
    case booksOwned = "books-owned"
    /// The photograph only.
    case picture

    /// Whether one file holds all documents.
    public var holdsMany: Bool { self == .bookArchive || self == .booksOwned }

    /// Whether each document becomes a directory.
    public var isDirectory: Bool {
        switch self {
        case .directory, .bug, .creature: true
        case .scarybug, .bookArchive, .booksOwned, .picture: false
        }
    }

    /// The kind to which documents are converted; nil to keep their kind.
    var kind: DocumentKind? {
        switch self {
        case .bug: .bug
        case .creature: .creature
        case .bookArchive, .booksOwned: .book
        case .scarybug, .directory, .picture: nil
        }
    }

    /// The default name of a file that holds many documents.
    var fileName: String { self == .booksOwned ? "BooksOwned.archive" : "library.archive" }

    /// Finds a format by its name.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue``, whose message lists the valid formats.
    public static func named(_ name: String) throws -> ExportFormat {
        if let format = ExportFormat(rawValue: name) { return format }
        let names = SpellingSuggestion.list(of: allCases.map(\.rawValue))
        throw ScaryBugsError(.invalidValue, "there is no format '\(name)'; \(names)")
    }
}
