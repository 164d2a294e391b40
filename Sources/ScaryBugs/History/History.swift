/// The steps that the journal's lines form, and whether each is undone.
///
/// It grows with the journal, so that each undo of a long script costs as much as what it reverts.
final class History {
    /// A change that the user made.
    struct Transaction {
        /// The number of its line.
        let number: Int
        /// The numbers of the lines that undid it, redid it and so on.
        fileprivate(set) var reverters: [Int] = []
        /// Whether it was rolled back, because it failed or its group was not committed.
        fileprivate(set) var isRolledBack = false

        /// Whether the change is in effect.
        var isApplied: Bool { !isRolledBack && reverters.count.isMultiple(of: 2) }
        /// The number of the line that made, undid or redid it last.
        var maker: Int { reverters.last ?? number }
    }

    private(set) var transactions: [Transaction] = []
    /// The positions of transactions, by their numbers.
    private(set) var positions: [Int: Int] = [:]
    /// The positions of each step's transactions in ascending order, by the step's number.
    private(set) var positionsOfSteps: [Int: [Int]] = [:]
    /// All lines with changes.
    private(set) var records: [JournalRecord] = []
    private var recordIndices: [Int: Int] = [:]
    /// The makers of transactions in effect, and of undone ones.
    private(set) var appliedMakers = MakerList()
    private(set) var undoneMakers = MakerList()
    /// The writers of open groups, by the first transaction of the group.
    private(set) var openGroups: [Int: String] = [:]
    /// The writers of running scripts, by the step of the script.
    private(set) var openScripts: [Int: String] = [:]
    /// The last forgotten transaction. Slots up to its number can be removed.
    private(set) var forgotten = -1

    init(_ records: [JournalRecord] = []) {
        for record in records { add(record) }
    }

    /// The line of a transaction, or a line that undid or redid something.
    func record(numbered number: Int) -> JournalRecord? {
        recordIndices[number].map { records[$0] }
    }

    /// Adds the next line of the journal.
    func add(_ record: JournalRecord) {
        var record = record
        // The lines of a script share one name of it.
        if let script = records.last?.script, script == record.script { record.script = script }
        if record.changeCount > 0 {
            recordIndices[record.number] = records.count
            records.append(record)
        }
        switch record.kind {
        case .change: addTransaction(record)
        case .undo, .redo:
            for position in record.targets.compactMap({ positions[$0] }) {
                update(position) { $0.reverters.append(record.number) }
            }
        case .rollback: rollBack(record.targets)
        case .commit: for target in record.targets { openGroups[target] = nil }
        case .end: if let step = record.step { openScripts[step.number] = nil }
        case .start: forgotten = record.targets.first ?? forgotten
        case .scan, .synced, .unsafe: break
        }
        if let group = record.group, record.kind != .commit, record.kind != .rollback {
            openGroups[group] = record.writer
        }
    }

    private func addTransaction(_ record: JournalRecord) {
        let position = transactions.count
        positions[record.number] = position
        positionsOfSteps[record.step?.number ?? 0, default: []].append(position)
        transactions.append(Transaction(number: record.number))
        appliedMakers.add(record.number, of: nil)
        if record.script != nil, let step = record.step {
            openScripts[step.number] = record.writer
        }
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

    /// The positions of the transactions that a line made, undid or redid.
    func positionsTouched(by number: Int) -> [Int] {
        if let position = positions[number] { return [position] }
        return record(numbered: number)?.targets.compactMap { positions[$0] } ?? []
    }

    private func update(_ position: Int, _ body: (inout Transaction) -> Void) {
        let before = transactions[position]
        body(&transactions[position])
        let after = transactions[position]
        if before.isApplied {
            appliedMakers.remove(before.maker, of: nil)
        } else if !before.isRolledBack {
            undoneMakers.remove(before.maker, of: record(numbered: before.maker)?.step)
        }
        if after.isApplied {
            appliedMakers.add(after.maker, of: nil)
        } else if !after.isRolledBack {
            undoneMakers.add(after.maker, of: record(numbered: after.maker)?.step)
        }
    }
}
