package import SystemFiles

/// A file or directory in a container, which has passed the checks.
package struct ContainerEntry {
    /// Passes an entry's bytes to a closure in pieces, each valid until the closure returns.
    typealias Source = ((UnsafeRawBufferPointer) throws -> Void) throws -> Void

    package let name: EntryName
    package let isDirectory: Bool
    /// Declared size in bytes; nil if the container declares none.
    package let size: Int64?
    package let modified: FileTime?
    /// CRC-32 of the bytes, which ``read(_:)`` verifies; nil if the container stores none.
    package let checksum: UInt32?

    fileprivate let source: Source
    fileprivate let checks: EntryChecks

    /// Passes the bytes to `body` in pieces, each valid until it returns.
    ///
    /// - Returns: the number of bytes.
    @discardableResult
    package func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Int64 {
        var count: Int64 = 0
        try source { bytes in
            try checks.count(bytes)
            count += Int64(bytes.count)
            try body(bytes)
        }
        guard count == size ?? count else {
            throw ScaryBugsError(
                .damaged, "entry \(name.quoted) has \(count) bytes and declares \(size ?? 0)")
        }
        return count
    }
}

/// The rules for all entries of a container.
final class EntryChecks {
    let limits: ContainerLimits
    private let body: (ContainerEntry) throws -> Void
    private var entryCount: Int64 = 0
    private var bytesLeft: Int64
    private var seen: [String: EntryName] = [:]

    init(limits: ContainerLimits, _ body: @escaping (ContainerEntry) throws -> Void) {
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

    fileprivate func count(_ bytes: UnsafeRawBufferPointer) throws {
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
            throw ScaryBugsError(
                .damaged, "entry \(name.quoted) is called both a file and a directory")
        }
        guard header.size ?? 0 <= bytesLeft else { throw limits.tooManyBytes }
    }

    private func checkEmpty(_ name: EntryName, _ source: ContainerEntry.Source) throws {
        try source { bytes in
            guard bytes.isEmpty else {
                throw ScaryBugsError(
                    .damaged, "entry \(name.quoted) is a directory with contents")
            }
        }
    }
}
