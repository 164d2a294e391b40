import Synchronization

/// An open picture file.
public final class PictureFile: Sendable {
    let file: File
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
    let name: String
    /// The path, for messages.
    let path: String

    /// The values that its metadata tells.
    var facts: PhotographFacts {
        get throws {
            try known.withLock { known in
                let facts = try known.facts ?? PhotographFacts(of: file, as: type)
                known.facts = facts
                return facts
            }
        }
    }

    /// The JPEG file that the apps show in their list; nil until it is made, or if it can't be made.
    var thumbnail: [UInt8]? { known.withLock { $0.thumbnail } }

    /// Whether nobody has tried to make the thumbnail.
    var needsThumbnail: Bool { known.withLock { !$0.hasTriedThumbnail } }

    /// - Parameter thumbnail: nil if it can't be made.
    func keep(thumbnail: [UInt8]?) {
        known.withLock { ($0.thumbnail, $0.hasTriedThumbnail) = (thumbnail, true) }
    }

    /// Opens a picture at a path that the user entered.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if its type is unknown, or if it is cut off.
    public convenience init(path: String) throws { try self.init(path: path, force: false) }

    /// Opens a picture at a path that the user entered.
    ///
    /// - Parameters:
    ///   - path: the path of the picture.
    ///   - force: whether to take one that is cut off.
    /// - Throws: ``ScaryBugsError/Code/refused`` if its type is unknown, or if it is cut off.
    package convenience init(path: String, force: Bool) throws {
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
    func isCutOff() throws -> Bool { try file.isCutOff(as: type) }

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
    init(_ file: consuming File, _ path: String, named name: String? = nil) throws {
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

    func asPicture(of kind: DocumentKind) throws -> Picture {
        Picture(fileName: kind.photographName, size: try file.status().size, type: type)
    }
}

/// The supported types of pictures, detected from their first bytes.
public enum PictureType: String, CaseIterable, Hashable, Sendable {
    case jpeg, png, gif, webp, heic, tiff

    /// The number of bytes needed to detect a type.
    package static let signatureLength = 32

    /// Detects the type of a picture from its first bytes; nil if it is unknown.
    package init?(signature: some Collection<UInt8>) {
        let bytes = Array(signature.prefix(Self.signatureLength))
        guard let type = Self.allCases.first(where: { $0.matches(bytes) }) else { return nil }
        self = type
    }

    static func isNamedLikePicture(_ path: String) -> Bool {
        allCases.contains { path.lowercased().hasSuffix("." + $0.fileExtension) }
    }

    private func matches(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
        case .webp:
            bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        case .heic: Self.isHEIC(bytes)
        case .tiff:
            bytes.starts(with: [0x49, 0x49, 0x2A, 0x00])
                || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A])
        }
    }

    /// Whether a `ftyp` box comes first whose major brand names a HEVC image (ISO/IEC 23008-12).
    private static func isHEIC(_ bytes: [UInt8]) -> Bool {
        guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
        let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
        return brands.contains { bytes.dropFirst(8).starts(with: $0.utf8) }
    }

    /// Whether the format is compressed already, so that compressing it again saves nothing.
    package var isCompressed: Bool { self != .tiff }

    /// RFC 6838 media type.
    public var mediaType: String { "image/\(rawValue)" }

    /// The name in messages.
    public var name: String { self == .webp ? "WebP" : rawValue.uppercased() }

    /// The end of a message about a file of any other type.
    static let unsupported =
        "not a supported picture (\(allCases.map(\.name).joined(separator: ", ")))"

    /// The usual file extension.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
