/// The highest number in use, known without reading the directory for each new document, as long as
/// the directory has the time that it was given (see ``Directory/stamp()``).
struct NumberSequence {
    private var known: (highest: Int, time: FileTime)?

    /// The highest number in use, and the time of the directory with which it is known; 0 if there
    /// is no document.
    ///
    /// - Parameter indexed: what the index says, if it has that time.
    mutating func highest(
        in documents: Directory, indexed: (FileTime) throws -> Int?
    ) throws -> (number: Int, time: FileTime) {
        let present = try documents.status().modified
        if let known, known.time == present { return (known.highest, present) }
        if let highest = try indexed(present) {
            known = (highest, present)
            return (highest, present)
        }
        // The time before the names: what changes in between shows next time.
        let time = try documents.stamp()
        let highest =
            try documents.names().lazy.compactMap {
                DocumentName(directoryName: $0)?.number
            }.max() ?? 0
        known = (highest, time)
        return (highest, time)
    }

    /// The number for a new document.
    static func next(after highest: Int) throws -> Int {
        guard DocumentName.numbers.contains(highest + 1) else {
            throw ScaryBugsError(
                .limitExceeded, "the number \(highest) is in use and there is none above it")
        }
        return highest + 1
    }

    /// Gives the directory a new time, for one's own change, which left `highest` as the highest
    /// number; nil if that is to be found out.
    mutating func didChange(_ documents: Directory, highest: Int?) throws -> FileTime {
        let time = try documents.stamp()
        known = highest.map { ($0, time) }
        return time
    }

    /// Gives the directory a new time, for a change inside a document, which leaves the numbers.
    mutating func willChangeInside(_ documents: Directory, at before: FileTime) throws -> FileTime {
        let highest = known?.time == before ? known?.highest : nil
        return try didChange(documents, highest: highest)
    }
}
