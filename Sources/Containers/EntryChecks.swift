import SystemFiles

package final class EntryChecks {
    let limits: ContainerLimits
    private let body: (ContainerEntry) throws -> Void
    private var entryCount: Int64 = 0
    private var bytesLeft: Int64
    private var seen: [String: EntryName] = [:]

    package init(limits: ContainerLimits, _ body: @escaping (ContainerEntry) throws -> Void) {
        self.limits = limits
        self.body = body
        bytesLeft = limits.bytes.value
    }

    /// Checks an entry, and passes it on.
    ///
    /// - Parameter checksum: CRC-32 of the bytes, which `source` verifies.
    func pass(
        _ name: EntryName, _ header: ArchiveHeader, checksum: UInt32? = nil,
        from source: @escaping ContainerEntry.Source
    ) throws {
        try count(name)
        try checkKind(name, header)
        let isDirectory = header.kind == .directory
        if isDirectory { try checkEmpty(name, source) }
        try body(
            ContainerEntry(
                name: name, isDirectory: isDirectory, size: header.size,
                modified: header.modified, checksum: checksum, source: source, checks: self))
    }

    func count(_ bytes: UnsafeRawBufferPointer) throws {
        guard Int64(bytes.count) <= bytesLeft else { throw limits.tooManyBytes }
        bytesLeft -= Int64(bytes.count)
    }

    private func count(_ name: EntryName) throws {
        entryCount += 1
        guard entryCount <= limits.entries.value else { throw limits.tooManyEntries }
        if let other = seen.updateValue(name, forKey: name.collisionKey) {
            throw ScaryBugsError(.refused, other.collision(with: name))
        }
    }

    private func checkKind(_ name: EntryName, _ header: ArchiveHeader) throws {
        if case .other(let what) = header.kind { throw name.forbidden(what) }
        if header.isEncrypted { throw name.encrypted }
        guard header.kind == .directory || !name.endsInSlash else {
            throw name.error(.damaged, "is called both a file and a directory")
        }
        guard header.size ?? 0 <= bytesLeft else { throw limits.tooManyBytes }
    }

    private func checkEmpty(_ name: EntryName, _ source: ContainerEntry.Source) throws {
        try source { bytes in
            guard bytes.isEmpty else { throw name.fullDirectory }
        }
    }
}
