/// The journal's file, for reading.
final class JournalFile: Sendable {
    let file: File
    private static let firstPiece: Int64 = 16 << 10
    private static let largestPiece: Int64 = 4 << 20

    init(_ file: consuming File) {
        self.file = file
    }

    func size() throws -> Int64 { try file.status().size }

    /// Calls `body` with the lines from the last to the first, until it returns false.
    ///
    /// - Parameter body: receives the line, or nil if it is damaged or incomplete, and the offset
    ///   after it.
    func forEachBackwards(
        _ body: (_ record: JournalRecord?, _ end: Int64) throws -> Bool
    ) throws {
        var end = try size()
        var piece = Self.firstPiece
        /// The end of a line that begins in an earlier block.
        var rest: [UInt8] = []
        while end > 0 {
            let start = max(0, end - piece)
            let bytes = try file.bytes(at: start, count: Int(end - start)) + rest
            var lineEnd = bytes.count
            while lineEnd > 0 {
                let isEnded = bytes[lineEnd - 1] == JournalText.lineFeed
                let textEnd = isEnded ? lineEnd - 1 : lineEnd
                let feed = bytes[..<textEnd].lastIndex(of: JournalText.lineFeed)
                guard feed != nil || start == 0 else { break }
                let line = bytes[(feed.map { $0 + 1 } ?? 0)..<textEnd]
                let record = isEnded ? JournalRecord(line: line) : nil
                guard try body(record, start + Int64(lineEnd)) else { return }
                lineEnd = feed.map { $0 + 1 } ?? 0
            }
            rest = Array(bytes[..<lineEnd])
            end = start
            piece = min(piece * 4, Self.largestPiece)
            try Interruption.check()
        }
    }

    /// The last undamaged line, and the offset after it; nil if there is none.
    func last() throws -> (record: JournalRecord, end: Int64)? {
        var found: (record: JournalRecord, end: Int64)?
        try forEachBackwards { record, end in
            found = record.map { ($0, end) }
            return found == nil
        }
        return found
    }

    /// Calls `body` with all undamaged lines.
    ///
    /// - Parameters:
    ///   - start: the offset of the first line.
    ///   - keepsChanges: false to leave the changes in the file until somebody asks for them.
    /// - Returns: whether all lines are undamaged, apart from an incomplete one at the end.
    @discardableResult
    func visit(
        from start: Int64 = 0, keepsChanges: Bool = false,
        _ body: (JournalRecord) throws -> Void
    ) throws -> Bool {
        let size = try size()
        var isWhole = true
        var start = start
        var rest: [UInt8] = []
        while start < size {
            let count = min(size - start, Self.largestPiece)
            let first = start - Int64(rest.count)
            let bytes = try rest + file.bytes(at: start, count: Int(count))
            start += count
            var lines = bytes.split(
                separator: JournalText.lineFeed, omittingEmptySubsequences: false)
            // The last part continues in the next block, or is an incomplete line.
            rest = lines.popLast().map { Array($0) } ?? []
            for line in lines {
                if var record = JournalRecord(line: line) {
                    if !keepsChanges { record.leaveChanges(in: self, of: first) }
                    try body(record)
                } else {
                    isWhole = false
                }
            }
            try Interruption.check()
        }
        return isWhole
    }

    /// All undamaged lines, the oldest first.
    func records() throws -> [JournalRecord] {
        var records: [JournalRecord] = []
        try visit(keepsChanges: true) { records.append($0) }
        return records
    }

    /// The steps that all undamaged lines form.
    func history() throws -> History {
        let history = History()
        try visit(history.add)
        return history
    }

    /// The documents that transactions changed between two modification times of the documents'
    /// directory.
    ///
    /// - Returns: nil if the lines form no chain from one time to the other, because another
    ///   program changed something in between, or the lines were forgotten.
    func documentsChanged(from start: FileTime, to end: FileTime) throws -> Set<DocumentName>? {
        if start == end { return [] }
        var names: Set<DocumentName> = []
        var next: FileTime? = end
        var isComplete = false
        try forEachBackwards { record, _ in
            guard let record, record.state.time == next else { return false }
            guard let begin = record.startTime else { return record.kind != .start }
            for change in try record.changes() { names.formUnion(change.documents) }
            // The journal has no changes that other programs made before a scan.
            if record.kind == .scan { return false }
            next = begin
            isComplete = begin == start
            return !isComplete
        }
        return isComplete ? names : nil
    }
}
