/// Checks the journal and the versions that it refers to.
struct HistoryCheck {
    let workspace: Directory

    func flaws() throws -> [RepairableFinding] {
        // The check of the workspace reports an entry of another kind in the directory's place.
        let directory = try ifIntact { try workspace.directory(named: Journal.directoryName) }
        guard let directory else { return [] }
        let file: JournalFile? = try ifIntact {
            guard let file = try directory.file(named: Journal.fileName) else { return nil }
            return JournalFile(file)
        }
        guard let file else {
            return try directory.entries().isEmpty
                ? [] : [flaw("has no readable journal", .setAside)]
        }
        let history = History(of: file)
        var isEmpty = true
        let isWhole = try file.visit { record, line in
            history.add(record, line)
            isEmpty = false
        }
        guard !isEmpty else { return [flaw("has an empty journal", .setAside)] }
        var flaws: [RepairableFinding] = []
        if !isWhole { flaws.append(flaw("has damaged lines in its journal", .rewriteJournal)) }
        let listed = try history.slotNames()
        let others = try directory.entries { name in
            let isKnown = Journal.isOwnEntry(name) || listed.contains(name)
            return !isKnown && SlotName(name).map { $0.number > history.forgotten } ?? true
        }
        if let lost = try history.lostVersion(in: directory) {
            flaws.append(
                flaw(
                    "no longer has the earlier version for step \(lost.step)",
                    .forgetSteps(upTo: lost.number)))
        }
        return flaws
            + others.map {
                RepairableFinding(.stray, .history, $0, "does not belong here", .setAside)
            }
    }

    private func flaw(_ message: String, _ remedy: RepairableFinding.Remedy) -> RepairableFinding {
        RepairableFinding(
            .damagedHistory, .workspace, RawName(Journal.directoryName), message, remedy)
    }
}

extension History {
    /// The newest transaction that has lost any of its earlier versions. Their bytes are not compared,
    /// because other sessions wait meanwhile.
    func lostVersion(in slots: Directory) throws -> (number: Int, step: Int)? {
        var known: Set<Int> = []
        for transaction in transactions.reversed() where !transaction.isRolledBack {
            // One line can undo many transactions.
            guard known.insert(transaction.maker).inserted,
                let maker = line(numbered: transaction.maker)
            else { continue }
            for case .contents(_, .some, _, .history(let name)) in try file.changes(of: maker)
            where try slots.status(of: name)?.mayBeVersion != true {
                let step = line(numbered: transaction.number)?.step
                return (transaction.number, step ?? 0)
            }
        }
        return nil
    }
}

extension FileStatus {
    fileprivate var mayBeVersion: Bool { kind == .directory || kind == .regular }
}
