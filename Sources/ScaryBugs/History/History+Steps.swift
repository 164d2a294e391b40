/// The steps of the history.
extension History {
    /// The steps in the order of their last changes, the oldest first.
    func steps() throws -> [Workspace.HistoryStep] {
        try positionsOfSteps.sorted { $0.value.last ?? 0 < $1.value.last ?? 0 }.compactMap {
            number, positions in
            // A step may have a million transactions, so nothing is copied for each of them.
            let kept = positions.lazy.map { self.transactions[$0] }.filter { !$0.isRolledBack }
            guard let first = kept.first else { return nil }
            var (scriptLines, lastLine, changes) = (0, Int32?.none, 0)
            for transaction in kept {
                if transaction.scriptLine != lastLine { scriptLines += 1 }
                lastLine = transaction.scriptLine
                changes += line(numbered: transaction.number)?.changeCount ?? 0
            }
            return Workspace.HistoryStep(
                number: number, try record(numbered: first.number), scriptLines: scriptLines,
                documents: try documents(ofMakers: kept.lazy.map(\.maker)), changes: changes,
                isUndone: !kept.contains(where: \.isApplied))
        }
    }

    /// The newest step that is more than a group that was rolled back.
    var newestStep: Int? {
        positionsOfSteps.filter { !$0.value.allSatisfy { transactions[$0].isRolledBack } }.keys
            .max()
    }

    /// The numbers that the documents of lines have now, or had last.
    private func documents(ofMakers makers: some Sequence<Int>) throws -> [Int] {
        var numbers: Set<Int32> = []
        var last: Int?
        // The transactions of one undo follow each other.
        for maker in makers where maker != last {
            last = maker
            let changes = try line(numbered: maker).map { try file.changes(of: $0) } ?? []
            for name in changes.flatMap(\.documents) {
                numbers.insert(Int32(clamping: name.number))
            }
        }
        return numbers.map(Int.init).sorted()
    }

    /// The steps of running scripts and open groups, with their writers.
    var openSteps: [Int: String] {
        openGroups.reduce(into: openScripts) { steps, group in
            if let step = line(numbered: group.key)?.step { steps[step] = group.value }
        }
    }

    /// A line at which all steps so far have ended, so that all lines up to it can be forgotten.
    struct StepEnd {
        let number: Int
        /// The newest step so far.
        let step: Int
        /// The bytes that the lines hold in slots.
        let heldBytes: Int64
    }

    /// - Parameter open: the steps that have not ended.
    static func stepEnds(in file: JournalFile, open: Set<Int>) throws -> [StepEnd] {
        /// The lines that belong to steps.
        var lines: [StepEnd] = []
        var lastLines: [Int: Int] = [:]
        var start: Int64?
        try file.visit { record, _ in
            let held = record.state.heldBytes
            let heldBefore = start ?? held
            start = heldBefore
            guard record.kind != .synced else { return }
            var own = Set(
                record.targets.compactMap { target in
                    lines.index(of: target, by: \.number).map { lines[$0].step }
                })
            if let step = record.step?.number { own.insert(step) }
            for step in own { lastLines[step] = open.contains(step) ? .max : record.number }
            guard let step = own.max() else { return }
            lines.append(
                StepEnd(number: record.number, step: step, heldBytes: held - heldBefore))
        }
        var (last, newest) = (0, 0)
        return lines.compactMap { line in
            (last, newest) = (max(last, lastLines[line.step] ?? 0), max(newest, line.step))
            guard last == line.number else { return nil }
            return StepEnd(number: last, step: newest, heldBytes: line.heldBytes)
        }
    }
}

extension JournalRecord {
    var shownCommand: String { script ?? command }
}

extension Workspace {
    /// A change that the user made at once, which `undo` reverts as a whole.
    public struct HistoryStep: Sendable {
        /// The number that `history` shows.
        public let number: Int
        /// The time of its first change.
        public let date: Timestamp
        /// The command as the user typed it, or the name of the script.
        public let command: String
        /// The number of script lines that changed something; nil if the step is not a script.
        public let lineCount: Int?
        /// The numbers of the documents that it changed.
        public let documents: [Int]
        /// The number of its changes.
        public let changeCount: Int
        /// Whether it is undone, so that `redo` makes it again.
        public let isUndone: Bool

        init(
            number: Int, _ first: JournalRecord?, scriptLines: Int, documents: [Int],
            changes: Int, isUndone: Bool
        ) {
            self.number = number
            date = Timestamp(secondsSince1970: first?.date ?? 0)
            command = first?.shownCommand ?? ""
            lineCount = first?.script == nil ? nil : scriptLines
            self.documents = documents
            changeCount = changes
            self.isUndone = isUndone
        }
    }
}
