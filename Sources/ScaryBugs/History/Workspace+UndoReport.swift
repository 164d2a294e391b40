// What `undo` and `redo` tell.

extension Workspace {
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
        return Reversion.Effect.merged(effects).flatMap { effect in
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
        if effect.isRepair || effect.isWhole {
            return [.init(.whole(name, effect.title, effect.isPresent), effect)]
        }
        let disk = DocumentReader(
            documents: writer.places.documents, limits: limits, customFields: customFields)
        let changes = try FieldChange.list(
            of: name, from: version(of: name, disk), to: version(of: name, reader()))
        return (changes.isEmpty ? [.whole(name, effect.title, effect.isPresent)] : changes).map {
            .init($0, effect)
        }
    }

    private func version(
        of name: DocumentName, _ reader: DocumentReader
    ) throws -> DocumentVersion? {
        guard let document = try reader.openIfPresent(name) else { return nil }
        return try DocumentVersion(of: document) { try reader.read(document).data }
    }
}

extension Reversion.Effect {
    /// One effect for each thing that changed: documents by number, after all else.
    static func merged(_ effects: [Self]) -> [Self] {
        let documents = Dictionary(grouping: effects.filter { $0.name != nil }) {
            $0.name?.number ?? 0
        }
        let others = effects.filter { $0.name == nil }.reduce(into: [Self]()) { result, effect in
            if let index = result.firstIndex(where: { $0.path == effect.path }) {
                result[index].isPresent = effect.isPresent
            } else {
                result.append(effect)
            }
        }
        return others + documents.keys.sorted().flatMap { ofOneNumber(documents[$0] ?? []) }
    }

    /// The effect on a number. If another document had it before, that has an effect of its own.
    private static func ofOneNumber(_ effects: [Self]) -> [Self] {
        guard let first = effects.first, var last = effects.last else { return [] }
        // A document that came and went did not change.
        let wasThere = !first.isPresent || first.isChanged
        guard wasThere || last.isPresent else { return [] }
        last.isChanged = effects.allSatisfy(\.isChanged)
        if last.isPresent { last.formerNumber = effects.lazy.compactMap(\.formerNumber).last }
        guard last.isPresent, var removed = effects.last(where: { !$0.isPresent }) else {
            return [last]
        }
        (removed.isWhole, last.isWhole) = (true, true)
        return [removed, last]
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
