import CArchive
import Glibc
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

package struct ContainerLimits: Sendable {
    package let entries: Limit
    /// Bytes of all files together, after decompression.
    package let bytes: Limit
    /// The room that this container has in common with others; nil for none.
    package let room: UnpackingRoom?

    package init(entries: Limit, bytes: Limit, room: UnpackingRoom? = nil) {
        (self.entries, self.bytes, self.room) = (entries, bytes, room)
    }

    /// The most bytes that a compressed container may have after decompression. They include the
    /// headers, several for each entry, and the blocks at the end.
    var unpackedBytes: Int64 { bytes.value + (entries.value + 16) * 8_192 }

    var tooManyEntries: ScaryBugsError {
        entries.exceeded("more than \(entries.value.grouped) entries")
    }

    var tooManyBytes: ScaryBugsError {
        bytes.exceeded("unpacks to more than \(ByteCount(bytes.value))")
    }
}

/// The metadata of an archive entry, which libarchive reads before the entry's bytes.
struct ArchiveHeader {
    /// The name's bytes as libarchive returns them, in no guaranteed encoding.
    let name: [UInt8]
    let kind: Kind
    /// Declared size in bytes; nil if the archive declares none.
    let size: Int64?
    let modified: FileTime?
    let isEncrypted: Bool

    enum Kind: Equatable {
        case regular, directory
        /// Any other file type. The string is its description for messages.
        case other(String)
    }
}

extension ArchiveHeader {
    /// Reads the metadata from a libarchive entry.
    init(_ entry: OpaquePointer) {
        name =
            archive_entry_pathname(entry).map {
                Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
            } ?? []
        if archive_entry_hardlink(entry) != nil {
            kind = .other("a hard link")
        } else if archive_entry_symlink(entry) != nil {
            kind = .other("a symbolic link")
        } else {
            kind = Kind(mode: archive_entry_filetype(entry)) ?? .other("of no kind")
        }
        size = archive_entry_size_is_set(entry) == 0 ? nil : archive_entry_size(entry)
        modified =
            archive_entry_mtime_is_set(entry) == 0
            ? nil
            : Self.sane(
                seconds: Int64(archive_entry_mtime(entry)),
                nanoseconds: Int(archive_entry_mtime_nsec(entry)))
        isEncrypted = archive_entry_is_encrypted(entry) != 0
    }

    /// Clamps a time to 1901 through 2106, the range that both file systems and bundles can store.
    private static func sane(seconds: Int64, nanoseconds: Int) -> FileTime {
        FileTime(
            seconds: min(max(seconds, Int64(Int32.min)), Int64(UInt32.max)),
            nanoseconds: Int32(min(max(nanoseconds, 0), 999_999_999)))
    }
}

extension ArchiveHeader.Kind {
    /// Reads the file type from a Unix mode; nil if the mode has no type bits.
    init?(mode: UInt32) {
        switch mode & S_IFMT {
        case 0: return nil
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .other("a symbolic link")
        case S_IFCHR, S_IFBLK: self = .other("a device")
        case S_IFIFO: self = .other("a FIFO")
        case S_IFSOCK: self = .other("a socket")
        default: self = .other("of an unknown kind")
        }
    }
}

/// A UTF-8 locale for the calling thread.
///
/// libarchive uses the locale's encoding for names. In the `C` locale it warns about every name
/// that isn't ASCII, and omits ZIP's UTF-8 flag. Regular expressions of POSIX take each byte for a
/// character there. `setlocale` would change the locale of the whole process.
package enum UTF8Locale {
    private nonisolated(unsafe) static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    /// Runs `body` in the locale. If the system has no UTF-8 locale, the thread's own locale
    /// applies.
    package static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let locale else { return try body() }
        let previous = uselocale(locale)
        defer { _ = uselocale(previous) }
        return try body()
    }
}
