extension WorkspaceTransaction {
    /// New contents in the staging directory.
    struct Staged: Sendable {
        let name: String
        let version: ContentVersion
    }

    struct StagedDocument: Sendable {
        let contents: Staged
        let kind: DocumentKind
        /// The number that the document gets if it is free.
        private(set) var preferred: Int?

        func preferring(_ number: Int) -> StagedDocument {
            var document = self
            document.preferred = number
            return document
        }
    }
}
