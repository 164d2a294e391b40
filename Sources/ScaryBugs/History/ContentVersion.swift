import Containers

/// A version of a file or of a document's directory, identified by sizes and checksums.
///
/// Inode numbers and times would not identify it, since a copied home has others.
struct ContentVersion: Hashable, Sendable {
    /// One file, with its name in its directory.
    struct FileVersion: Hashable, Sendable {
        let name: String
        /// The size in bytes; -1 for anything but a regular file.
        let size: Int64
        /// The CRC-32 of the bytes; nil if they were not read.
        let checksum: UInt32?
    }

    /// The files to read for a checksum.
    enum Checksums: Sendable {
        /// Data files, which are small.
        case dataFiles
        /// All files, with checksums that are known already.
        case known([String: UInt32])
        /// The files that have a checksum in this version.
        case like(ContentVersion)

        /// All files. Contents that may not have reached the disk need this: a file that lost its
        /// bytes in a power failure may still have its size.
        static let all = known([:])

        fileprivate func includes(_ name: String, size: Int64) -> Bool {
            switch self {
            case .known: true
            case .dataFiles: EntryRole.isDataFile(name) && size <= Self.mostDataBytes
            case .like(let other):
                // Comparing bytes is fast for any name. A file of another size differs anyway.
                other.files.contains {
                    $0.checksum != nil && $0.size == size && $0.name.utf8.elementsEqual(name.utf8)
                }
            }
        }

        /// The largest data file that any limit allows.
        private static let mostDataBytes: Int64 = 1 << 30

        /// The names and sizes of ``like(_:)``, if there are so many that searching them would take
        /// long.
        fileprivate var manySizes: [String: Int64]? {
            guard case .like(let other) = self, other.files.count > 16 else { return nil }
            let read = other.files.lazy.filter { $0.checksum != nil }.map { ($0.name, $0.size) }
            return Dictionary(read) { first, _ in first }
        }

        fileprivate func known(_ name: String) -> UInt32? {
            if case .known(let sums) = self { return sums[name] }
            return nil
        }

        /// Whether to read a single file in a slot, where its name says nothing about its kind.
        fileprivate func includesSingleFile(size: Int64) -> Bool {
            guard case .like(let other) = self, let file = other.files.first else { return true }
            return file.checksum != nil && file.size == size
        }
    }

    /// The files sorted by name; nil for an unknown version.
    private let knownFiles: [FileVersion]?

    /// A version whose files were not looked at. It agrees with every version.
    static let unknown = ContentVersion(knownFiles: nil)

    private init(knownFiles: [FileVersion]?) {
        self.knownFiles = knownFiles
    }

    init(_ files: [FileVersion]) {
        knownFiles = files.count > 1 ? files.sorted { $0.name < $1.name } : files
    }

    init(fileNamed name: String, _ bytes: [UInt8]) {
        knownFiles = [
            FileVersion(name: name, size: Int64(bytes.count), checksum: CRC32.of(bytes))
        ]
    }

    var isUnknown: Bool { knownFiles == nil }
    var files: [FileVersion] { knownFiles ?? [] }

    /// The total size in bytes.
    var size: Int64 { Int64(clamping: files.reduce(Int128(0)) { $0 + Int128(max(0, $1.size)) }) }

    /// The files that belong to a document's content; see ``EntryRole/isOfContent(_:)``.
    var content: ContentVersion { ContentVersion(files.filter { EntryRole.isOfContent($0.name) }) }

    /// Gives a single file its name in another version, since a slot names it differently.
    func named(like other: ContentVersion?) -> ContentVersion {
        guard let other, files.count == 1, other.files.count == 1 else { return self }
        let file = files[0]
        return ContentVersion([
            .init(name: other.files[0].name, size: file.size, checksum: file.checksum)
        ])
    }

    /// Whether both versions agree, or both are nil.
    static func agree(_ left: ContentVersion?, _ right: ContentVersion?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.agrees(with: right)
    }

    /// Whether names and sizes are equal, and all checksums that both versions have.
    func agrees(with other: ContentVersion) -> Bool {
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
    /// The version as the history stores it: name, size and checksum of each file, separated by
    /// slashes, which no name contains. A question mark stands for an unknown version.
    var text: String {
        guard let knownFiles else { return "?" }
        return knownFiles.map { file in
            "\(file.name)/\(file.size)/\(file.checksum.map { String($0, radix: 16) } ?? "-")"
        }.joined(separator: "/")
    }

    init(text: String) {
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
    func file(named name: String) -> FileVersion? { files.first { $0.name == name } }

    /// The version of a directory after a change of one of its files.
    func changing(fileNamed name: String, to version: ContentVersion?) -> ContentVersion {
        guard !isUnknown else { return self }
        return ContentVersion(files.filter { $0.name != name } + (version?.files ?? []))
    }
}

extension Directory {
    /// The version of an entry; nil if it does not exist.
    ///
    /// - Parameter checksums: the files to read.
    func version(
        of name: String, checksums: ContentVersion.Checksums
    ) throws -> ContentVersion? {
        guard let status = try status(of: name) else { return nil }
        switch status.kind {
        case .regular:
            return ContentVersion([
                try version(
                    ofFile: name, status, isRead: checksums.includesSingleFile(size: status.size))
            ])
        case .directory: return try directory(named: name)?.version(checksums: checksums)
        case .symbolicLink, .other: return .unknown
        }
    }

    func version(checksums: ContentVersion.Checksums) throws -> ContentVersion {
        let many = checksums.manySizes
        return ContentVersion(
            try names().compactMap { name in
                try Interruption.check()
                guard let status = try status(of: name) else { return nil }
                return try version(
                    ofFile: name, status,
                    isRead: many.map { $0[name] == status.size }
                        ?? checksums.includes(name, size: status.size),
                    known: checksums.known(name))
            })
    }

    private func version(
        ofFile name: String, _ status: FileStatus, isRead: Bool, known: UInt32? = nil
    ) throws -> ContentVersion.FileVersion {
        guard status.kind == .regular else { return .init(name: name, size: -1, checksum: nil) }
        let checksum = try known ?? (isRead ? file(named: name)?.checksum() : nil)
        return .init(name: name, size: status.size, checksum: checksum)
    }
}

extension File {
    /// The CRC-32 of all bytes. The file's position does not move.
    func checksum() throws -> UInt32 {
        var sum: UInt32 = 0
        try forEachPiece { piece in
            sum = CRC32.of(piece, after: sum)
            try Interruption.check()
            return true
        }
        return sum
    }
}
