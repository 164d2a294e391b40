/// Options for importing photographs.
public struct PhotographOptions: Sendable {
    /// The kind of the new documents.
    public var kind: DocumentKind
    /// Changes to the fields of each new document.
    public var edits: [Edit] = []
    /// Photographs that follow one another within so many seconds go into one document; nil for one
    /// document each.
    public var burst: Double?
    /// Whether to tell only what an import would bring.
    public var isPreview = false
    /// The creation date of the documents.
    public var now: Timestamp

    /// Options for one document with each photograph.
    public init(kind: DocumentKind, now: Timestamp) {
        (self.kind, self.now) = (kind, now)
    }
}
