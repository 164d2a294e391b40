import Glibc

/// The highest number in use, known without reading the directory for each new document.
///
/// Under the workspace's lock a process gives the directory a time of the precise clock whenever it
/// has read or changed it. The kernel stamps changes with its coarse clock, so any change by others,
/// however soon, shows in a different time, and the directory is then read again.
struct NumberSequence {
    private var known: (highest: Int, time: FileTime)?

    /// The highest number in use; 0 if there is no document.
    mutating func highest(in documents: Directory) throws -> Int {
        if let known, try known.time == documents.status().modified { return known.highest }
        // The time before the names: what changes in between shows next time.
        let time = try stamp(documents)
        let highest =
            try documents.names().lazy.compactMap {
                DocumentName(directoryName: $0)?.number
            }.max() ?? 0
        known = (highest, time)
        return highest
    }

    /// The number for a new document.
    static func next(after highest: Int) throws -> Int {
        guard DocumentName.numbers.contains(highest + 1) else {
            throw ScaryBugsError(
                .limitExceeded, "the number \(highest) is in use and there is none above it")
        }
        return highest + 1
    }

    /// Notes one's own change, which left `highest` as the highest number; nil if that is to be
    /// found out.
    mutating func didChange(_ documents: Directory, highest: Int?) throws {
        known = try highest.map { ($0, try stamp(documents)) }
    }

    /// Gives the directory a time that no change by others can give it.
    ///
    /// - Returns: the time as the file system keeps it, which may be coarser.
    private func stamp(_ documents: Directory) throws -> FileTime {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        try documents.setModified(
            FileTime(seconds: Int64(now.tv_sec), nanoseconds: Int32(now.tv_nsec)))
        return try documents.status().modified
    }
}
