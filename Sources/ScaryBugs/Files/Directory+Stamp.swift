import Glibc

extension Directory {
    /// Gives the directory a time that no change by others can give it.
    ///
    /// It is one of the precise clock. The kernel stamps changes with its coarse clock, so any change
    /// by others, however soon, shows in a different time. Where several processes do this, a lock
    /// must keep them apart.
    ///
    /// - Returns: what it is like then, with the time as the file system keeps it, which may be
    ///   coarser.
    func stamp() throws -> FileStatus {
        try setModified(.now)
        return try status()
    }
}

extension FileTime {
    /// The system's time, as precise as it has it.
    static var now: FileTime {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return FileTime(seconds: Int64(now.tv_sec), nanoseconds: Int32(now.tv_nsec))
    }
}
