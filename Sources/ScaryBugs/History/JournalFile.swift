/// The journal's file, for reading.
final class JournalFile: Sendable {
    let file: File
    private static let firstPiece: Int64 = 16 << 10
    private static let largestPiece: Int64 = 4 << 20
    /// The longest line in bytes. A deletion of a document with 100,000 files needs a tenth of it.
    static let longestLine = 32 << 20
    private let longestLine: Int

    init(_ file: consuming File, longestLine: Int = JournalFile.longestLine) {
        self.file = file
        self.longestLine = longestLine
    }

    func size() throws -> Int64 { try file.status().size }

    /// Calls `body` with the lines from the last to the first, until it returns false.
    ///
    /// - Parameter body: receives the line, both nil if it is damaged or incomplete, and the offset
    ///   after it.
    func forEachBackwards(
        _ body: (_ record: JournalRecord?, _ line: JournalLine?, _ end: Int64) throws -> Bool
    ) throws {
        var end = try size()
        var piece = Self.firstPiece
        /// The end of a line that begins in an earlier block.
        var rest: [UInt8] = []
        while end > 0, rest.count <= longestLine {
            let start = max(0, end - piece)
            let bytes = try file.bytes(at: start, count: Int(end - start)) + rest
            var lineEnd = bytes.count
            while lineEnd > 0 {
                let isEnded = bytes[lineEnd - 1] == JournalText.lineFeed
                let textEnd = isEnded ? lineEnd - 1 : lineEnd
                let feed = bytes[..<textEnd].lastIndex(of: JournalText.lineFeed)
                guard feed != nil || start == 0 else { break }
                let lineStart = feed.map { $0 + 1 } ?? 0
                let text = bytes[lineStart..<textEnd]
                let record = isEnded ? JournalRecord(line: text) : nil
                let line = record.map { JournalLine($0, text, at: start + Int64(lineStart)) }
                guard try body(record, line, start + Int64(lineEnd)) else { return }
                lineEnd = lineStart
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
        try forEachBackwards { record, _, end in
            found = record.map { ($0, end) }
            return found == nil
        }
        return found
    }

    /// The lines with these numbers, found from the end.
    func lines(numbered numbers: [Int]) throws -> [JournalLine] {
        var missing = Set(numbers)
        var lines: [JournalLine] = []
        try forEachBackwards { _, line, _ in
            if let line, missing.remove(line.number) != nil { lines.append(line) }
            return !missing.isEmpty
        }
        return lines
    }

    /// Calls `body` with all undamaged lines, the oldest first.
    ///
    /// - Parameter start: the offset of the first line.
    /// - Returns: whether all lines are undamaged, apart from an incomplete one at the end.
    @discardableResult
    func visit(
        from start: Int64 = 0, _ body: (JournalRecord, JournalLine) throws -> Void
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
            var lineStart = 0
            while let end = bytes[lineStart...].firstIndex(of: JournalText.lineFeed) {
                let line = bytes[lineStart..<end]
                if let record = JournalRecord(line: line) {
                    try body(record, JournalLine(record, line, at: first + Int64(lineStart)))
                } else {
                    isWhole = false
                }
                lineStart = end + 1
            }
            // The last part continues in the next block, or is an incomplete line.
            rest = Array(bytes[lineStart...])
            guard rest.count <= longestLine else { return false }
            try Interruption.check()
        }
        return isWhole
    }

    /// The steps that all undamaged lines form.
    func history() throws -> History {
        let history = History(of: self)
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
        try forEachBackwards { record, _, _ in
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
