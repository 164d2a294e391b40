import CArchive
import Glibc
import SystemFiles

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
    init(size: Int64, modified: FileTime?, isDirectory: Bool) {
        (name, isEncrypted) = ([], false)
        (self.size, self.modified) = (size, modified)
        kind = isDirectory ? .directory : .regular
    }

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
