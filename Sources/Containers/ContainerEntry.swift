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
    /// CRC-32 of the bytes, verified while they are read; nil if the container stores none.
    package let checksum: UInt32?

    let source: Source
    let checks: EntryChecks

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
            throw name.error(
                .damaged, "has \(count.grouped) bytes and declares \((size ?? 0).grouped)")
        }
        return count
    }
}
