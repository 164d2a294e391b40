/// New contents in the staging directory.
struct StagedContents: Sendable {
    let name: String
    let version: ContentVersion
}

/// A new document in the staging directory.
struct StagedDocument: Sendable {
    let contents: StagedContents
    let kind: DocumentKind
    /// The number that the document gets if it is free.
    private(set) var preferred: Int?
}
