/// The format of a file, detected from its first bytes.
package enum FileSignature: Equatable {
    /// A ZIP file, or one part of a split ZIP file.
    case zip
    /// A compressed stream, which may contain a tar file.
    case compressed(Compression)
    /// A serialized Cocoa file wrapper.
    case wrapper
    /// An unrecognized format, which may still be a tar file.
    case unknown
    /// A format that is not supported. The string is its description for messages.
    case foreign(String)

    /// The compressions that a tar file may have.
    package enum Compression: Equatable {
        case gzip, bzip2, xz, zstd
    }

    /// The number of bytes needed to detect a format.
    package static let signatureLength = 512

    package init(_ bytes: [UInt8]) {
        if bytes.starts(with: SerializedWrapper.signature) {
            self = .wrapper
        } else if let found = Self.signatures.first(where: { bytes.starts(with: $0.bytes) }) {
            self = found.format
        } else {
            self = .unknown
        }
    }

    private struct Signature {
        let bytes: [UInt8]
        let format: FileSignature

        init(_ text: String, _ rest: UInt8..., is format: FileSignature) {
            bytes = Array(text.utf8) + rest
            self.format = format
        }

        init(_ bytes: UInt8..., is format: FileSignature) {
            self.bytes = bytes
            self.format = format
        }
    }

    private static let signatures: [Signature] = [
        Signature("PK", 3, 4, is: .zip),
        Signature("PK", 5, 6, is: .zip),
        Signature("PK", 7, 8, is: .zip),
        Signature(0x1F, 0x8B, is: .compressed(.gzip)),
        Signature("BZh", is: .compressed(.bzip2)),
        Signature(0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, is: .compressed(.xz)),
        Signature(0x28, 0xB5, 0x2F, 0xFD, is: .compressed(.zstd)),
        Signature("7z", 0xBC, 0xAF, 0x27, 0x1C, is: .foreign("a 7z archive")),
        Signature("Rar!", 0x1A, 0x07, is: .foreign("a RAR archive")),
        Signature("LZIP", is: .foreign("packed with lzip")),
        Signature("LRZI", is: .foreign("packed with lrzip")),
        Signature(0x1F, 0x9D, is: .foreign("packed with compress")),
        Signature(0x5D, 0, 0, is: .foreign("packed with lzma")),
        Signature(0x04, 0x22, 0x4D, 0x18, is: .foreign("packed with lz4")),
        Signature(0x89, 0x4C, 0x5A, 0x4F, 0, is: .foreign("packed with lzop")),
        Signature("MSCF", is: .foreign("a cabinet file")),
        Signature("xar!", is: .foreign("a xar archive")),
        Signature("07070", is: .foreign("a cpio archive")),
        Signature(0xC7, 0x71, is: .foreign("a cpio archive")),
        Signature(0x71, 0xC7, is: .foreign("a cpio archive")),
        Signature("!<arch>\n", is: .foreign("an ar archive")),
        Signature("WARC/", is: .foreign("a web archive")),
        Signature("bplist00", is: .foreign("a property list")),
        Signature("<?xml", is: .foreign("an XML file")),
        Signature("%PDF-", is: .foreign("a PDF file")),
    ]
}
