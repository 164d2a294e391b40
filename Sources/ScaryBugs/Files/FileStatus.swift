import Glibc

/// The metadata of a file, read without opening it.
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case regular, directory, symbolicLink, other
    }

    public let kind: Kind
    /// The twelve permission bits that `chmod` sets.
    public let mode: UInt32
    /// Size in bytes.
    public let size: Int64
    /// Time of the last change of the contents.
    public let modified: FileTime
    /// Time of the last change of contents or metadata, which no program can set.
    public let changed: FileTime
    /// The number of hard links; for a directory, usually two plus the number of its
    /// subdirectories.
    public let links: UInt32
    /// Identifies the file on this system.
    public let identity: Identity

    public struct Identity: Hashable, Sendable {
        public let device: UInt64
        public let inode: UInt64
    }

    init(_ raw: stat) {
        switch raw.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        default: kind = .other
        }
        mode = UInt32(raw.st_mode & 0o7777)
        size = Int64(raw.st_size)
        modified = FileTime(
            seconds: Int64(raw.st_mtim.tv_sec), nanoseconds: Int32(raw.st_mtim.tv_nsec))
        changed = FileTime(
            seconds: Int64(raw.st_ctim.tv_sec), nanoseconds: Int32(raw.st_ctim.tv_nsec))
        links = UInt32(truncatingIfNeeded: raw.st_nlink)
        identity = Identity(device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino))
    }
}

/// A file's time: seconds since 1970-01-01 UTC, plus nanoseconds.
public struct FileTime: Hashable, Sendable {
    public let seconds: Int64
    public let nanoseconds: Int32

    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}
