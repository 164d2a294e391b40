/// Recovery of changes that are on the disk although their lines are lost.
extension Recovery {
    /// Completes interrupted exchanges that need several renames.
    mutating func finishExchanges() throws {
        let old = try journal.directory.names { $0.hasSuffix(WorkspacePlaces.oldSuffix) }
        guard !old.isEmpty else { return }
        let slots = old.map { String($0.dropLast(WorkspacePlaces.oldSuffix.count)) }
        let paths = try paths(ofSlots: Set(slots))
        for (name, slot) in zip(old, slots) {
            let known =
                try paths[slot] ?? SlotName(slot).flatMap { try path(of: $0, holding: .regular) }
            guard let path = known else { continue }
            hasActed = true
            try finishExchange(of: path, with: slot, old: name)
        }
    }

    /// - Parameter name: the entry with the version that the exchange replaces.
    private func finishExchange(
        of path: WorkspacePath, with slot: String, old name: String
    ) throws {
        let slots = journal.directory
        let inPlace = try places.version(at: path, .all)
        let inSlot = try slots.version(of: slot, checksums: .all)?.named(like: inPlace)
        guard inPlace != nil || inSlot == nil else {
            _ = try make(.contents(path, before: nil, after: .unknown, slot: .history(name)))
            return
        }
        if let inPlace, let inSlot {
            // Where a rename that replaces nothing is a hard link and a removal, a version may have two
            // names.
            let replaced = try slots.version(of: name, checksums: .all)?.named(like: inPlace)
            if replaced == inPlace || replaced == inSlot {
                return try slots.removeEntry(named: name)
            }
            guard inSlot == inPlace else { return }
            try slots.removeEntry(named: slot)
        }
        try slots.move(name, to: slot, in: slots, .never)
    }

    /// The paths whose contents the newest lines with these slots put there.
    private func paths(ofSlots slots: Set<String>) throws -> [String: WorkspacePath] {
        var paths: [String: WorkspacePath] = [:]
        for line in history.lines {
            try Interruption.check()
            for case .contents(let path, _, _, .history(let slot)) in try history.file.changes(
                of: line)
            where slots.contains(slot) {
                paths[slot] = path
            }
        }
        return paths
    }

    /// Removes the slots of forgotten lines that a process left when it died.
    func removeForgotten(_ listed: SlotNames) throws {
        for name in try journal.directory.names(where: { !listed.contains($0) }) {
            guard let slot = SlotName(name), slot.number <= history.forgotten else { continue }
            try journal.directory.removeEntry(named: name)
        }
    }

    /// Moves new documents whose lines are lost to `Lost and Found`, if the system was restarted or
    /// they cannot be read.
    ///
    /// After a loss of power, their transaction may be incomplete. Without one, another program
    /// made them.
    mutating func setUnlistedAside() throws {
        guard let first = dead.values.compactMap(\.document).min() else { return }
        let wasRestarted = dead.values.contains(where: \.wasRestarted)
        let names = try places.documents.names().compactMap(DocumentName.init(directoryName:))
        for name in try unlisted(among: names.filter { $0.number >= first })
        where try wasRestarted || isTorn(.document(name)) {
            hasActed = true
            try dispose(of: .document(name))
        }
    }

    /// The documents that the journal says should not be there.
    private func unlisted(among names: [DocumentName]) throws -> [DocumentName] {
        var unlisted = Set(names)
        var missing = unlisted
        for line in history.lines.reversed() where !missing.isEmpty {
            for change in try history.file.changes(of: line).reversed() {
                for name in change.documents where missing.remove(name) != nil {
                    if try isListed(name, by: change) { unlisted.remove(name) }
                }
            }
        }
        return unlisted.sorted()
    }

    /// Whether a document's last change added it, or removed the version that is there.
    private func isListed(_ name: DocumentName, by change: JournalChange) throws -> Bool {
        let path = WorkspacePath.document(name)
        guard case .contents(path, let before, nil, _) = change else { return true }
        return try ContentVersion.agree(places.version(at: path, .all), before)
    }

    /// Restores versions that were replaced or removed by changes whose lines are lost, the newest
    /// first.
    mutating func restoreUnlisted(_ listed: SlotNames) throws {
        var firsts: [String: Int] = [:]
        for (name, marks) in dead { firsts[Staging.key(of: name)] = marks.transaction }
        let slots = try journal.directory.names { !listed.contains($0) }
            .compactMap { name in SlotName(name).map { (name, $0) } }
            .filter {
                firsts[$0.1.writerKey].map { [number = $0.1.number] in $0 <= number } ?? false
            }
            .sorted { $0.1.number > $1.1.number }
        for (name, slot) in slots {
            hasActed = true
            try restore(name, slot)
        }
    }

    private mutating func restore(_ name: String, _ slot: SlotName) throws {
        let held = try journal.directory.version(of: name, checksums: .all)
        // The slot holds the new version, which was never exchanged.
        if let sum = slot.checksum, sum == held?.checksum {
            return leftovers.append((name, true))
        }
        let kind = try journal.directory.status(of: name)?.kind
        guard let held, let kind, let path = try path(of: slot, holding: kind) else {
            return leftovers.append((name, false))
        }
        let present = try places.version(at: path, .all)
        // A file or a directory can have lost its bytes. If an earlier change replaced the file, an
        // older slot follows.
        let wasExchanged = present != nil && present?.checksum == slot.checksum
        guard
            try kind == .directory
                || (present != nil && (wasExchanged || isReadable(fileInSlot: name, for: path)))
        else { return leftovers.append((name, false)) }
        guard try make(.contents(path, before: present, after: held, slot: .history(name))) else {
            return
        }
        if kind == .directory, let document = path.document { restored.insert(document) }
        guard present != nil else { return }
        leftovers.append((name, wasExchanged))
    }

    /// Moves restored documents to `Lost and Found` if they cannot be read. A script may have deleted
    /// them before the bytes reached the disk, and no older version was found.
    mutating func setTornAside() throws {
        for name in restored.sorted() where try isTorn(.document(name)) {
            try dispose(of: .document(name))
        }
    }

    /// The path that the contents of a slot belong to.
    private func path(
        of slot: SlotName, holding kind: FileStatus.Kind
    ) throws -> WorkspacePath? {
        if slot.subject == PreferencesFile.name { return .preferences }
        guard let name = DocumentName(directoryName: slot.subject) else { return nil }
        guard kind != .directory else { return .document(name) }
        let dataFile = try ifIntact {
            try places.documents.directory(named: name.directoryName)?.names()
                .first(where: EntryRole.isDataFile)
        }
        return .file(name, dataFile ?? name.kind.dataFileName)
    }

    private func isReadable(fileInSlot slot: String, for path: WorkspacePath) throws -> Bool {
        let isReadable = try ifIntact {
            let file = try journal.directory.file(named: slot)
            guard
                let bytes = try file?.contents(
                    limit: Limit(limits.dataFileBytes, .dataFileBytes))
            else { return false }
            guard let name = path.document else {
                _ = try Preferences(bytes)
                return true
            }
            _ = try DocumentData(
                bytes, kind: name.kind, modified: Timestamp(secondsSince1970: 0))
            return true
        }
        return isReadable ?? false
    }
}
