/// Recovery of changes whose lines are in the journal, although some of the changes may be missing.
extension Recovery {
    /// The changes of one document or one other file, in the order of their lines.
    private struct Chain {
        var steps: [(line: JournalLine, change: JournalChange)] = []
        /// The indices of the changes that were made.
        var made: Set<Int> = []
        /// The number of changes that can stay, counted from the first.
        var kept = 0
    }

    /// A document or another file, whose changes form a chain.
    enum Subject: Hashable {
        case document(DocumentName)
        case path(WorkspacePath)
    }

    /// Undoes incomplete transactions, and groups without a commit.
    ///
    /// - Returns: the numbers of the undone lines.
    mutating func undoUnfinished() throws -> Set<Int> {
        let candidates = candidates()
        var chains: [Subject: Chain] = [:]
        // No chain begins before the first candidate.
        let lines = history.lines.drop { !candidates.contains($0.number) }
        for line in lines where !rolledBack.contains(line.number) {
            let isCandidate = candidates.contains(line.number)
            for change in try history.file.changes(of: line) {
                let subject = change.path.document.map(Subject.document) ?? .path(change.path)
                if isCandidate {
                    chains[subject, default: Chain()].steps.append((line, change))
                } else {
                    // The process of this line lives, or it has synced its change and all earlier
                    // ones. So the earlier changes of the subject were made.
                    chains[subject] = nil
                }
            }
        }
        for subject in chains.keys {
            guard var chain = chains[subject] else { continue }
            try Interruption.check()
            try probe(&chain, of: subject)
            chains[subject] = chain
        }
        var undone: Set<Int> = []
        var groups = deadGroups
        // Undoing a line undoes all of its changes, and every later change of the same documents.
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (subject, chain) in chains {
                let first = chain.steps.firstIndex {
                    undone.contains($0.line.number) || $0.line.group.map(groups.contains) ?? false
                }
                let kept = min(chain.kept, first ?? chain.kept)
                chains[subject]?.kept = kept
                for step in chain.steps[kept...] where undone.insert(step.line.number).inserted {
                    hasChanged = true
                    if step.line.kind == .rollback, let group = step.line.group {
                        groups.insert(group)
                    }
                }
                hasChanged = hasChanged || kept < chain.kept
            }
        }
        for chain in chains.values {
            // The next recovery goes on, as after the death of the process.
            try Interruption.check()
            for index in chain.steps.indices[chain.kept...].reversed() {
                try undo(index, of: chain)
            }
        }
        return undone
    }

    /// The numbers of the lines of dead processes that may not be on the disk, and of the lines of
    /// groups to undo.
    private func candidates() -> Set<Int> {
        let rollbacks = history.lines.lazy.filter {
            $0.kind == .rollback && unsynced.contains($0.number)
        }
        // If a rollback did not reach the disk, recovery undoes the whole group again.
        let groups = Set(rollbacks.compactMap(\.group))
        let ofGroups = history.lines.lazy.filter { $0.group.map(groups.contains) ?? false }
        return unsynced.union(ofGroups.map(\.number))
    }

    /// Finds out which changes of a subject were made, and how many can stay.
    private func probe(_ chain: inout Chain, of subject: Subject) throws {
        var view = VersionView(of: places, history: journal.directory)
        var isTorn = try isTorn(subject)
        chain.kept = chain.steps.count
        for (index, step) in chain.steps.enumerated().reversed() {
            guard case .contents(let path, let before, let after, let slot) = step.change else {
                chain.made.insert(index)
                continue
            }
            let held = try view.version(in: slot, like: before)
            let isWhole = try ContentVersion.agree(view.version(at: path), after)
            // The change was not made, or did not reach the disk, or an earlier recovery undid it.
            // The new version may still be in the slot, even if the old one is torn.
            let isInSlot = after != nil && ContentVersion.agree(held, after)
            let isMissing =
                try !isWhole
                && (isInSlot || chain.steps[...index].contains { try view.isBefore($0.change) })
            // Another program has changed the contents since, and its version stays.
            guard isWhole || isMissing || isTorn else { return }
            // A change that was made has left the old version in its slot.
            if !isMissing, before == nil || held != nil {
                chain.made.insert(index)
                try view.exchange(before == nil ? nil : held, at: path, with: slot)
                // If the slot holds another version, either that version is torn, or a later change
                // reached the disk.
                isTorn = before != nil && !ContentVersion.agree(held, before)
                if isWhole, !isTorn { continue }
            }
            chain.kept = index
        }
    }

    /// Whether the current contents have lost bytes. Programs write only readable data files.
    func isTorn(_ subject: Subject) throws -> Bool {
        switch subject {
        case .document(let name):
            let directory = try ifIntact {
                try places.documents.directory(named: name.directoryName)
            }
            guard let directory else { return false }
            let document = DocumentDirectory(name: name, directory: directory)
            let reader = DocumentReader(
                documents: places.documents, limits: limits, customFields: [])
            let data = try ifIntact { try reader.readIfPresent(document) }
            return data == nil
        case .path(.preferences):
            let file = PreferencesFile(directory: places.directory)
            return try ifIntact { try file.read() } == nil
        case .path: return false
        }
    }

    private mutating func undo(_ index: Int, of chain: Chain) throws {
        hasActed = true
        let step = chain.steps[index]
        if chain.made.contains(index) {
            guard try make(step.change.reversed) else { return }
        }
        // Undo and redo use slots of earlier lines, so only a change's own slot may be emptied.
        guard step.line.kind == .change,
            case .contents(_, _, _, .history(let name)) = step.change,
            try journal.directory.status(of: name) != nil
        else { return }
        let held = try journal.directory.version(of: name, checksums: .all)
        let isKnown = { (change: JournalChange) in
            guard case .contents(_, let before, let after, _) = change else { return false }
            return [before, after].contains {
                $0 != nil && ContentVersion.agree(held?.named(like: $0), $0)
            }
        }
        // Usually it is the version of this change, so that the others need not be looked at.
        leftovers.append(
            (name, isKnown(step.change) || chain.steps.contains { isKnown($0.change) }))
    }
}

extension VersionView {
    /// Whether the path holds the version before a change.
    fileprivate mutating func isBefore(_ change: JournalChange) throws -> Bool {
        guard case .contents(let path, let before, _, _) = change else { return false }
        return try ContentVersion.agree(version(at: path), before)
    }
}
