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

    /// The formats by their first bytes; see ``bytes(of:)``.
    private static let formats: KeyValuePairs<String, FileSignature> = [
        "PK\u{3}\u{4}": .zip, "PK\u{5}\u{6}": .zip, "PK\u{7}\u{8}": .zip,
        "\u{1F}\u{8B}": .gzip,
        "BZh": archive("compressed by bzip2"),
        "\u{FD}7zXZ\0": archive("compressed by xz"),
        "(\u{B5}/\u{FD}": archive("compressed by Zstandard"),
        "7z\u{BC}\u{AF}'\u{1C}": archive("a 7z archive"),
        "Rar!\u{1A}\u{7}": archive("a RAR archive"),
        "LZIP": archive("compressed by lzip"),
        "LRZI": archive("compressed by lrzip"),
        "\u{1F}\u{9D}": archive("compressed by compress"),
        "]\0\0": archive("compressed by lzma"),
        "\u{4}\"M\u{18}": archive("compressed by lz4"),
        "\u{89}LZO\0": archive("compressed by lzop"),
        "MSCF": archive("a cabinet file"),
        "xar!": archive("a xar archive"),
        "07070": archive("a cpio archive"), "\u{C7}q": archive("a cpio archive"),
        "q\u{C7}": archive("a cpio archive"),
        "!<arch>\n": archive("an ar archive"),
        "WARC/": .foreign("a web archive; \(seeHelp)"),
        "bplist00": .foreign("a property list; a bundle is a ZIP or tar file"),
        "<?xml": .foreign("an XML file; a bundle is a ZIP or tar file"),
        "%PDF-": .foreign("a PDF file; \(seeHelp)"),
        "{\\rtf": .foreign("a text with formats (RTF); \(seeHelp)"),
        "SQLite format 3\0": .foreign("an SQLite database; save its table as CSV (UTF-8)"),
        officeFile: .foreign("a file of an office program; save a table in it as CSV (UTF-8)"),
        "8BPS": .foreign("a Photoshop picture; save it as JPEG or PNG"),
        "\u{7F}ELF": .foreign("a program; \(seeHelp)"),
        "MZ\u{90}\0": .foreign("a program; \(seeHelp)"),
        "ID3\u{3}": .foreign("a sound; \(seeHelp)"), "ID3\u{4}": .foreign("a sound; \(seeHelp)"),
        "OggS": .foreign("a sound; \(seeHelp)"), "fLaC": .foreign("a sound; \(seeHelp)"),
    ]

    private static let signatures = formats.map { (bytes: bytes(of: $0), format: $1) }

    /// Each character stands for the byte with its number.
    private static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// The beginning of the files of office programs before 2007, and of those with a password.
    package static let compoundFile = bytes(of: officeFile)
    private static let officeFile = "\u{D0}\u{CF}\u{11}\u{E0}\u{A1}\u{B1}\u{1A}\u{E1}"

    private static let seeHelp = "'help bundles' lists what can be imported"

    private static func archive(_ what: String) -> FileSignature {
        .foreign("\(what), which is not read: unpack it first, then import what it holds")
    }
}
