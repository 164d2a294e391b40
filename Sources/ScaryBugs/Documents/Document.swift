/// The contents of a document, without its number.
public struct DocumentContents: Sendable {
    /// The fields.
    public internal(set) var data: DocumentData
    /// The photograph; nil if there is none.
    public let picture: Picture?

    package init(data: DocumentData, picture: Picture?) {
        self.data = data
        self.picture = picture
    }
}

/// A snapshot of one document of a workspace.
public struct Document: Sendable {
    /// The number and the kind.
    public let name: DocumentName
    /// The fields and the photograph.
    public let contents: DocumentContents

    package init(name: DocumentName, data: DocumentData, picture: Picture?) {
        self.init(name: name, contents: DocumentContents(data: data, picture: picture))
    }

    init(name: DocumentName, contents: DocumentContents) {
        (self.name, self.contents) = (name, contents)
    }

    /// The number in the directory's name.
    public var number: Int { name.number }
    /// The document's kind, including the user's custom fields.
    public var kind: DocumentKind { data.kind }
    /// The fields.
    public var data: DocumentData { contents.data }
    /// The photograph; nil if there is none.
    public var picture: Picture? { contents.picture }
    /// The title; empty if the data file has none.
    public var title: String { data.title }
}
