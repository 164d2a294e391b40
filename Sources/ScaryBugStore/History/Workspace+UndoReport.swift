// What `undo` and `redo` tell.

/// The effects of a plan of `undo` or `redo`.
struct ReversionPlan {
    let effects: [Effect]
    /// The indices of the steps that repaired something.
    let repairs: Set<Int>
    /// The documents that change, but not because a repair is taken back.
    let restored: [DocumentName]
}

extension Workspace {
    /// The effects of a plan on documents and other things. Documents come by number after all else.
    func effects(of reversion: Reversion, _ writer: Writer) throws -> [Effect] {
        var seen: Set<WorkspacePath> = []
        var effects: [Effect] = []
        for other in reversion.others.reversed() where seen.insert(other.path).inserted {
            effects += try self.effects(on: other, writer).reversed()
        }
        effects.reverse()
        let readers = try readers(writer)
        for (name, restoration) in reversion.documents {
            effects += try self.effects(on: name, restoration, readers)
        }
        return effects.sorted { left, right in
            let numbers = (left.document?.number ?? 0, right.document?.number ?? 0)
            // A removed document comes before the one that takes its number.
            return numbers.0 == numbers.1
                ? left.document != nil && !left.isPresent && right.isPresent
                : numbers.0 < numbers.1
        }
    }

    /// The effects on settings, or on what a repair moved.
    private func effects(
        on other: Reversion.OtherEffect, _ writer: Writer
    ) throws -> [Effect] {
        guard other.path == .preferences else {
            let path = other.path.text
            return [
                Effect(
                    document: nil, title: path, action: other.isPresent ? .added : .removed,
                    changes: [.whole(nil, path, other.isPresent)], newPath: other.newPath)
            ]
        }
        let (directory, _) = try writer.places.locate(.preferences)
        let before = try PreferencesFile(directory: directory).read().preferences
        let after =
            try writer.file(at: .preferences).map { try Preferences($0.bytes) }
            ?? Preferences()
        let changes = before.changes(to: after)
        let effects = changes.compactMap { change in
            change.field.map { name in
                let isPresent = change.after != nil || Preference.named(name) != nil
                return Effect(
                    document: nil, title: after.title(ofSetting: name),
                    action: isPresent ? .added : .removed, changes: [change])
            }
        }
        let path = WorkspacePath.preferences.text
        return effects.isEmpty
            ? [.init(document: nil, title: path, action: .added, changes: [.whole(nil, path)])]
            : effects
    }

    /// Two effects if another document comes in the place of the present one.
    private func effects(
        on name: DocumentName, _ restoration: Reversion.Restoration, _ readers: Readers
    ) throws -> [Effect] {
        let wasPresent = try ifPossible { try readers.disk.openIfPresent(name) != nil } ?? true
        let isPresent = try ifPossible { try readers.pending.openIfPresent(name) != nil } ?? true
        let data = { (reader: DocumentReader) in
            try ifPossible { try reader.openIfPresent(name).flatMap(reader.dataIfReadable) } ?? nil
        }
        let new = isPresent ? try data(readers.pending) : nil
        let old = wasPresent && (restoration.isWhole || !isPresent) ? try data(readers.disk) : nil
        let isOther =
            if let old, let new { old.canonicalIdentifier != new.canonicalIdentifier } else {
                false
            }
        func effect(_ action: Effect.Action, _ data: DocumentData?) throws -> Effect {
            let effect = Effect(
                document: name, title: data?.title ?? "", action: action,
                was: restoration.formerNumber, newPath: restoration.newPath,
                identifier: data?.canonicalIdentifier)
            return isDryRun ? try comparing(effect, name, readers) : effect
        }
        var effects: [Effect] = []
        if wasPresent, isOther || !isPresent { effects.append(try effect(.removed, old)) }
        if isPresent {
            effects.append(try effect(wasPresent && !isOther ? .changed : .added, new))
        }
        return effects
    }

    private typealias Readers = (disk: DocumentReader, pending: DocumentReader)

    /// Readers of the documents as they are and as they will be. Both know the custom fields of both times.
    private func readers(_ writer: Writer) throws -> Readers {
        var fields = readPreferences().customFields
        if let after = try ifIntact({ try writer.file(at: .preferences) }) ?? nil {
            fields += try Preferences(after.bytes).customFields.filter { !fields.contains($0) }
        }
        let reader = { [limits] (pending: PendingDocuments?) in
            DocumentReader(
                documents: writer.places.documents, limits: limits, customFields: fields,
                pending: pending)
        }
        return (reader(nil), reader(writer.pending))
    }

    /// The effect with what differs, field by field.
    private func comparing(
        _ effect: Effect, _ name: DocumentName, _ readers: Readers
    ) throws -> Effect {
        let version = { (reader: DocumentReader) in
            try ifIntact {
                try reader.openIfPresent(name).map { document in
                    try DocumentVersion(of: document) { try reader.read(document).data }
                }
            } ?? nil
        }
        let (wasPresent, isPresent) = (effect.action != .added, effect.isPresent)
        let old = wasPresent ? try version(readers.disk) : nil
        let new = isPresent ? try version(readers.pending) : nil
        // An unreadable version has no fields to compare.
        let isReadable =
            (old?.contents != nil) == wasPresent && (new?.contents != nil) == isPresent
        var effect = effect
        effect.changes = isReadable ? FieldChange.list(of: name, from: old, to: new) : []
        if effect.changes.isEmpty {
            let title = FieldChange.Value.field(.text(effect.title))
            effect.changes = [
                FieldChange(
                    name, nil, from: wasPresent ? title : nil, to: isPresent ? title : nil)
            ]
        }
        return effect
    }

    /// Warns of damage that comes back, and of photographs that end early, up to as many as a user reads
    /// about.
    func warn(of plan: ReversionPlan, _ kind: Operation.Kind, _ steps: [HistoryStep]) {
        for index in kind == .undo ? plan.repairs.sorted() : [] {
            warn(
                "step \(steps[index].number), '\(steps[index].command)', repaired damage, "
                    + "which is back now; 'check' shows it")
        }
        for name in plan.restored.prefix(20) {
            // The changes are made, and a photograph that can't be read now fails when it is used.
            guard let picture = try? reader().openIfPresent(name)?.cutOffPicture() else { continue }
            warn("document \(name.number): \(picture) \(Picture.cutOff)")
        }
    }
}
