/// A document as one file, to be handed to others: its directory in a ZIP file.
///
/// What is written is the same, byte for byte, whenever the document is the same. What is read may
/// come from anybody: it is checked whole, entry by entry, and refused at the first thing that a
/// document's bundle doesn't have.
///
/// ```swift
/// let document = try Directory.open(path: "Private Documents/3.scarybug")
/// let size = try Bundle.write(document, directoryName: "3.scarybug", to: file)
///
/// let contents = try Bundle.read(file, limits: Limits(), into: nil)
/// print(contents.files.map(\.name))  // ["data.plist", "fullImage.jpg", "thumbImage.jpg"]
/// ```
public enum Bundle {
    /// What was found in a bundle that is whole and harmless.
    public struct Contents: Sendable {
        /// Name of the document's directory, such as `3.scarybug`; nil where the files have none
        /// around them.
        public let directoryName: String?

        /// Name of the data file as the bundle spells it, such as `data.plist` or `Data.plist`.
        public let dataFileName: String

        /// The data file's bytes, at most ``Limits/dataFileBytes``.
        public let dataFile: [UInt8]

        /// The document's files, the data file among them, in the order of the bundle.
        public let files: [Entry]

        /// Names of what other systems put beside a document, and which was left out:
        /// `__MACOSX/`, `._*`, `.DS_Store`, `Thumbs.db`.
        public let passedOver: [String]
    }

    /// A file of a bundle.
    public struct Entry: Hashable, Sendable {
        /// Name without the directory.
        public let name: String

        /// Size in bytes, counted while unpacking.
        public let size: Int64

        /// The first ``PictureType/signatureLength`` bytes, or all where there are fewer.
        public let signature: [UInt8]

        /// Time of the last change; nil where the bundle has none.
        public let modified: FileTime?

        /// CRC-32 of the bytes; nil where the bundle has none.
        public var checksum: UInt32?
    }
}
