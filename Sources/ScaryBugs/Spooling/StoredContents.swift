/// The contents of a document as the bytes of its data file, which are parsed when they are used.
struct StoredContents: Spoolable, Sendable {
    private let bytes: [UInt8]
    private let context: DocumentData.Context
    private let picture: Picture?

    /// - Parameter bytes: the data file that holds the fields.
    init(_ contents: DocumentContents, _ bytes: [UInt8]) {
        (self.bytes, context, picture) = (bytes, contents.data.context, contents.picture)
    }

    /// The kind, including the user's custom fields.
    var kind: DocumentKind { context.kind }

    func read() throws -> DocumentContents {
        DocumentContents(data: try DocumentData(bytes, context), picture: picture)
    }

    init(from reader: inout SpoolReader) throws {
        bytes = try reader.bytes()
        context = .init(
            kind: try reader.kind(),
            modified: Timestamp(secondsSince1970: try Int64(from: &reader)))
        picture = try Picture?(from: &reader)
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(bytes: bytes)
        writer.write(kind: context.kind)
        writer.write(context.modified.secondsSince1970)
        picture.write(to: &writer)
    }
}

extension Picture: Spoolable {
    init(from reader: inout SpoolReader) throws {
        (fileName, size) = try reader.read()
        type = try PictureType?(from: &reader)
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(fileName, size)
        type.write(to: &writer)
    }
}

extension PictureType: Spoolable {}

extension DocumentName: Spoolable {
    init(from reader: inout SpoolReader) throws { indexID = try Int64(from: &reader) }

    func write(to writer: inout SpoolWriter) { writer.write(indexID) }
}
