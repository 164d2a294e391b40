import Containers

/// A version of a file or of a document's directory, identified by sizes and checksums.
///
/// Inode numbers and times would not identify it, since a copied home has others.
package struct ContentVersion: Hashable, Sendable {
    /// One file, with its name in its directory.
    package struct FileVersion: Hashable, Sendable {
        package let name: String
        /// The size in bytes; -1 for anything but a regular file.
        package let size: Int64
        /// The CRC-32 of the bytes; nil if they were not read.
        package let checksum: UInt32?

        package init(name: String, size: Int64, checksum: UInt32?) {
            (self.name, self.size, self.checksum) = (name, size, checksum)
        }

        var isRegular: Bool { size >= 0 }

        /// The same file under another name.
        package func named(_ name: String) -> FileVersion {
            .init(name: name, size: size, checksum: checksum)
        }
    }

    /// The files sorted by name; nil for an unknown version.
    private let knownFiles: [FileVersion]?

    /// A version whose files were not looked at. It agrees with every version.
    package static let unknown = ContentVersion(knownFiles: nil)

    var isUnknown: Bool { knownFiles == nil }
    package var files: [FileVersion] { knownFiles ?? [] }

    /// The total size in bytes.
    var size: Int64 { Int64(clamping: files.reduce(Int128(0)) { $0 + Int128(max(0, $1.size)) }) }

    /// The files that belong to a document's content; see ``ContentFiles/isOfContent(_:)``.
    package var content: ContentVersion {
        ContentVersion(files.filter { ContentFiles.isOfContent($0.name) })
    }

    /// Gives a single file its name in another version, since a slot names it differently.
    package func named(like other: ContentVersion?) -> ContentVersion {
        guard let other, files.count == 1, other.files.count == 1 else { return self }
        return ContentVersion([files[0].named(other.files[0].name)])
    }

    /// Whether both versions agree, or both are nil.
    package static func agree(_ left: ContentVersion?, _ right: ContentVersion?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.agrees(with: right)
    }

    /// Whether names and sizes are equal, and all checksums that both versions have.
    package func agrees(with other: ContentVersion) -> Bool {
        guard let own = knownFiles, let others = other.knownFiles else { return true }
        return own.count == others.count
            && zip(own, others).allSatisfy { left, right in
                left.name.utf8.elementsEqual(right.name.utf8) && left.size == right.size
                    && (left.checksum == right.checksum || left.checksum == nil
                        || right.checksum == nil)
            }
    }
}

extension ContentVersion {
    package init(_ files: [FileVersion]) {
        knownFiles = files.count > 1 ? files.sorted { $0.name < $1.name } : files
    }

    package init(fileNamed name: String, _ bytes: [UInt8]) {
        self.init([FileVersion(name: name, size: Int64(bytes.count), checksum: CRC32.of(bytes))])
    }

    /// The version as the history stores it: name, size and checksum of each file, separated by
    /// slashes, which no name contains. A question mark stands for an unknown version.
    package var text: String {
        guard let knownFiles else { return "?" }
        return knownFiles.map { file in
            "\(file.name)/\(file.size)/\(file.checksum.map { String($0, radix: 16) } ?? "-")"
        }.joined(separator: "/")
    }

    package init(text: String) {
        guard text != "?" else {
            self = .unknown
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        self.init(
            stride(from: 0, to: parts.count - 2, by: 3).map { index in
                FileVersion(
                    name: String(parts[index]), size: Int64(parts[index + 1]) ?? -1,
                    checksum: UInt32(parts[index + 2], radix: 16))
            })
    }

    /// The version of a file in a directory's version; nil if it has none.
    package func file(named name: String) -> FileVersion? { files.first { $0.name == name } }

    /// The version of a directory after a change of one of its files.
    package func changing(fileNamed name: String, to version: ContentVersion?) -> ContentVersion {
        guard !isUnknown else { return self }
        return ContentVersion(files.filter { $0.name != name } + (version?.files ?? []))
    }
}
