/// The highest number in use, known without reading the directory for each new document, as long as
/// the directory has the time that it was given (see ``Directory/stamp()``).
struct NumberSequence {
    /// The highest number in use, and the time that the directory has as long as it is that.
    struct Known: Sendable {
        let number: Int
        let time: FileTime
    }

    private(set) var known: Known?

    /// The highest number in use, 0 if there is no document; and what the directory is like with
    /// which that is known.
    ///
    /// - Parameter indexed: what the index says, if it has that time.
    mutating func highest(
        in documents: Directory, indexed: (FileTime) throws -> Int?
    ) throws -> (number: Int, directory: FileStatus) {
        let present = try documents.status()
        try learn(at: present.modified, indexed: indexed)
        if let known { return (known.number, present) }
        // The time before the names: what changes in between shows next time.
        let stamped = try documents.stamp()
        let highest =
            try documents.names().lazy.compactMap {
                DocumentName(directoryName: $0)?.number
            }.max() ?? 0
        known = Known(number: highest, time: stamped.modified)
        return (highest, stamped)
    }

    /// Takes over what the index says of the present time, where that costs no look at the names.
    mutating func learn(at time: FileTime, indexed: (FileTime) throws -> Int?) throws {
        if known?.time != time { known = try indexed(time).map { Known(number: $0, time: time) } }
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
    ///
    /// - Parameters:
    ///   - before: the directory as it was before the change.
    ///   - added: how many documents there are more.
    /// - Returns: the time; nil where others changed something meanwhile, which it would hide, and
    ///   where it cannot be set: the change is done, and has given the directory a time by itself.
    mutating func didChange(
        _ documents: Directory, since before: FileStatus, adding added: Int, highest: Int?
    ) -> FileTime? {
        note(try? documents.stamp(), since: before, adding: added, highest: highest)
    }

    /// Gives the directory a new time, for a change inside a document, which leaves the numbers.
    mutating func willChangeInside(
        _ documents: Directory, since before: FileStatus
    ) throws -> FileTime? {
        let highest = known?.time == before.modified ? known?.number : nil
        return try note(documents.stamp(), since: before, adding: 0, highest: highest)
    }

    private mutating func note(
        _ after: FileStatus?, since before: FileStatus, adding added: Int, highest: Int?
    ) -> FileTime? {
        let time = after.flatMap { before.mayHaveGained(added, by: $0) ? $0.modified : nil }
        known = time.flatMap { time in highest.map { Known(number: $0, time: time) } }
        return time
    }
}

extension FileStatus {
    /// Whether a directory may have got so many directories more, and no others: most file systems
    /// count them as its links, ext4 up to 64,999.
    fileprivate func mayHaveGained(_ count: Int, by later: FileStatus) -> Bool {
        links < 2 || later.links < 2 || Int(later.links) == Int(links) + count
    }
}
