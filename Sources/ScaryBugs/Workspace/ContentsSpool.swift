/// Keeps the contents of many documents: a few in memory, the others in an unnamed temporary file.
struct ContentsSpool {
    /// The bytes of data files whose contents may still be kept in memory.
    private var room = 64 << 10
    private var file: SpoolFile?
    private var end: Int64 = 0

    /// - Parameter bytes: the data file that holds the fields.
    mutating func add(
        _ contents: DocumentContents, _ bytes: [UInt8]
    ) throws -> SpooledContents {
        guard bytes.count > room else {
            room -= bytes.count
            return SpooledContents(place: .memory(contents))
        }
        let file = try self.file ?? SpoolFile()
        try file.file.write(bytes)
        defer { end += Int64(bytes.count) }
        self.file = file
        return SpooledContents(
            place: .file(
                file, offset: end, count: bytes.count, contents.data.context, contents.picture))
    }
}

/// The contents of a document, in memory or in a file.
struct SpooledContents: Sendable {
    fileprivate enum Place {
        case memory(DocumentContents)
        case file(SpoolFile, offset: Int64, count: Int, DocumentData.Context, Picture?)
    }

    fileprivate let place: Place

    var kind: DocumentKind {
        switch place {
        case .memory(let contents): contents.data.kind
        case .file(_, _, _, let context, _): context.kind
        }
    }

    func read() throws -> DocumentContents {
        switch place {
        case .memory(let contents): return contents
        case .file(let file, let offset, let count, let context, let picture):
            let bytes = try file.file.bytes(at: offset, count: count)
            return DocumentContents(data: try DocumentData(bytes, context), picture: picture)
        }
    }
}

/// A file that several contents share.
private final class SpoolFile: Sendable {
    let file: File

    init() throws {
        file = try Directory.openSpool().temporaryFile()
    }
}
