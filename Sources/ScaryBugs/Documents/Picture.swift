/// The properties of a document's photograph that are known without reading the whole file.
public struct Picture: Hashable, Sendable {
    /// The name of the file in the document's directory.
    public let fileName: String
    /// The size in bytes.
    public let size: Int64
    /// The type according to the first bytes; nil if it is unknown.
    public let type: PictureType?

    package init(fileName: String, size: Int64, type: PictureType?) {
        self.fileName = fileName
        self.size = size
        self.type = type
    }

    /// Reads the properties of an open photograph.
    ///
    /// - Parameter fileName: its name in the document's directory, now or later.
    init(_ file: borrowing File, named fileName: String) throws {
        let type = PictureType(signature: try file.prefix(PictureType.signatureLength))
        self.init(fileName: fileName, size: try file.status().size, type: type)
    }

    /// The end of a message about a file that ends before its picture does.
    static let cutOff = "is cut off, and is kept as it is"

    /// RFC 2046 media type; `application/octet-stream` for an unknown type.
    public var mediaType: String { type?.mediaType ?? "application/octet-stream" }
}
