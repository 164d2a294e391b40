/// The contents of a document, without its number.
public struct DocumentContents: Sendable {
    public let data: DocumentData
    /// The photograph; nil if there is none.
    public let picture: Picture?

    public init(data: DocumentData, picture: Picture?) {
        self.data = data
        self.picture = picture
    }
}

/// A snapshot of one document of a workspace.
public struct Document: Sendable {
    public let name: DocumentName
    public let contents: DocumentContents

    public init(name: DocumentName, data: DocumentData, picture: Picture?) {
        self.name = name
        contents = DocumentContents(data: data, picture: picture)
    }

    public var number: Int { name.number }
    /// The document's kind, including the user's custom fields.
    public var kind: DocumentKind { data.kind }
    public var data: DocumentData { contents.data }
    public var picture: Picture? { contents.picture }
    public var title: String { data.title }
}
