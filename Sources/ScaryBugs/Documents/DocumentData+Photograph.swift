internal import KeyedArchive

extension DocumentData {
    /// The key of the photograph's original file name.
    static let imageNameKey = "ImageName"

    /// The name that the photograph's file had before; nil if it isn't known.
    package var imageName: String? { stored(Self.imageNameKey)?.text }

    /// - Parameter path: the path or name of the photograph's file; nil to forget it.
    mutating func setImageName(_ path: String?) throws {
        let name = path.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        guard name != nil || imageName != nil else { return }
        try store(name.map(ArchivedValue.string), forKey: Self.imageNameKey)
    }

    /// Gives empty fields the values that photographs know. The first photograph that knows a value
    /// counts.
    ///
    /// - Parameters:
    ///   - picture: the document's new photograph.
    ///   - attached: the further files that it gets.
    ///   - chosen: names of the fields that stay as they are, since the user has edited them.
    /// - Returns: the names of the fields that got a value.
    package mutating func fill(
        from picture: PictureFile?, _ attached: [AttachedFile], except chosen: Set<String>
    ) throws -> [String] {
        let empty = [Field.seen, Field.at].filter { field in
            !chosen.contains(field.name) && kind.field(named: field.name)?.type == field.type
                && !hasValue(field)
        }
        guard !empty.isEmpty else { return [] }
        let photographs =
            try (picture.map { [try $0.facts] } ?? []) + attached.compactMap { try $0.facts }
        return try empty.compactMap { field in
            let value = photographs.lazy.compactMap { $0.value(of: field) }.first
            try value.map { try set($0, for: field) }
            return value.map { _ in field.name }
        }
    }
}

extension PhotographFacts {
    fileprivate func value(of field: Field) -> FieldValue? {
        switch field {
        case .seen: seen.flatMap { EDTFDate($0) }.map(FieldValue.date)
        case .at: position.map(FieldValue.position)
        default: nil
        }
    }

    /// Where the photograph was taken.
    fileprivate var position: Position? {
        guard let latitude, let longitude else { return nil }
        return Position(latitude: latitude, longitude: longitude, uncertainty: uncertainty)
    }
}

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
