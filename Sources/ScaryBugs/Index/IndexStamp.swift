/// What tells that the files of a document are those that a row of the index was read from.
///
/// The times are those of the last change of anything about a file (ctime), which nobody can set. As
/// in git's index, a file that was changed just before it was read is not known for long: a change
/// within the same tick of the kernel's clock would give it the same time. Its row has no stamp, and
/// it is read again next time.
struct IndexStamp: Hashable, Sendable {
    /// What the database keeps.
    let value: Int64

    static let unknown = IndexStamp(value: 0)

    /// Seconds after which a change shows in the time, on any file system.
    static let granularity: Int64 = 2

    init(value: Int64) { self.value = value }

    /// - Parameters:
    ///   - directory: the document's directory.
    ///   - dataFile: its data file.
    init(directory: FileStatus, dataFile: FileStatus) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for status in [directory, dataFile] {
            for part in [
                status.identity.inode, UInt64(bitPattern: status.changed.seconds),
                UInt64(bitPattern: Int64(status.changed.nanoseconds)),
            ] {
                hash = (hash ^ part) &* 0x0000_0100_0000_01B3
                hash ^= hash >> 29
            }
        }
        value = hash == 0 ? 1 : Int64(bitPattern: hash)
    }

    /// The stamp for files that are read now; unknown where a change now might not show in another.
    init(directory: FileStatus, dataFile: FileStatus, now: FileTime) {
        let isSettled = [directory, dataFile].allSatisfy {
            $0.changed.seconds + Self.granularity < now.seconds
        }
        self = isSettled ? IndexStamp(directory: directory, dataFile: dataFile) : .unknown
    }
}
