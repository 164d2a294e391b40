// What `undo` and `redo` tell.

extension Workspace {
    /// What a plan does to each document and each other thing, documents by number after all else.
    func effects(of reversion: Reversion, _ writer: Writer) throws -> [Reversion.Effect] {
        var seen = Set(reversion.documents.keys.map { WorkspacePath.document($0) })
        var effects = reversion.effects.reversed().filter { effect in
            seen.insert(effect.name.map { .document($0) } ?? effect.path).inserted
        }
        effects.reverse()
        let (disk, pending) = try (readerOfDisk(writer), reader())
        for (name, restoration) in reversion.documents {
            effects += try self.effects(on: name, restoration, from: disk, to: pending)
        }
        return effects.sorted {
            ($0.name?.number ?? 0, $0.isPresent ? 1 : 0)
                < ($1.name?.number ?? 0, $1.isPresent ? 1 : 0)
        }
    }

    /// Two effects if another document comes in the place of the present one.
    private func effects(
        on name: DocumentName, _ restoration: Reversion.Restoration, from disk: DocumentReader,
        to pending: DocumentReader
    ) throws -> [Reversion.Effect] {
        let data = { (reader: DocumentReader) -> (isPresent: Bool, data: DocumentData?) in
            guard let found = try ifPossible({ .some(try reader.openIfPresent(name)) }) else {
                return (true, nil)
            }
            return (found != nil, try ifPossible { try found.flatMap(reader.dataIfReadable) } ?? nil)
        }
        let new = try data(pending)
        var removed = Reversion.Effect(name: name, path: .document(name), isPresent: false)
        var present = Reversion.Effect(
            name: name, path: .document(name), title: new.data?.title ?? "",
            formerNumber: restoration.formerNumber)
        let wasPresent = try disk.openIfPresent(name) != nil
        if wasPresent, restoration.isWhole {
            let old = try data(disk).data
            removed.title = old?.title ?? ""
            if let old, let data = new.data, old.canonicalIdentifier != data.canonicalIdentifier {
                return [removed, present]
            }
        }
        present.isChanged = wasPresent
        return new.isPresent ? [present] : wasPresent ? [removed] : []
    }

    private func readerOfDisk(_ writer: Writer) -> DocumentReader {
        DocumentReader(
            documents: writer.places.documents, limits: limits, customFields: customFields)
    }

    /// What became of documents and other things, sorted by number. Warns of what comes back with them.
    func report(
        _ effects: [Reversion.Effect], _ kind: Operation.Kind, _ steps: [RevertedStep]
    ) throws -> [Reverted] {
        if kind == .undo {
            let repairs = Set(effects.lazy.filter(\.isRepair).map(\.unit))
            for index in repairs.sorted() {
                warn(
                    "step \(steps[index].number), '\(steps[index].command)', repaired damage, "
                        + "which is back now; 'check' shows it")
            }
        }
        warnOfCutOffPictures(of: effects)
        return effects.flatMap { effect in
            guard effect.path == .preferences else { return [Reverted(effect)] }
            let before = knownPreferences?.preferences ?? Preferences()
            return Self.reverted(from: before, to: readPreferences())
        }
    }

    /// Warns of photographs that end early, up to as many as a user reads about.
    private func warnOfCutOffPictures(of effects: [Reversion.Effect]) {
        for effect in effects.lazy.filter({ $0.isPresent && !$0.isRepair }).prefix(20) {
            guard let name = effect.name,
                // The changes are made, and a photograph that can't be read now fails when it is used.
                let picture = try? reader().openIfPresent(name)?.cutOffPicture()
            else { continue }
            warn("document \(name.number): \(picture) \(Picture.cutOff)")
        }
    }

    private static func reverted(from before: Preferences, to after: Preferences) -> [Reverted] {
        let make = { (title: String, isPresent: Bool) in
            Reverted(
                number: nil, title: title, isPresent: isPresent, isChanged: false,
                formerNumber: nil, newPath: nil)
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

    /// What an effect changes, field by field.
    func changes(
        by effect: Reversion.Effect, _ writer: Writer
    ) throws -> [PlannedReversion] {
        guard let name = effect.name else {
            guard effect.path == .preferences else {
                return [
                    .init(.whole(nil, effect.path.text, effect.isPresent), effect)
                ]
            }
            let (directory, _) = try writer.places.locate(effect.path)
            let before = try PreferencesFile(directory: directory).read().preferences
            let after = try writer.file(at: .preferences).map { try Preferences($0.bytes) }
            let changes = before.changes(to: after ?? Preferences())
            return (changes.isEmpty ? [.whole(nil, "preferences")] : changes).map {
                .init($0, effect)
            }
        }
        let wasPresent = effect.isChanged || !effect.isPresent
        let title = FieldChange.Value.field(.text(effect.title))
        let whole = FieldChange(
            name, nil, from: wasPresent ? title : nil, to: effect.isPresent ? title : nil)
        if effect.isRepair { return [.init(whole, effect)] }
        let changes = try FieldChange.list(
            of: name, from: wasPresent ? version(of: name, readerOfDisk(writer)) : nil,
            to: effect.isPresent ? version(of: name, reader()) : nil)
        return (changes.isEmpty ? [whole] : changes).map { .init($0, effect) }
    }

    private func version(
        of name: DocumentName, _ reader: DocumentReader
    ) throws -> DocumentVersion? {
        guard let document = try reader.openIfPresent(name) else { return nil }
        return try DocumentVersion(of: document) { try reader.read(document).data }
    }
}

extension Workspace.Reverted {
    fileprivate init(_ effect: Reversion.Effect) {
        self.init(
            number: effect.name?.number,
            title: effect.name == nil ? effect.path.text : effect.title,
            isPresent: effect.isPresent, isChanged: effect.isChanged,
            formerNumber: effect.formerNumber, newPath: effect.newPath)
    }
}

extension Workspace.PlannedReversion {
    fileprivate init(_ change: FieldChange, _ effect: Reversion.Effect) {
        self.init(
            change: change, formerNumber: effect.formerNumber,
            newPath: change.after == nil ? effect.newPath : nil)
    }
}
