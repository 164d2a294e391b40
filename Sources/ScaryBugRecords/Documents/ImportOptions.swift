/// Options for importing a source.
public struct ImportOptions: Sendable {
    /// The kind of table rows that specify none; nil for the default.
    public var kind: DocumentKind?
    /// Fields of table columns, by the column's name. An empty field name ignores the column.
    public var fieldNames: [String: String] = [:]
    /// ``fieldNames`` in lower case.
    package var mappedColumns: [String: String] {
        fieldNames.reduce(into: [:]) { $0[$1.key.lowercased()] = $1.value.lowercased() }
    }
    /// Whether dates in tables such as `1/5/2026` have the day first; nil to find out in each column.
    public var hasDayFirst: Bool?
    /// The name of the table that the rows are from, since their identifiers may count only there; nil for the
    /// name of the file.
    public var from: String?
    /// Whether the rows of a table of `list` become documents of their own, even if their documents are here.
    public var makesCopies = false
    /// Whether columns of tables that no field has stay in the documents, under their own names.
    public var keepsRest = false
    /// Whether to import the valid documents of a source even if others are refused.
    public var keepsGoing = false
    /// Changes to each document that comes from a row or a point. A row keeps the values that it has; only
    /// lists get further ones.
    public var edits: [Edit] = []
    /// The treatment of documents that are here already.
    public var known = KnownTreatment.copied
    /// The treatment of an incoming copy of a document that is here already.
    public enum KnownTreatment: Hashable, Sendable {
        /// It becomes a document of its own.
        case copied
        /// It is left out if its content is the same; else it becomes a document of its own.
        case skippedIfSame
        /// It is left out, also if the document was deleted here.
        case skipped
        /// It changes the document here, if it is newer, or merges with it, if both were changed.
        case updated

        /// Whether the copies of a document are looked for one by one, and among those of its kind.
        package var isExact: Bool { self == .skipped || self == .updated }
    }

    /// Whether only a preference says that. A table of `list` then makes documents, unless some of them are here.
    package var isByPreference = false

    /// Whether to leave out photographs in directories without a warning, since they are imported on
    /// their own.
    public var ignoresPhotographs = false
    /// Whether a table may change documents, or their fields, that were changed here after the table was
    /// made.
    public var isForced = false
    /// The name of the shared folder that is the source; nil for none.
    package var folder: String?
    /// Whether the import is a dry run.
    package var isDryRun = false
    /// The creation date of new documents.
    public var now: Timestamp

    /// Options for importing everything with its own kind, or nothing.
    public init(now: Timestamp) {
        self.now = now
    }
}
