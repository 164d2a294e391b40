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

    package static func isNamedLikePicture(_ path: String) -> Bool {
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
    package static let unsupported =
        "not a supported picture (\(allCases.map(\.name).joined(separator: ", ")))"

    /// The usual file extension.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
