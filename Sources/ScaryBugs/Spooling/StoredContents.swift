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
            modified: Timestamp(secondsSince1970: Int64(try reader.number())))
        picture = try reader.optional(Picture.init(from:))
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(bytes)
        writer.write(context.kind)
        writer.write(Int(context.modified.secondsSince1970))
        writer.write(picture) { $0.write(to: &$1) }
    }
}

extension Picture: Spoolable {
    init(from reader: inout SpoolReader) throws {
        self.init(
            fileName: try reader.text(), size: Int64(try reader.number()),
            type: try reader.optional { PictureType(rawValue: try $0.text()) } ?? nil)
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(fileName)
        writer.write(Int(size))
        writer.write(type) { $1.write($0.rawValue) }
    }
}

extension DocumentName: Spoolable {
    init(from reader: inout SpoolReader) throws {
        self.init(number: try reader.number(), kind: try reader.kind())
    }

    func write(to writer: inout SpoolWriter) {
        writer.write(number)
        writer.write(kind)
    }
}
