/// A file that a document gets, with the name that the document gives it.
struct NewFile: Sendable {
    enum Content: Sendable {
        case picture(PictureFile)
        case attached(AttachedFile)
        case bytes([UInt8])
    }

    let name: String
    let content: Content

    /// The files that a document gets with a photograph: the photograph, and the thumbnail if there
    /// is one.
    static func files(of picture: PictureFile, kind: DocumentKind) -> [NewFile] {
        let thumbnail = picture.thumbnail.map {
            NewFile(name: kind.thumbnailName, content: .bytes($0))
        }
        return [NewFile(name: kind.photographName, content: .picture(picture))]
            + [thumbnail].compactMap(\.self)
    }

    static func attached(_ file: AttachedFile) -> NewFile {
        NewFile(name: file.name, content: .attached(file))
    }

    var size: Int64 {
        get throws {
            switch content {
            case .picture(let picture): try picture.file.status().size
            case .attached(let source): try source.file.status().size
            case .bytes(let bytes): Int64(bytes.count)
            }
        }
    }

    /// Writes the file into a directory in which its name is free.
    func write(into directory: Directory, limits: Limits) throws {
        let file = try directory.createFile(named: name)
        let limit = Limit(limits.bundleBytes, .bundleBytes)
        switch content {
        case .picture(let picture): try file.copy(from: picture.file, limit: limit)
        case .attached(let source): try file.copy(from: source.file, limit: limit)
        case .bytes(let bytes): try file.write(bytes)
        }
    }
}

extension File {
    func hasSameBytes(as other: borrowing File) throws -> Bool {
        try status().size == other.status().size && checksum() == other.checksum()
    }
}
