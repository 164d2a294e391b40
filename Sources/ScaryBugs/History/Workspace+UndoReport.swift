// What `undo` and `redo` tell.

/// The effect of `undo` or `redo` on a document, or on something else.
struct ReversionEffect {
    /// Nil for what belongs to no document.
    var name: DocumentName?
    let path: WorkspacePath
    var title = ""
    /// The identifier of the document in its canonical form; nil if it can't be read.
    var identifier: String?
    var wasPresent = false
    var isPresent = true
    var restoration = Reversion.Restoration()

    /// A document that changes, but in no field.
    fileprivate var whole: FieldChange {
        let title = FieldChange.Value.field(.text(title))
        return FieldChange(name, nil, from: wasPresent ? title : nil, to: isPresent ? title : nil)
    }
}

extension Workspace {
    /// The effects of a plan. Documents come by number after all else.
    func effects(of reversion: Reversion, _ writer: Writer) throws -> [ReversionEffect] {
        var seen: Set<WorkspacePath> = []
        var effects = reversion.others.reversed().filter { seen.insert($0.path).inserted }.map {
            ReversionEffect(
                path: $0.path, isPresent: $0.isPresent,
                restoration: Reversion.Restoration(newPath: $0.newPath))
        }
        effects.reverse()
        let (disk, pending) = try readers(writer)
        for (name, restoration) in reversion.documents {
            effects += try self.effects(on: name, restoration, from: disk, to: pending)
        }
        return effects.sorted { left, right in
            let numbers = (left.name?.number ?? 0, right.name?.number ?? 0)
            // A removed document comes before the one that takes its number.
            return numbers.0 == numbers.1
                ? !left.isPresent && right.isPresent : numbers.0 < numbers.1
        }
    }

    /// Two effects if another document comes in the place of the present one.
    private func effects(
        on name: DocumentName, _ restoration: Reversion.Restoration, from disk: DocumentReader,
        to pending: DocumentReader
    ) throws -> [ReversionEffect] {
        let data = { (reader: DocumentReader) in
            try ifPossible { try reader.openIfPresent(name).flatMap(reader.dataIfReadable) } ?? nil
        }
        let before = ReversionEffect(
            name: name, path: .document(name), wasPresent: true, isPresent: false,
            restoration: restoration)
        var after = ReversionEffect(
            name: name, path: .document(name),
            wasPresent: try ifPossible { try disk.openIfPresent(name) != nil } ?? true,
            isPresent: try ifPossible { try pending.openIfPresent(name) != nil } ?? true,
            restoration: restoration)
        guard after.wasPresent || after.isPresent else { return [] }
        let new = try after.isPresent ? data(pending) : nil
        after.title = new?.title ?? ""
        after.identifier = new?.canonicalIdentifier
        guard after.wasPresent, restoration.isWhole || !after.isPresent else { return [after] }
        let old = try data(disk)
        var removed = before
        removed.title = old?.title ?? ""
        removed.identifier = old?.canonicalIdentifier
        guard after.isPresent else { return [removed] }
        let isOther =
            if let old, let new { old.canonicalIdentifier != new.canonicalIdentifier } else {
                false
            }
        if isOther { after.wasPresent = false }
        return isOther ? [removed, after] : [after]
    }

    /// Readers of the documents as they are and as they will be. Both know the custom fields of both times.
    private func readers(_ writer: Writer) throws -> (disk: DocumentReader, pending: DocumentReader)
    {
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

    /// What became of documents and other things, sorted by number. Warns of what comes back with them.
    func report(
        _ plan: ReversionPlan, _ kind: Operation.Kind, _ steps: [RevertedStep]
    ) throws -> [Effect] {
        if kind == .undo {
            for index in plan.repairs.sorted() {
                warn(
                    "step \(steps[index].number), '\(steps[index].command)', repaired damage, "
                        + "which is back now; 'check' shows it")
            }
        }
        warnOfCutOffPictures(of: plan.effects)
        return plan.effects.flatMap { effect in
            guard effect.path == .preferences else { return [Effect(effect)] }
            let before = knownPreferences?.preferences ?? Preferences()
            return Self.reverted(from: before, to: readPreferences())
        }
    }

    /// Warns of photographs that end early, up to as many as a user reads about.
    private func warnOfCutOffPictures(of effects: [ReversionEffect]) {
        for effect in effects.lazy.filter({ $0.isPresent && !$0.restoration.isRepair }).prefix(20) {
            guard let name = effect.name,
                // The changes are made, and a photograph that can't be read now fails when it is used.
                let picture = try? reader().openIfPresent(name)?.cutOffPicture()
            else { continue }
            warn("document \(name.number): \(picture) \(Picture.cutOff)")
        }
    }

    private static func reverted(from before: Preferences, to after: Preferences) -> [Effect] {
        let make = { (title: String, isPresent: Bool) in
            Effect(document: nil, title: title, isPresent: isPresent)
        }
        let settings = before.changes(to: after).compactMap { change in
            change.field.map { name in
                make(
                    after.title(ofSetting: name),
                    change.after != nil || Preference.named(name) != nil)
            }
        }
        return settings.isEmpty ? [make("preferences", true)] : settings
    }

    // MARK: Dry runs

    /// What effects change, field by field.
    func changes(by effects: [ReversionEffect], _ writer: Writer) throws -> [Effect] {
        let (disk, pending) = try readers(writer)
        return try effects.map { effect in
            let changes: [FieldChange]
            if let name = effect.name {
                let old = try effect.wasPresent ? version(of: name, disk) : nil
                let new = try effect.isPresent ? version(of: name, pending) : nil
                // An unreadable version has no fields to compare.
                let isReadable =
                    (old?.contents != nil) == effect.wasPresent
                    && (new?.contents != nil) == effect.isPresent
                changes = isReadable ? FieldChange.list(of: name, from: old, to: new) : []
            } else if effect.path == .preferences {
                changes = try changesOfPreferences(writer)
            } else {
                changes = [.whole(nil, effect.path.text, effect.isPresent)]
            }
            var foreseen = Effect(effect)
            foreseen.changes = changes.isEmpty ? [effect.whole] : changes
            return foreseen
        }
    }

    private func changesOfPreferences(_ writer: Writer) throws -> [FieldChange] {
        let (directory, _) = try writer.places.locate(.preferences)
        let before = try PreferencesFile(directory: directory).read().preferences
        let after = try writer.file(at: .preferences).map { try Preferences($0.bytes) }
        let changes = before.changes(to: after ?? Preferences())
        return changes.isEmpty ? [.whole(nil, "preferences")] : changes
    }

    private func version(
        of name: DocumentName, _ reader: DocumentReader
    ) throws -> DocumentVersion? {
        try ifIntact {
            try reader.openIfPresent(name).map { document in
                try DocumentVersion(of: document) { try reader.read(document).data }
            }
        } ?? nil
    }
}

/// The effects of a plan of `undo` or `redo`.
struct ReversionPlan {
    let effects: [ReversionEffect]
    /// The indices of the steps that repaired something.
    let repairs: Set<Int>
}

extension Effect {
    fileprivate init(_ effect: ReversionEffect) {
        self.init(
            document: effect.name, title: effect.name == nil ? effect.path.text : effect.title,
            wasPresent: effect.wasPresent, isPresent: effect.isPresent,
            formerNumber: effect.restoration.formerNumber, newPath: effect.restoration.newPath)
    }
}
