import CLinux

/// Tells from a directory's size whether it can have several entries, on a file system where the size
/// depends on nothing else.
package struct EntryCount: Sendable {
    private let device: UInt64

    /// tmpfs counts 20 bytes for each entry, `.` and `..` included.
    private static let sizeWithOne: Int64 = 60

    /// Returns nil if the file system of a directory has other sizes.
    package init?(of directory: Directory) throws {
        guard clinux_file_system(directory.raw) == CLINUX_TMPFS_MAGIC else { return nil }
        device = try directory.status().identity.device
    }

    /// Whether a file with this status is a directory with one entry at most.
    package func isAtMostOne(in status: FileStatus) -> Bool {
        status.kind == .directory && status.identity.device == device
            && status.size <= Self.sizeWithOne
    }
}
