/// A document's directory packed into one ZIP file, for handing it to others.
///
/// Writing the same document always produces the same bytes. Bundles to read may come from anyone,
/// so reading checks every entry and refuses the bundle at the first one that doesn't belong.
///
/// ```swift
/// let document = try Directory.open(path: "Private Documents/3.scarybug")
/// let size = try Bundle.write(document, directoryName: "3.scarybug", to: file)
///
/// let contents = try Bundle.read(file, limits: Limits(), into: nil)
/// print(contents.files.map(\.name))  // ["data.plist", "fullImage.jpg", "thumbImage.jpg"]
/// ```
package enum Bundle {
    /// The cause of an error about a container whose entries are not one document.
    struct NotOneDocument: Error {}

    /// The contents of a bundle that passed all checks.
    package struct Contents: Sendable {
        /// Name of the document's directory, such as `3.scarybug`; nil if the files are at the
        /// archive's root.
        package let directoryName: String?

        /// Name of the data file with the bundle's spelling, such as `data.plist` or `Data.plist`.
        package let dataFileName: String

        /// The data file's bytes, at most ``Limits/dataFileBytes`` of them.
        package let dataFile: [UInt8]

        /// The document's files, including the data file, in the order of the bundle.
        package let files: [Entry]

        /// Names of the entries that were skipped, because they are litter of other systems.
        package let skipped: [String]
    }

    package struct Entry: Hashable, Sendable {
        /// Name without the directory.
        package let name: String

        /// Size in bytes, counted while unpacking.
        package let size: Int64

        /// The first ``PictureType/signatureLength`` bytes, or all bytes of a shorter file.
        package let signature: [UInt8]

        package let modified: FileTime?

        /// CRC-32 of the bytes; nil if the bundle stores none.
        package var checksum: UInt32?
    }
}
