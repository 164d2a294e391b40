/// What a document holds, apart from its number.
public struct DocumentContents: Sendable {
    public let data: DocumentData
    /// The photograph; nil if there is none.
    public let picture: Picture?

    public init(data: DocumentData, picture: Picture?) {
        self.data = data
        self.picture = picture
    }
}

/// One document of a workspace, as it was when it was read.
public struct Document: Sendable {
    public let name: DocumentName
    public let contents: DocumentContents

    public init(name: DocumentName, data: DocumentData, picture: Picture?) {
        self.name = name
        contents = DocumentContents(data: data, picture: picture)
    }

    public var number: Int { name.number }
    /// Its kind, with the fields of the user's own.
    public var kind: DocumentKind { data.kind }
    public var data: DocumentData { contents.data }
    public var picture: Picture? { contents.picture }
    public var title: String { data.title }
}
