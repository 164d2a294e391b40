/// The format of a file, detected from its first bytes.
package enum FileSignature: Equatable {
    /// A ZIP file, or one part of a split ZIP file.
    case zip
    /// A file compressed by gzip, which may contain a tar file or a wrapper.
    case gzip
    /// A serialized Cocoa file wrapper.
    case wrapper
    /// An unrecognized format, which may still be a tar file.
    case unknown
    /// A format that is not supported. The string says what it is and what to do, for messages.
    case foreign(String)

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
            self.init(bytes, is: format)
        }

        init(_ bytes: [UInt8], is format: FileSignature) {
            self.bytes = bytes
            self.format = format
        }
    }

    private static let signatures: [Signature] = [
        Signature("PK", 3, 4, is: .zip),
        Signature("PK", 5, 6, is: .zip),
        Signature("PK", 7, 8, is: .zip),
        Signature(0x1F, 0x8B, is: .gzip),
        Signature("BZh", is: .archive("compressed by bzip2")),
        Signature(0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, is: .archive("compressed by xz")),
        Signature(0x28, 0xB5, 0x2F, 0xFD, is: .archive("compressed by Zstandard")),
        Signature("7z", 0xBC, 0xAF, 0x27, 0x1C, is: .archive("a 7z archive")),
        Signature("Rar!", 0x1A, 0x07, is: .archive("a RAR archive")),
        Signature("LZIP", is: .archive("compressed by lzip")),
        Signature("LRZI", is: .archive("compressed by lrzip")),
        Signature(0x1F, 0x9D, is: .archive("compressed by compress")),
        Signature(0x5D, 0, 0, is: .archive("compressed by lzma")),
        Signature(0x04, 0x22, 0x4D, 0x18, is: .archive("compressed by lz4")),
        Signature(0x89, 0x4C, 0x5A, 0x4F, 0, is: .archive("compressed by lzop")),
        Signature("MSCF", is: .archive("a cabinet file")),
        Signature("xar!", is: .archive("a xar archive")),
        Signature("07070", is: .archive("a cpio archive")),
        Signature(0xC7, 0x71, is: .archive("a cpio archive")),
        Signature(0x71, 0xC7, is: .archive("a cpio archive")),
        Signature("!<arch>\n", is: .archive("an ar archive")),
        Signature("WARC/", is: .foreign("a web archive; \(seeHelp)")),
        Signature("bplist00", is: .foreign("a property list; a bundle is a ZIP or tar file")),
        Signature("<?xml", is: .foreign("an XML file; a bundle is a ZIP or tar file")),
        Signature("%PDF-", is: .foreign("a PDF file; \(seeHelp)")),
        Signature("{\\rtf", is: .foreign("a text with formats (RTF); \(seeHelp)")),
        Signature(
            "SQLite format 3", 0, is: .foreign("an SQLite database; save its table as CSV (UTF-8)")),
        Signature(
            compoundFile,
            is: .foreign("a file of an office program; save a table in it as CSV (UTF-8)")),
        Signature("8BPS", is: .foreign("a Photoshop picture; save it as JPEG or PNG")),
        Signature(0x7F, 0x45, 0x4C, 0x46, is: .foreign("a program; \(seeHelp)")),
        Signature("MZ", 0x90, 0, is: .foreign("a program; \(seeHelp)")),
        Signature("ID3", 3, is: .foreign("a sound; \(seeHelp)")),
        Signature("ID3", 4, is: .foreign("a sound; \(seeHelp)")),
        Signature("OggS", is: .foreign("a sound; \(seeHelp)")),
        Signature("fLaC", is: .foreign("a sound; \(seeHelp)")),
    ]

    /// The beginning of the files of office programs before 2007, and of those with a password.
    package static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    private static let seeHelp = "'help bundles' lists what can be imported"

    private static func archive(_ what: String) -> FileSignature {
        .foreign("\(what), which is not read: unpack it first, then import what it holds")
    }
}
