/// The steps that the journal's lines form, and whether each is undone.
///
/// It grows with the journal, so that each undo of a long script costs as much as what it reverts.
/// In memory it keeps what it compares. The rest stays in the journal's file.
final class History {
    /// A change that the user made.
    struct Transaction {
        /// The number of its line.
        let number: Int
        /// How many lines of its script changed something so far.
        let scriptLine: Int32
        /// Whether it was rolled back, because it failed or its group was not committed.
        fileprivate(set) var isRolledBack = false
        /// The numbers of the lines that undid it, redid it and so on.
        fileprivate(set) var reverters: [Int] = []

        var isApplied: Bool { !isRolledBack && reverters.count.isMultiple(of: 2) }
        /// The number of the line that made, undid or redid it last.
        var maker: Int { reverters.last ?? number }
    }

    /// A line that undid or redid transactions.
    struct Reversion {
        let step: JournalRecord.Step?
        let targets: [Int]
    }

    /// The journal, from which lines are read again. It stays readable after its replacement.
    let file: JournalFile
    /// All lines with changes.
    private(set) var lines: [JournalLine] = []
    private(set) var transactions: [Transaction] = []
    /// The positions of each step's transactions in ascending order, by the step's number.
    private(set) var positionsOfSteps: [Int: [Int]] = [:]
    private(set) var reversions: [Int: Reversion] = [:]
    /// The makers of transactions in effect, and of undone ones.
    private(set) var appliedMakers = MakerList()
    private(set) var undoneMakers = MakerList()
    /// The writers of open groups, by the first transaction of the group.
    private(set) var openGroups: [Int: String] = [:]
    /// The writers of running scripts, by the step of the script.
    private(set) var openScripts: [Int: String] = [:]
    /// The last forgotten transaction. Slots up to its number can be removed.
    private(set) var forgotten = -1
    /// The newest line of each script.
    private var scriptLines: [Int: (lines: [Int], count: Int32)] = [:]
    private var lastNumber = Int.min

    init(of file: JournalFile) {
        self.file = file
        // An array that grows leaves its earlier places behind. Unused room takes no memory.
        let most = min(Int((try? file.size()) ?? 0) / Self.usualLineBytes, Self.mostReserved)
        lines.reserveCapacity(most)
        transactions.reserveCapacity(most)
    }

    /// The bytes of a line with one change, and the most lines to reserve memory for.
    private static let (usualLineBytes, mostReserved) = (300, 1_000_000)

    // MARK: Lines

    /// The place of a transaction's line, or of a line that undid or redid something.
    func line(numbered number: Int) -> JournalLine? {
        lines.index(of: number, by: \.number).map { lines[$0] }
    }

    func record(numbered number: Int) throws -> JournalRecord? {
        try line(numbered: number).map { try file.record(of: $0) }
    }

    /// The names of the slots that lines fill or empty.
    ///
    /// - Parameter number: leaves out the lines up to this number.
    func slotNames(after number: Int = .min) throws -> SlotNames {
        try lines[lines.firstIndex(after: number, by: \.number)...].reduce(into: SlotNames()) {
            names, line in
            for name in try RecordedChanges.stored(file, line).slotNames() { names.insert(name) }
        }
    }

    // MARK: Adding

    func add(_ record: JournalRecord, _ line: JournalLine) {
        // Searches rely on ascending numbers, and every program that writes lines counts them.
        guard record.number > lastNumber else { return }
        lastNumber = record.number
        if line.changeCount > 0 { lines.append(line) }
        switch record.kind {
        case .change: addTransaction(record)
        case .undo, .redo:
            reversions[record.number] = Reversion(step: record.step, targets: record.targets)
            for position in record.targets.compactMap(position) {
                update(position) { $0.reverters.append(record.number) }
            }
        case .rollback: rollBack(record.targets)
        case .commit: for target in record.targets { openGroups[target] = nil }
        case .end: if let step = record.step { endScript(step.number) }
        case .start: forgotten = record.targets.first ?? forgotten
        case .scan, .synced, .unsafe: break
        }
        if let group = record.group, record.kind != .commit, record.kind != .rollback {
            openGroups[group] = record.writer
        }
    }

    private func addTransaction(_ record: JournalRecord) {
        let step = record.step?.number ?? 0
        positionsOfSteps[step, default: []].append(transactions.count)
        transactions.append(
            Transaction(number: record.number, scriptLine: scriptLine(of: record, in: step)))
        appliedMakers.add(record.number, of: nil)
        if record.script != nil, record.step != nil { openScripts[step] = record.writer }
    }

    private func scriptLine(of record: JournalRecord, in step: Int) -> Int32 {
        guard record.script != nil, let lines = record.step?.lines else { return 0 }
        var newest = scriptLines[step] ?? ([], 0)
        if newest.count == 0 || newest.lines != lines { newest = (lines, newest.count + 1) }
        scriptLines[step] = newest
        return newest.count
    }

    private func endScript(_ step: Int) {
        openScripts[step] = nil
        scriptLines[step] = nil
    }

    private func rollBack(_ targets: [Int]) {
        let lines = Set(targets)
        let members = Set(targets.flatMap { positionsTouched(by: $0) })
        for position in members {
            update(position) { transaction in
                while let last = transaction.reverters.last, lines.contains(last) {
                    transaction.reverters.removeLast()
                }
                if transaction.reverters.isEmpty, lines.contains(transaction.number) {
                    transaction.isRolledBack = true
                }
            }
        }
        for target in targets { openGroups[target] = nil }
    }

    /// The position of the transaction with a number.
    private func position(of number: Int) -> Int? {
        transactions.index(of: number, by: \.number)
    }

    /// The positions of the transactions that a line made, undid or redid.
    func positionsTouched(by number: Int) -> [Int] {
        if let position = position(of: number) { return [position] }
        return reversions[number]?.targets.compactMap(position) ?? []
    }

    private func update(_ position: Int, _ body: (inout Transaction) -> Void) {
        let before = transactions[position]
        body(&transactions[position])
        let after = transactions[position]
        if before.isApplied {
            appliedMakers.remove(before.maker, of: nil)
        } else if !before.isRolledBack {
            undoneMakers.remove(before.maker, of: reversions[before.maker]?.step)
        }
        if after.isApplied {
            appliedMakers.add(after.maker, of: nil)
        } else if !after.isRolledBack {
            undoneMakers.add(after.maker, of: reversions[after.maker]?.step)
        }
    }
}
