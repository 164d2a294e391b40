import Glibc

extension Directory {
    /// Sets the directory's modification time to a value that no later change by others can
    /// produce.
    ///
    /// The value comes from the precise clock. The kernel stamps changes with its coarse clock, so
    /// every change by others, however soon, sets a different time. If several processes do this, a
    /// lock must keep them apart.
    ///
    /// - Returns: the status afterwards. Its time has the file system's precision, which may be
    ///   coarser.
    package func stamp() throws -> FileStatus {
        try setModified(.now)
        return try status()
    }
}

extension FileTime {
    /// The system's time with full precision.
    package static var now: FileTime {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return FileTime(seconds: Int64(now.tv_sec), nanoseconds: Int32(now.tv_nsec))
    }
}
