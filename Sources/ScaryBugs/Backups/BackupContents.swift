/// What a backup holds, counted.
public struct BackupContents: Hashable, Sendable {
    /// The number of documents.
    public internal(set) var documents = 0
    /// The number of files of the documents.
    public internal(set) var files = 0
    /// The size of these files, in bytes.
    public internal(set) var bytes: Int64 = 0
    /// Messages about what the backup leaves out: documents that no restore would take, and what has a
    /// place among the documents, but no number or no files.
    public internal(set) var omissions: [String] = []
}
