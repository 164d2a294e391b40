extension Workspace {
    /// Takes the documents of a backup into the workspace, as one step: all of them, or nothing unless
    /// ``ImportOptions/keepsGoing`` is set.
    ///
    /// A document keeps its number if that is free, and otherwise gets the highest number plus one.
    /// Custom fields and saved queries that are missing here are added, existing ones stay. A backup
    /// may come from anyone, so each preference says whether it is taken. What was exchanged comes only into
    /// an empty workspace.
    public func restore(
        _ backup: Backup, _ options: ImportOptions
    ) throws -> Outcome {
        try withRun(options) { options, run in
            var merged = preferences
            if let theirs = backup.preferences { _ = merged.addMissing(from: theirs) }
            let reader = try ImportReader(
                of: .backup(backup), to: run.staging, options: options, preferences: merged,
                onProgress: progressReport)
            guard reader.isAccepted else { return reader.outcome() }
            if try !isEmpty { backup.taken = nil }
            let earlier = lastChange
            let outcome = try together {
                if !isDryRun {
                    try restorePreferences(of: backup)
                    if reader.hasDocuments { try restoreDeletions(of: backup) }
                }
                return try addAccepted(by: reader, run)
            }
            if !isDryRun, lastChange != earlier {
                try restoreExchanges(of: backup, with: reader.accepted)
            }
            return outcome
        }
    }

    /// Takes deletions with the next change, so that they go if that is undone.
    private func restoreDeletions(of backup: Backup) throws {
        guard backup.hasRecord, backup.taken != nil else { return }
        try writing("restore") { writer in
            try backup.forEachRecord { record in
                guard case .deletion(let identifier, let deletion) = record else { return }
                try writer.store.add(deletion, of: identifier, change: writer.nextChange)
                backup.taken?.deletions += 1
            }
        }
    }

    /// Takes what the documents of a backup knew of others, under a new key of the workspace.
    private func restoreExchanges(
        of backup: Backup, with documents: AcceptedDocuments
    ) throws {
        guard backup.hasRecord, backup.taken != nil else { return }
        var places: [Int: Int] = [:]
        for (index, number) in documents.numbers.enumerated() {
            if let number { places[Int(number)] = index }
        }
        var last: (place: Int, copy: ExchangeStore.Copy, identifier: String)?
        _ = try withExchangeStore(making: true) { store in
            try store.dropKey()
            try store.transaction {
                try backup.forEachRecord { record in
                    switch record {
                    case .copy(let identifier, let number, var copy):
                        let isFirst = last?.place != places[number]
                        last = nil
                        guard let place = places[number],
                            case .add(let number, _)? = documents.decisions[place],
                            try documents.document(at: place).taken.identifier == identifier
                        else { return }
                        copy.change = lastChange
                        try store.set(copy, of: identifier, number: number)
                        if isFirst { backup.taken?.documents += 1 }
                        last = (place, copy, identifier)
                    case .exchange(let exchange):
                        guard let last else { return }
                        try store.add(exchange, of: last.identifier, last.copy)
                    case .deletion: break
                    }
                }
            }
        }
    }

    private func restorePreferences(of backup: Backup) throws {
        guard let theirs = backup.preferences else {
            if !backup.preferenceBytes.isEmpty {
                warn("\(backup.path): the preferences cannot be read; those here stay")
            }
            return
        }
        let isEmpty = try isEmpty
        let warnings = try changePreferences(for: "restore") {
            $0.take(from: theirs, isEmpty: isEmpty)
        }
        for warning in warnings { warn(warning) }
    }

    private var isEmpty: Bool {
        get throws {
            try documentNames().isEmpty
                && directory()?.status(of: PreferencesFile.name) == nil
        }
    }
}
