/// The steps of the history.
extension History {
    /// The steps, the oldest first.
    func steps() throws -> [Workspace.HistoryStep] {
        try positionsOfSteps.compactMap { number, positions in
            let kept = positions.map { transactions[$0] }.filter { !$0.isRolledBack }
            guard !kept.isEmpty else { return nil }
            return Workspace.HistoryStep(
                number: number, of: kept.lazy.compactMap { self.record(numbered: $0.number) },
                documents: try documents(of: kept), isUndone: !kept.contains(where: \.isApplied))
        }.sorted { $0.number < $1.number }
    }

    /// The numbers that the documents of transactions have now, or had last.
    private func documents(of transactions: [Transaction]) throws -> [Int] {
        var numbers: Set<Int> = []
        for maker in Set(transactions.map(\.maker)) {
            let changes = try record(numbered: maker)?.changes() ?? []
            numbers.formUnion(changes.flatMap(\.documents).map(\.number))
        }
        return numbers.sorted()
    }

    /// The steps of running scripts and open groups, with their writers.
    var openSteps: [Int: String] {
        openGroups.reduce(into: openScripts) { steps, group in
            if let step = record(numbered: group.key)?.step { steps[step.number] = group.value }
        }
    }

    /// A line at which all steps so far have ended, so that all lines up to it can be forgotten.
    struct StepEnd {
        let number: Int
        /// The newest step so far.
        let step: Int
        let heldBytes: Int64
    }

    /// - Parameter open: the steps that have not ended.
    static func stepEnds(of records: [JournalRecord], open: Set<Int>) -> [StepEnd] {
        var steps: [Int: Int] = [:]
        var lastLines: [Int: Int] = [:]
        for record in records where record.kind != .synced {
            var own = Set(record.targets.compactMap { steps[$0] })
            if let step = record.step?.number { own.insert(step) }
            steps[record.number] = own.max()
            for step in own { lastLines[step] = open.contains(step) ? .max : record.number }
        }
        var ends: [StepEnd] = []
        var (last, newest) = (0, 0)
        for record in records {
            guard let step = steps[record.number] else { continue }
            (last, newest) = (max(last, lastLines[step] ?? 0), max(newest, step))
            guard last == record.number else { continue }
            ends.append(
                StepEnd(number: last, step: newest, heldBytes: record.state.heldBytes))
        }
        return ends
    }
}

extension JournalRecord {
    /// The text that the history shows: the script's name, or the command.
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
            number: Int, of records: some Sequence<JournalRecord>, documents: [Int],
            isUndone: Bool
        ) {
            self.number = number
            let first = records.first { _ in true }
            date = Timestamp(secondsSince1970: first?.date ?? 0)
            command = first?.shownCommand ?? ""
            lineCount =
                first?.script == nil
                ? nil : records.reduce(into: Set()) { $0.insert($1.step?.lines ?? []) }.count
            self.documents = documents
            changeCount = records.reduce(0) { $0 + $1.changeCount }
            self.isUndone = isUndone
        }
    }
}
