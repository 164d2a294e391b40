import Glibc

/// The metadata of a file, read without opening it.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case regular, directory, symbolicLink, other
    }

    package let kind: Kind
    /// The twelve permission bits that `chmod` sets.
    package let mode: UInt32
    /// Size in bytes.
    package let size: Int64
    /// Time of the last change of the contents.
    package let modified: FileTime
    /// Time of the last change of contents or metadata, which no program can set.
    package let changed: FileTime
    /// The number of hard links; for a directory, usually two plus the number of its
    /// subdirectories.
    package let links: UInt32
    /// The number of the user who owns it.
    package let owner: UInt32
    /// The bytes that it takes on the disk, without what the file system reserves behind its end. XFS does
    /// that for a file that grows.
    package let diskBytes: Int64
    /// Identifies the file on this system.
    package let identity: Identity

    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let inode: UInt64

        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
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
        owner = raw.st_uid
        let allocated = Int64(raw.st_blocks) * 512
        diskBytes = kind == .regular ? min(allocated, (size + 4_095) / 4_096 * 4_096) : allocated
        identity = Identity(device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino))
    }
}

extension FileStatus {
    /// Whether no other user can change it.
    package var isOnlyOurs: Bool { owner == geteuid() && mode & 0o022 == 0 }
}

/// A file's time: seconds since 1970-01-01 UTC, plus nanoseconds.
package struct FileTime: Hashable, Sendable {
    package let seconds: Int64
    package let nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

extension FileTime {
    /// The seconds from another time to this one.
    package func seconds(since other: FileTime) -> Double {
        Double(seconds) - Double(other.seconds) + Double(nanoseconds - other.nanoseconds) / 1e9
    }

    /// Whether it may come from a file system that keeps whole milliseconds, seconds or pairs of
    /// seconds, as FAT and old forms of ext do.
    package var isCoarse: Bool { nanoseconds % 1_000_000 == 0 }

    /// The system's time with full precision.
    package static var now: FileTime {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return FileTime(seconds: Int64(now.tv_sec), nanoseconds: Int32(now.tv_nsec))
    }
}
