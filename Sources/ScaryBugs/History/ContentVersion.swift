/// The contents of a file or of a document's directory, told by sizes and checksums.
///
/// Inode numbers and times prove nothing: a copied home has others.
struct ContentVersion: Hashable, Sendable {
    /// One file, by the name that it has in its directory.
    struct FileVersion: Hashable, Sendable {
        let name: String
        /// Size in bytes; -1 for anything but a regular file.
        let size: Int64
        /// CRC-32 of the bytes; nil where they were not read.
        let checksum: UInt32?
    }

    /// The files whose bytes are read for a checksum.
    enum Checksums: Sendable {
        /// Data files alone, which are small.
        case dataFiles
        /// Every file, for contents that are not on the disk yet: a file that lost its bytes in a
        /// power failure may still have its size.
        case all
        /// Every file, with those that are known already.
        case known([String: UInt32])
        /// Data files, and files of these names.
        case named(Set<String>)
        /// The files that have a checksum in another version.
        case like(ContentVersion)

        fileprivate func includes(_ name: String) -> Bool {
            switch self {
            case .dataFiles: EntryPlace.isDataFile(name)
            case .all, .known: true
            case .named(let names): EntryPlace.isDataFile(name) || names.contains(name)
            case .like(let other):
                other.files.contains { $0.name == name && $0.checksum != nil }
            }
        }

        fileprivate func known(_ name: String) -> UInt32? {
            if case .known(let sums) = self { return sums[name] }
            return nil
        }

        /// Whether a file that stands alone is read, whatever its name in a slot.
        fileprivate var includesSingleFile: Bool {
            if case .like(let other) = self { return other.files.first?.checksum != nil }
            return true
        }
    }

    /// The files in the order of their names; nil for something whose contents nobody looked at.
    private let knownFiles: [FileVersion]?

    /// Something whose contents nobody looked at.
    static let unknown = ContentVersion(knownFiles: nil)

    private init(knownFiles: [FileVersion]?) {
        self.knownFiles = knownFiles
    }

    init(_ files: [FileVersion]) {
        knownFiles = files.count > 1 ? files.sorted { $0.name < $1.name } : files
    }

    /// A single file with these bytes.
    init(fileNamed name: String, _ bytes: [UInt8]) {
        knownFiles = [
            FileVersion(name: name, size: Int64(bytes.count), checksum: CRC32.of(bytes))
        ]
    }

    var isUnknown: Bool { knownFiles == nil }
    var files: [FileVersion] { knownFiles ?? [] }

    /// Bytes in all files.
    var size: Int64 { files.reduce(0) { $0 + max(0, $1.size) } }

    /// One checksum for all files, that of the only file if there is one; nil where not all of them
    /// were read.
    var checksum: UInt32? {
        if files.count == 1 { return files[0].checksum }
        var text: [UInt8] = []
        for file in files {
            guard let sum = file.checksum else { return nil }
            text += "\(file.name)/\(file.size)/\(sum)/".utf8
        }
        return files.isEmpty ? nil : CRC32.of(text)
    }

    /// A single file with the name that it has in another version, where it has one of its own in a
    /// slot.
    func named(like other: ContentVersion?) -> ContentVersion {
        guard let other, files.count == 1, other.files.count == 1 else { return self }
        let file = files[0]
        return ContentVersion([
            .init(name: other.files[0].name, size: file.size, checksum: file.checksum)
        ])
    }

    /// The files by their names.
    var filesByName: [String: FileVersion] {
        Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Whether both are the same contents, or nothing.
    static func agree(_ left: ContentVersion?, _ right: ContentVersion?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.agrees(with: right)
    }

    /// Whether both are the same contents, as far as both have checksums.
    func agrees(with other: ContentVersion) -> Bool {
        guard let own = knownFiles, let others = other.knownFiles else { return true }
        return own.count == others.count
            && zip(own, others).allSatisfy { left, right in
                left.name == right.name && left.size == right.size
                    && (left.checksum == right.checksum || left.checksum == nil
                        || right.checksum == nil)
            }
    }
}

extension Directory {
    /// The version of what has that name here; nil if there is nothing.
    ///
    /// - Parameter checksums: which files are read.
    func version(
        of name: String, checksums: ContentVersion.Checksums
    ) throws -> ContentVersion? {
        guard let status = try status(of: name) else { return nil }
        switch status.kind {
        case .regular:
            return ContentVersion([
                try version(ofFile: name, status, isRead: checksums.includesSingleFile)
            ])
        case .directory: return try directory(named: name)?.version(checksums: checksums)
        case .symbolicLink, .other: return .unknown
        }
    }

    /// The version of all files in the directory.
    func version(checksums: ContentVersion.Checksums) throws -> ContentVersion {
        ContentVersion(
            try names().compactMap { name in
                guard let status = try status(of: name) else { return nil }
                return try version(
                    ofFile: name, status, isRead: checksums.includes(name),
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
    /// CRC-32 of all bytes; the position is not moved.
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
