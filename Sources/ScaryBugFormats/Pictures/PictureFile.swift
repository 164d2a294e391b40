import Synchronization

/// An open picture file.
public final class PictureFile: Sendable {
    package let file: File
    /// The type, according to the first bytes.
    public let type: PictureType
    private let known = Mutex(Known())

    /// Properties that are read or made when they are needed.
    private struct Known {
        var facts: PhotographFacts?
        var thumbnail: [UInt8]?
        var hasTriedThumbnail = false
    }

    /// The file's name without its directory.
    package let name: String
    /// The path, for messages.
    package let path: String

    /// The values that its metadata tells.
    package var facts: PhotographFacts {
        get throws {
            try known.withLock { known in
                let facts = try known.facts ?? PhotographFacts(of: file, as: type)
                known.facts = facts
                return facts
            }
        }
    }

    /// The digest of the picture without its metadata.
    package var digest: Digest { get throws { try Digest(of: file, as: type) } }

    /// The JPEG file that the apps show in their list; nil until it is made, or if it can't be made.
    package var thumbnail: [UInt8]? { known.withLock { $0.thumbnail } }

    /// Whether nobody has tried to make the thumbnail.
    package var needsThumbnail: Bool { known.withLock { !$0.hasTriedThumbnail } }

    /// - Parameter thumbnail: nil if it can't be made.
    package func keep(thumbnail: [UInt8]?) {
        known.withLock { ($0.thumbnail, $0.hasTriedThumbnail) = (thumbnail, true) }
    }

    /// Opens a picture at a path that the user entered.
    ///
    /// - Parameters:
    ///   - path: the path of the picture.
    ///   - force: whether to take one that is cut off.
    /// - Throws: ``ScaryBugsError/Code/refused`` if its type is unknown, or if it is cut off.
    public convenience init(path: String, force: Bool = false) throws {
        try self.init(File.open(path: path, waiting: false), path)
        guard try !force && isCutOff() else { return }
        throw Self.cutOff(path, type)
    }

    /// The error about a file that ends before its picture does.
    static func cutOff(_ path: String, _ type: PictureType) -> ScaryBugsError {
        ScaryBugsError(
            .refused,
            "\(path): cut off: the \(type.name) file ends before its picture does; "
                + "copy it again, or take it as it is with --force of 'new', 'set' or 'attach'")
    }

    /// Whether the file ends before its picture does, as after a copy that was broken off.
    package func isCutOff() throws -> Bool { try file.isCutOff(as: type) }

    /// Opens a picture at a relative path that an imported file contains, without following links.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if its type is unknown, or if the path leads
    ///   outside of the directory.
    convenience init(path: String, beneath directory: String) throws {
        guard !path.isAddress else {
            throw ScaryBugsError(
                .refused,
                "'\(path)' is an address; download the picture, and write its path below the "
                    + "directory of the table")
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, !last.isEmpty, !parts.contains(".."), parts.first != "" else {
            throw ScaryBugsError(
                .refused, "'\(path)' is not a path below the directory of the table")
        }
        var place: Directory? = try Directory.open(path: directory)
        for part in parts.dropLast() where part != "." {
            place = try place?.directory(named: String(part))
        }
        guard let file = try place?.file(named: String(last)) else {
            throw ScaryBugsError(.notFound, "there is no file '\(path)'")
        }
        try self.init(file, path)
    }

    /// - Parameter name: the name; nil for the file's own.
    package init(_ file: consuming File, _ path: String, named name: String? = nil) throws {
        self.name = name ?? file.lastComponent
        self.path = name == nil ? file.name : path
        self.file = file
        guard try self.file.status().kind == .regular else {
            throw ScaryBugsError(
                .refused, "\(path): not a regular file; give the path of a picture")
        }
        let signature = try self.file.prefix(PictureType.signatureLength)
        guard let type = PictureType(signature: signature) else {
            throw ScaryBugsError(.refused, "\(path): \(PictureType.unsupported)")
        }
        self.type = type
    }

    package func asPicture(of kind: DocumentKind) throws -> Picture {
        Picture(fileName: kind.photographName, size: try file.status().size, type: type)
    }
}
