/// Options for importing a source.
public struct ImportOptions: Sendable {
    /// The kind of table rows that specify none; nil for the default.
    public var kind: DocumentKind?
    /// Fields of table columns, by the column's name. An empty field name ignores the column.
    public var fieldNames: [String: String] = [:]
    /// Whether to import the valid documents of a source even if others are refused.
    public var keepsGoing = false
    /// Whether to leave out documents that are here already with the same content.
    public var skipsKnown = false
    /// Whether to leave out photographs in directories without a warning, since they are imported on
    /// their own.
    public var ignoresPhotographs = false
    /// Whether a table may change documents that were changed after the table was made.
    public var ignoresModified = false
    /// Whether to tell only what an import would bring.
    public var isPreview = false
    /// The creation date of new documents.
    public var now: Timestamp

    /// Options for importing everything with its own kind, or nothing.
    public init(now: Timestamp) {
        self.now = now
    }
}

/// The origin of an imported document.
public struct ImportOrigin: Sendable, CustomStringConvertible {
    /// The path of the source, or of the document's directory inside it; `-` for standard input.
    public let path: String
    /// The source's name, for messages.
    public let name: String
    /// The position of the document in the source, as it follows the name; empty if the path is
    /// enough.
    private var detail = ""

    init(_ path: String, name: String? = nil) {
        self.path = path
        self.name = name ?? path
    }

    public var description: String { name + detail }

    /// The position as a text of its own.
    package var place: String { String(detail.drop { $0 == ":" || $0 == " " }) }

    /// Adds a document's title if the source has several documents.
    package func titled(_ title: String) -> ImportOrigin {
        detail.isEmpty ? self : part(title.shortened)
    }

    /// The origin of one of several documents in a source.
    func part(_ detail: String) -> ImportOrigin {
        var part = self
        part.detail = ": \(detail)"
        return part
    }

    /// The origin of a table row. `number` is its first line.
    func line(_ number: Int) -> ImportOrigin {
        var line = self
        line.detail = ":\(number)"
        return line
    }
}

extension String {
    /// The beginning of a title, for messages: an import keeps the titles of all documents in memory.
    fileprivate var shortened: String {
        let longest = 100
        return utf8.count > longest && count > longest ? prefix(longest) + "…" : self
    }
}
