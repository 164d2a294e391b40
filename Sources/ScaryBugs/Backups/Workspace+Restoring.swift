extension Workspace {
    /// Takes the documents of a backup into the workspace, as one step: all of them, or nothing unless
    /// ``ImportOptions/keepsGoing`` is set.
    ///
    /// A document keeps its number if that is free, and otherwise gets the highest number plus one.
    /// Custom fields and saved queries that are missing here are added, existing ones stay. A backup
    /// may come from anyone, so each preference says whether it is taken. The record of exchanges comes only
    /// into a workspace without documents.
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
            let hasDocuments = reader.hasDocuments
            let isTaken =
                try !isDryRun && (hasDocuments || backup.hasRecord) && documentNames().isEmpty
            let earlier = lastChange
            let outcome = try together {
                if !isDryRun { try restorePreferences(of: backup) }
                if isTaken, hasDocuments { try restoreDeletions(of: backup) }
                return try addAccepted(by: reader, run)
            }
            if isTaken, !hasDocuments { try takeOver(deletions(in: backup)) }
            guard lastChange != earlier || isTaken else { return outcome }
            let hasNewKey = isTaken && backup.hasRecord
            try readBundlesAgain(alsoOwn: hasNewKey)
            if hasNewKey { try restoreExchanges(of: backup, with: reader.accepted) }
            return outcome
        }
    }

    /// Lets the next `sync` read bundles again, since the documents here are other ones now. They may have
    /// later values.
    ///
    /// - Parameter areOwnForgotten: whether own bundles are written again, into a folder with another key.
    private func readBundlesAgain(alsoOwn areOwnForgotten: Bool) throws {
        let paths = try withExchangeStore { try $0.folders() } ?? []
        if paths.isEmpty { return }
        let versions = Dictionary(try contentVersions().map { ($0.key, $0.version) }) {
            first, _ in first
        }
        _ = try withExchangeStore { store in
            for path in paths {
                var memory = FolderMemory(try store.folder(path))
                if areOwnForgotten { memory.documents = [:] }
                memory.forgetBundles(but: versions)
                try store.setFolder(path, to: memory.text)
            }
        }
    }

    /// Takes deletions with the next change, so that they go if that is undone. Deletions of here stay.
    private func restoreDeletions(of backup: Backup) throws {
        let known = try deletions()
        try writing("restore") { writer in
            for (identifier, deletion) in try deletions(in: backup)
            where known[identifier] == nil {
                try writer.store.add(deletion, of: identifier, change: writer.nextChange)
            }
        }
    }

    private func deletions(in backup: Backup) throws -> [String: Deletion] {
        var deletions: [String: Deletion] = [:]
        try backup.forEachRecord { deletions[$0.name] = $0.deletion ?? deletions[$0.name] }
        backup.taken = (0, deletions.count)
        return deletions
    }

    /// Takes what the documents of a backup knew of others, under a new key of the workspace.
    private func restoreExchanges(
        of backup: Backup, with documents: AcceptedDocuments
    ) throws {
        let numbered = documents.indices.compactMap { index in
            documents.numbers[index].map { (Int($0), index) }
        }
        let places = Dictionary(numbered) { first, _ in first }
        var last: (place: Int, source: Int, copy: ExchangeStore.Copy, identifier: String)?
        let restore = { (record: ExchangeRecord, store: ExchangeStore) in
            if let name = record.peerName { try store.add(name) }
            if let (peer, identifier, fields) = record.withheld {
                try store.setWithheld(fields, of: identifier, from: peer)
            }
            if let exchange = record.exchange, let last {
                try store.add(exchange, of: last.identifier, last.copy)
            }
            guard let (number, source) = record.copy else { return }
            let former = last
            last = nil
            guard let place = places[number],
                case .add(let number, _)? = documents.decisions[place],
                try documents.document(at: place).taken.identifier == record.name
            else { return }
            if former?.place != place { backup.taken?.documents += 1 }
            let isSame = former?.place == place && former?.source == source.index
            // An earlier copy of that number may know more.
            var copy =
                try (isSame ? former?.copy : nil)
                ?? store.addCopy(of: record.name, number: number, nil, with: self.lastChange)
            (copy.state, copy.basis) = (source.state, source.basis)
            try store.set(copy, of: record.name, number: number)
            last = (place, source.index, copy, record.name)
        }
        _ = try withExchangeStore(making: true) { store in
            try store.dropKey()
            try store.transaction { try backup.forEachRecord { try restore($0, store) } }
        }
    }

    /// The preferences that a restore of a backup leaves.
    package func preferences(with backup: Backup) throws -> Preferences {
        var preferences = preferences
        if let theirs = backup.preferences {
            _ = preferences.take(from: theirs, isEmpty: try isEmpty)
        }
        return preferences
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
