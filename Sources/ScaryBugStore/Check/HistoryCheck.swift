/// Checks the history and the directories that it keeps.
struct HistoryCheck {
    let workspace: Directory

    func flaws() throws -> [RepairableFinding] {
        // The check of the workspace reports an entry of another kind in the directory's place.
        let name = HistoryStore.directoryName
        guard let directory = try ifIntact({ try workspace.directory(named: name) }) else {
            return []
        }
        let store: HistoryStore
        do {
            guard let opened = try HistoryStore(reading: workspace) else {
                return try directory.entries().isEmpty ? [] : [flaw("has no history.db", .setAside)]
            }
            store = opened
            guard try store.isSound() else {
                return [flaw("has a damaged history.db", .setAside)]
            }
        } catch let error as ScaryBugsError where error.isOfHistory {
            return [flaw("cannot be used: \(error.message)", .setAside)]
        }
        var flaws: [RepairableFinding] = []
        if let step = try store.stepWithLostVersion() {
            flaws.append(
                flaw(
                    "no longer has the earlier version for step \(step)", .forgetSteps(upTo: step)))
        }
        let others = try directory.entries { name in
            !HistoryStore.isOwnEntry(name) && Int64(name).map { $0 <= 0 } ?? true
        }
        return flaws
            + others.map {
                let path = WorkspacePath.other([RawName(name), $0])
                return RepairableFinding(.stray, path, "does not belong here", .setAside)
            }
    }

    private func flaw(_ message: String, _ remedy: RepairableFinding.Remedy) -> RepairableFinding {
        RepairableFinding(.damagedHistory, .entry(HistoryStore.directoryName), message, remedy)
    }
}

extension HistoryStore {
    /// Whether SQLite finds the database intact, and the program can count on with its numbers.
    fileprivate func isSound() throws -> Bool {
        try naming {
            guard try database.isIntact() else { return false }
            for (table, numbers) in [
                ("steps", "step, lines, changes"),
                ("operations", "id, kind, step, target, together, undone, open"),
                ("changes", "number, operation, coalesce(document, 0), kind, held"),
            ] {
                let ends = "SELECT min(min(\(numbers))), max(max(\(numbers))) FROM \(table)"
                try database.prepare(ends).forEachRow([]) { _ = try ($0.number(0), $0.number(1)) }
            }
            return true
        }
    }

    /// The newest step that has lost a directory; nil if all are there.
    fileprivate func stepWithLostVersion() throws -> Int? {
        for number in try heldNumbers().sorted(by: >) where number <= state.applied {
            if try directory.status(of: String(number))?.kind == .directory { continue }
            // Meanwhile another session may have taken it. It records that before.
            guard let row = try rows("number = \(number) AND held > 0").first else { continue }
            return try step(ofOperation: row.operation)
        }
        return nil
    }
}
