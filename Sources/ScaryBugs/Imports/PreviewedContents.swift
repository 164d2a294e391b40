import Synchronization

/// The contents of a document that is only previewed. Its data file is read again when it is used.
struct PreviewedContents: Sendable {
    fileprivate let files: PreviewedDataFiles
    fileprivate let start: Int64
    fileprivate let count: Int
    fileprivate let context: DocumentData.Context
    fileprivate let picture: Picture?

    /// The kind, including the user's custom fields.
    var kind: DocumentKind { context.kind }

    func read() throws -> DocumentContents {
        let bytes = try files.file.bytes(at: start, count: count)
        return DocumentContents(data: try DocumentData(bytes, context), picture: picture)
    }
}

/// The data files of previewed documents, one after the other in an unnamed temporary file. A source may
/// have hundreds of thousands, and standard input can't be read again.
final class PreviewedDataFiles: Sendable {
    fileprivate let file: File
    private let end = Mutex<Int64>(0)

    init() throws { file = try File.temporary() }

    /// - Parameter bytes: the data file that holds the fields.
    func append(_ contents: DocumentContents, _ bytes: [UInt8]) throws -> PreviewedContents {
        let start = end.withLock { end in
            defer { end += Int64(bytes.count) }
            return end
        }
        try file.write(bytes, at: start)
        return PreviewedContents(
            files: self, start: start, count: bytes.count, context: contents.data.context,
            picture: contents.picture)
    }
}
