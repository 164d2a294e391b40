/// A new document, encoded and checked. It has no number yet.
struct NewDocument: Sendable {
    let data: DocumentData
    /// The contents of the data file, and their version.
    let bytes: [UInt8]
    let version: ContentVersion

    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` that names the field and the limit.
    init(_ data: DocumentData, limits: Limits) throws {
        self.data = data
        bytes = try data.encoded()
        try data.check(limits, fileSize: bytes.count)
        version = ContentVersion(fileNamed: data.kind.dataFileName, bytes)
    }
}
