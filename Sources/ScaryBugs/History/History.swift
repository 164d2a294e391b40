/// The steps that the journal's lines form, and whether each is undone.
struct History {
    /// A change that the user made, and the lines that undid and redid it.
    struct Transaction {
        let record: JournalRecord
        /// The numbers of the lines that made it, undid it, redid it and so on.
        fileprivate(set) var makers: [Int]

        /// Whether the change is in effect.
        var isApplied: Bool { makers.count % 2 == 1 }
        /// Whether it was rolled back, because it failed or its group was not committed.
        var isRolledBack: Bool { makers.isEmpty }
    }

    /// Transactions that one undo or redo reverts together.
    struct Unit {
        /// The step, or the line of a running script.
        let step: JournalRecord.Step
        let command: String
        let transactions: [Int]
        /// The lines that made, undid or redid the transactions last, the newest first.
        let makers: [JournalRecord]
    }

    private(set) var transactions: [Transaction] = []
    private var positions: [Int: Int] = [:]
    private var records: [Int: JournalRecord] = [:]
    /// The writers of open groups, by the first transaction of the group.
    private(set) var openGroups: [Int: String] = [:]
    /// The writers of running scripts, by the step of the script.
    private(set) var openScripts: [Int: String] = [:]
    /// The last forgotten transaction. Slots up to its number can be removed.
    private(set) var forgotten = -1

    init(_ records: [JournalRecord]) {
        for record in records { add(record) }
    }

    /// All lines with changes, in no particular order.
    var allRecords: [JournalRecord] { Array(records.values) }

    func record(numbered number: Int) -> JournalRecord? { records[number] }

    private mutating func add(_ record: JournalRecord) {
        if !record.changes.isEmpty { records[record.number] = record }
        switch record.kind {
        case .change:
            positions[record.number] = transactions.count
            transactions.append(Transaction(record: record, makers: [record.number]))
            if record.script != nil, let step = record.step {
                openScripts[step.number] = record.writer
            }
        case .undo, .redo:
            for target in record.targets {
                if let position = positions[target] {
                    transactions[position].makers.append(record.number)
                }
            }
        case .rollback:
            let targets = Set(record.targets)
            for position in transactions.indices {
                while let last = transactions[position].makers.last, targets.contains(last) {
                    transactions[position].makers.removeLast()
                }
            }
            for target in targets { openGroups[target] = nil }
        case .commit: for target in record.targets { openGroups[target] = nil }
        case .end: if let step = record.step { openScripts[step.number] = nil }
        case .start: forgotten = record.targets.first ?? forgotten
        case .scan, .synced, .unsafe: break
        }
        if let group = record.group, record.kind != .commit, record.kind != .rollback {
            openGroups[group] = record.writer
        }
    }

    // MARK: Units

    /// The units that `undo` can revert, the newest first.
    ///
    /// - Parameter scope: the running lines of a script, within which each line is undone
    ///   separately; nil outside a script.
    func undoable(in scope: JournalRecord.Step?) -> [Unit] {
        units(of: transactions.filter(\.isApplied)) { transaction in
            guard let step = transaction.record.step else { return nil }
            guard let scope, step.number == scope.number else { return .init(number: step.number) }
            // The unit is the outermost line that differs from the running ones.
            let lines = transaction.record.group.flatMap { records[$0]?.step?.lines } ?? step.lines
            let shared = zip(lines, scope.lines).prefix { $0 == $1 }.count
            return .init(number: step.number, lines: Array(lines.prefix(shared + 1)))
        }
    }

    /// The units that `redo` can revert, the last undone one first.
    func redoable() -> [Unit] {
        let newest = transactions.last { !$0.isRolledBack }?.record.number ?? 0
        let undone = transactions.filter {
            !$0.isRolledBack && !$0.isApplied && ($0.makers.last ?? 0) > newest
        }
        return units(of: undone) { $0.makers.last.flatMap { records[$0]?.step } }
    }

    private func units(
        of transactions: [Transaction], by step: (Transaction) -> JournalRecord.Step?
    ) -> [Unit] {
        Dictionary(grouping: transactions, by: step).map { step, members in
            let makers = Set(members.compactMap(\.makers.last)).sorted(by: >)
            return Unit(
                step: step ?? .init(number: 0),
                command: members.first?.record.shownCommand ?? "",
                transactions: members.map(\.record.number),
                makers: makers.compactMap { records[$0] })
        }.sorted { ($0.makers.first?.number ?? 0) > ($1.makers.first?.number ?? 0) }
    }

    /// The writer of a unit whose script is still running or whose group is open; nil if the unit
    /// has ended.
    func openWriter(of unit: Unit) -> String? {
        unit.makers.lazy.compactMap { record in
            record.group.flatMap { openGroups[$0] }
                ?? record.step.flatMap { openScripts[$0.number] }
        }.first
    }

    /// The newest change of a document that is in effect, newer than the unit and not part of it.
    func laterChange(of number: Int, than unit: Unit) -> Transaction? {
        let first = unit.transactions.first ?? 0
        return transactions.last {
            $0.isApplied && $0.record.number > first
                && !unit.transactions.contains($0.record.number)
                && $0.record.changes.contains { $0.documents.contains { $0.number == number } }
        }
    }

    // MARK: Steps

    /// The steps, the oldest first.
    func steps() -> [Workspace.HistoryStep] {
        let kept = transactions.filter { !$0.isRolledBack }
        return Dictionary(grouping: kept) { $0.record.step?.number ?? 0 }
            .map { Workspace.HistoryStep(number: $0, $1, documents: documents(of: $1)) }
            .sorted { $0.number < $1.number }
    }

    /// The numbers that the documents of transactions have now, or had last.
    private func documents(of transactions: [Transaction]) -> [Int] {
        let makers = Set(transactions.compactMap(\.makers.last)).compactMap { records[$0] }
        return Set(makers.flatMap(\.changes).flatMap(\.documents).map(\.number)).sorted()
    }

    /// The steps of running scripts and open groups, with their writers.
    var openSteps: [Int: String] {
        openGroups.reduce(into: openScripts) { steps, group in
            if let step = records[group.key]?.step { steps[step.number] = group.value }
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

        init(number: Int, _ transactions: [History.Transaction], documents: [Int]) {
            self.number = number
            let first = transactions.first?.record
            date = Timestamp(secondsSince1970: first?.date ?? 0)
            command = first?.shownCommand ?? ""
            lineCount =
                first?.script == nil
                ? nil : Set(transactions.compactMap(\.record.step?.lines)).count
            self.documents = documents
            changeCount = transactions.reduce(0) { $0 + $1.record.changes.count }
            isUndone = !transactions.contains(where: \.isApplied)
        }
    }
}
