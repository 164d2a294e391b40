/// The history of version 0.1.0, a text journal, which this version does not read.
struct OldHistory {
    private let directory: Directory
    private let workspace: Directory

    /// - Returns: nil if the workspace has none.
    init?(in workspace: Directory) throws {
        let found = try ifIntact { try workspace.directory(named: HistoryStore.directoryName) }
        guard let directory = found, try directory.status(of: Self.journalName) != nil,
            try directory.status(of: HistoryStore.fileName) == nil
        else {
            return nil
        }
        (self.directory, self.workspace) = (directory, workspace)
    }

    private static let journalName = "journal"
    /// The bytes at the end of the journal in which the last changes are looked for.
    private static let lastBytes: Int64 = 1 << 20

    /// Throws an error if a command of that version died in the middle of a change, which only that version
    /// could complete.
    func checkIsFinished() throws {
        let dead = try unfinished().map(\.name)
        guard !dead.isEmpty else { return }
        let numbers = NumberRanges(try documents(changedBy: dead))
        let what = numbers.count == 0 ? "something" : "document \(numbers)"
        throw ScaryBugsError(
            .busy,
            "a command of an older version ended while it changed \(what), which may be half changed in "
                + "\(workspace.path); look at it, and then run 'check --repair'")
    }

    /// The staging directories of dead processes with changes that they had not finished.
    func unfinished() throws -> [Staging.Abandoned] {
        try Staging.abandoned(in: workspace).filter { abandoned in
            try !abandoned.directory.names {
                $0 == "group" || $0.hasPrefix("unsynced-") || $0.hasPrefix("added-")
            }.isEmpty
        }
    }

    /// The numbers of documents in the last lines of some processes. A line has its writer in the fourth
    /// field, and from the ninth on its changes, each of which begins with `2.scarybug`.
    private func documents(changedBy writers: [String]) throws -> [Int] {
        guard let file = try directory.file(named: Self.journalName) else { return [] }
        let size = try file.status().size
        let start = max(0, size - Self.lastBytes)
        let bytes = try file.bytes(at: start, count: Int(size - start))
        return bytes.split(separator: UInt8(ascii: "\n")).flatMap { line -> [Int] in
            let fields = line.split(
                separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard fields.count > 9, writers.contains(String(decoding: fields[3], as: UTF8.self))
            else { return [] }
            return fields[8..<(fields.count - 1)].compactMap {
                Int(asciiDigits: $0.prefix(while: \.isASCIIDigit))
            }
        }
    }
}
