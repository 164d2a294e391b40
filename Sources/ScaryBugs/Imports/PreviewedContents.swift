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
    private let state = Mutex(State())

    private struct State {
        var end: Int64 = 0
        /// The kind of the last document. Equal kinds with custom fields are different objects.
        var kind: DocumentKind?
    }

    init() throws { file = try File.temporary() }

    /// - Parameter bytes: the data file that holds the fields.
    func append(_ contents: DocumentContents, _ bytes: [UInt8]) throws -> PreviewedContents {
        let context = contents.data.context
        let (start, kind) = state.withLock { state in
            defer { state.end += Int64(bytes.count) }
            if state.kind != context.kind { state.kind = context.kind }
            return (state.end, state.kind ?? context.kind)
        }
        try file.write(bytes, at: start)
        return PreviewedContents(
            files: self, start: start, count: bytes.count,
            context: .init(kind: kind, modified: context.modified),
            picture: contents.picture)
    }
}
