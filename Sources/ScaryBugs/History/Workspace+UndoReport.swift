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
        let (before, after) = try (contents(of: name, disk), contents(of: name, reader()))
        let isOther = before != nil && after != nil && before?.picture != after?.picture
        var changes = FieldChange.list(
            of: name, from: before?.contents, to: after?.contents, hasNewPicture: isOther)
        if before == nil || after == nil, before?.contents == nil, after?.contents == nil {
            changes = [.whole(name, effect.title, effect.isPresent)]
        }
        if changes.isEmpty { changes = [.whole(name, effect.title, effect.isPresent)] }
        return changes.map { .init($0, effect) }
    }

    /// A document as a reader finds it.
    private struct Contents {
        /// Nil if they can't be read.
        let contents: DocumentContents?
        /// The size and the bytes of the photograph.
        let picture: ContentVersion.FileVersion?
    }

    private func contents(of name: DocumentName, _ reader: DocumentReader) throws -> Contents? {
        guard let document = try reader.openIfPresent(name) else { return nil }
        let contents = try ifIntact {
            DocumentContents(data: try reader.read(document).data, picture: try document.picture())
        }
        let picture = try ifPossible {
            try document.pictureVersion()
        }
        return Contents(contents: contents, picture: picture ?? nil)
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
        // One that came and went is no change.
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

extension FieldChange {
    /// Something that changes, but in no field.
    static func whole(
        _ document: DocumentName?, _ title: String, _ isPresent: Bool = true
    ) -> FieldChange {
        FieldChange(
            document, nil, from: .field(.text(title)), to: isPresent ? .field(.text(title)) : nil)
    }
}
