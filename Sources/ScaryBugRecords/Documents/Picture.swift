internal import KeyedArchive

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

    /// The end of a message about a file that ends before its picture does.
    package static let cutOff = "is cut off, and is kept as it is"

    /// RFC 2046 media type; `application/octet-stream` for an unknown type.
    public var mediaType: String { type?.mediaType ?? "application/octet-stream" }
}

extension DocumentData {
    /// The key of the photograph's original file name.
    package static let imageNameKey = "ImageName"

    /// The name that the photograph's file had before; nil if it isn't known.
    package var imageName: String? { stored(Self.imageNameKey)?.text }

    /// - Parameter path: the path or name of the photograph's file; nil to forget it.
    package mutating func setImageName(_ path: String?) throws {
        let name = path.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        guard name != nil || imageName != nil else { return }
        try store(name.map(ArchivedValue.string), forKey: Self.imageNameKey)
    }
}
