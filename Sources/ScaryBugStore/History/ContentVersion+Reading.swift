internal import Containers

extension ContentVersion {
    /// The files to read for a checksum.
    package enum Checksums: Sendable {
        /// Data files, which are small.
        case dataFiles
        /// All files, with checksums that are known already.
        case known([String: UInt32])
        /// The files that have a checksum in this version.
        case like(ContentVersion)

        /// All files. Contents that may not have reached the disk need this: a file that lost its
        /// bytes in a power failure may still have its size.
        package static let all = known([:])

        /// Returns whether to read a file with a name and a size.
        fileprivate var isRead: (String, Int64) -> Bool {
            switch self {
            case .known: return { _, _ in true }
            case .dataFiles:
                return { ContentFiles.isDataFile($0) && $1 <= Self.mostDataBytes }
            case .like(let other):
                // A file of another size differs anyway.
                let read = other.files.lazy.filter { $0.checksum != nil }.map { ($0.name, $0.size) }
                let sizes = Dictionary(read) { first, _ in first }
                return { sizes[$0] == $1 }
            }
        }

        /// The largest data file that any limit allows.
        private static let mostDataBytes: Int64 = 1 << 30

        fileprivate func known(_ name: String) -> UInt32? {
            if case .known(let sums) = self { sums[name] } else { nil }
        }

        /// Whether to read a single file in a slot, where its name says nothing about its kind.
        fileprivate func includesSingleFile(size: Int64) -> Bool {
            guard case .like(let other) = self, let file = other.files.first else { return true }
            return file.checksum != nil && file.size == size
        }
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

    package func version(checksums: ContentVersion.Checksums) throws -> ContentVersion {
        let isRead = checksums.isRead
        return ContentVersion(
            try names().compactMap { name in
                try Interruption.check()
                guard let status = try status(of: name) else { return nil }
                return try version(
                    ofFile: name, status, isRead: isRead(name, status.size),
                    known: checksums.known(name))
            })
    }

    /// The version of a file with its checksum; nil if it does not exist.
    func version(ofFile name: String) throws -> ContentVersion.FileVersion? {
        try status(of: name).map { try version(ofFile: name, $0, isRead: true) }
    }

    private func version(
        ofFile name: String, _ status: FileStatus, isRead: Bool, known: UInt32? = nil
    ) throws -> ContentVersion.FileVersion {
        guard status.kind == .regular else { return .init(name: name, size: -1, checksum: nil) }
        let checksum = try known ?? (isRead ? file(named: name)?.checksum() : nil)
        return .init(name: name, size: status.size, checksum: checksum)
    }
}
