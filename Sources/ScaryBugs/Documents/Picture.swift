/// What is known of a document's photograph without reading it.
public struct Picture: Hashable, Sendable {
    /// The name of its file in the document's directory.
    public let fileName: String
    /// Its size in bytes.
    public let size: Int64
    /// What its first bytes say it is; nil if they say nothing that is known.
    public let type: PictureType?

    public init(fileName: String, size: Int64, type: PictureType?) {
        self.fileName = fileName
        self.size = size
        self.type = type
    }

    /// RFC 2046 media type; `application/octet-stream` for what is not known.
    public var mediaType: String { type?.mediaType ?? "application/octet-stream" }
}
