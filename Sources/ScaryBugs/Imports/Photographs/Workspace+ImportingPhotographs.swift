import Containers

extension Workspace {
    /// Makes a document with each photograph that is not here yet. A photograph that can't be read
    /// is refused, and the others are taken.
    ///
    /// ```swift
    /// let search = try PhotographSearch(["Pictures/2026"])
    /// let options = PhotographOptions(kind: .bug, now: now)
    /// let outcome = try workspace.importPhotographs(search.photographs, options)
    /// for effect in outcome.documents { print(effect.title, effect.action) }
    /// ```
    ///
    /// - Parameters:
    ///   - photographs: the photographs of a search.
    ///   - options: the fields of the new documents.
    ///   - confirm: called with the number of new documents before any is made. An error ends the
    ///     import.
    public func importPhotographs(
        _ photographs: [FoundPhotograph], _ options: PhotographOptions,
        confirm: (Int) throws -> Void = { _ in }
    ) throws -> Outcome {
        let plan = try plan(photographs, options)
        return try removingIfUnused {
            if !isDryRun { try confirm(plan.documents.count) }
            var staged = StagedPhotographs()
            var rest: ArraySlice<DocumentName> = []
            do {
                try stage(plan.documents, options, &staged)
                let documents = staged.documents.compactMap { $0?.document }
                rest = try addStaged(preferring: documents.map(\.preferred)) { _, index, _ in
                    documents[index]
                }[...]
            } catch {
                // An interrupted session may go on for long, so its staged documents must not stay.
                Interruption.shielded {
                    directories.staging?.removeUnneeded(
                        staged.documents.lazy.compactMap { $0?.document.contents.name })
                }
                throw error
            }
            let effects = staged.documents.map { new in
                new.flatMap { new in
                    rest.popFirst().map { name in
                        Effect(
                            document: name, title: new.title, action: .added, filled: new.filled)
                    }
                }
            }
            let updates = options.known == .updated ? try update(plan, options) : [:]
            return Outcome(
                .list(plan.effects(ofNew: effects, updates)),
                warnings: try companionsLeftOut(plan, updates) + staged.warnings,
                refusals: plan.refusals + staged.refusals)
        }
    }

    /// Messages about files that belong to photographs of present documents, which lack these files.
    private func companionsLeftOut(
        _ plan: PhotographPlan, _ updates: [DocumentName: Effect]
    ) throws -> [String] {
        try plan.items.flatMap { photograph, item -> [String] in
            guard case .known(let name) = item, !photograph.companions.isEmpty,
                updates[name] == nil
            else { return [] }
            let present = try ifPossible { try reader().openIfPresent(name)?.directory.names() }
            let keys = Set((present ?? []).map(\.collisionKey))
            return photograph.companions.filter { !keys.contains($0.name.collisionKey) }.map {
                "skipped \($0.path), which document \(name.number) lacks; "
                    + "'attach \(name.number) FILE' adds it"
            }
        }
    }

    private func plan(
        _ photographs: [FoundPhotograph], _ options: PhotographOptions
    ) throws -> PhotographPlan {
        let leavesOut = [.updated, .skipped].contains(options.known)
        let deleted = leavesOut ? try deletedPhotographs() : [:]
        var plan = PhotographPlan(
            known: try photographDigests(), deleted: deleted, burst: options.burst)
        for (index, photograph) in photographs.enumerated() {
            report(.reading, index, of: photographs.count, .files)
            try plan.add(photograph)
        }
        return plan
    }

    /// The photographs of deleted documents, with the last date.
    private func deletedPhotographs() throws -> [Digest: Timestamp] {
        try deletions().values.reduce(into: [:]) { dates, deletion in
            for digest in deletion.photographs {
                dates[digest] = max(dates[digest] ?? deletion.date, deletion.date)
            }
        }
    }

    // MARK: Staging

    private struct StagedPhotographs {
        /// The staged documents with the names of the fields that photographs filled; nil for those
        /// that are refused.
        var documents: [(document: StagedDocument, title: String, filled: [String])?] = []
        var (warnings, refusals) = ([] as [String], [] as [ScaryBugsError])
        /// The paths of photographs from a clock that was ahead.
        var future: [String] = []
    }

    /// The number of files that are open at once, of documents whose thumbnails are made together.
    private static let filesTogether = 100

    private func stage(
        _ documents: [[FoundPhotograph]], _ options: PhotographOptions,
        _ staged: inout StagedPhotographs
    ) throws {
        var rest = documents[...]
        while !rest.isEmpty {
            var count = 0
            let batch = rest.prefix { found in
                defer { count += found.reduce(0) { $0 + $1.files.count } }
                return count < Self.filesTogether
            }
            rest = rest.dropFirst(batch.count)
            try stage(batch, of: documents.count, options, &staged)
        }
        if let first = staged.future.first {
            let more = staged.future.count - 1
            staged.warnings.append(
                first + (more > 0 ? " and \(more.counting("more photograph"))" : "")
                    + ": from the future; taken as it is, look at the camera's clock")
        }
    }

    private func stage(
        _ batch: ArraySlice<[FoundPhotograph]>, of count: Int, _ options: PhotographOptions,
        _ staged: inout StagedPhotographs
    ) throws {
        report(.importing, staged.documents.count, of: count)
        let new = batch.map { found in Result { try NewPhotographs(found) } }
        if !isDryRun {
            try Thumbnails.make(for: new.compactMap { try? $0.get().picture }, warn: warn)
        }
        for (found, new) in zip(batch, new) {
            report(.importing, staged.documents.count, of: count)
            try Interruption.check()
            try stage(found, new, options, &staged)
        }
    }

    private func stage(
        _ found: [FoundPhotograph], _ new: Result<NewPhotographs, any Error>,
        _ options: PhotographOptions, _ staged: inout StagedPhotographs
    ) throws {
        do {
            let new = try new.get()
            try new.check(limits)
            let (data, filled) = try new.data(
                kind(options.kind), options, filling: preferences.photographFields)
            let document = try advisingOnFullDisk {
                try stage(NewDocument(data, limits: limits), new.files(data.kind))
            }
            staged.documents.append((document, data.title, filled))
            if filled.contains(Field.seen.name), case .date(let date) = data[.seen],
                date.isAfter(options.now)
            {
                staged.future.append(new.picture.path)
            }
            if let (_, datum) = try new.group().notes.otherPosition {
                staged.warnings.append("\(new.picture.path): \(Datum.warning(about: 1, datum))")
            }
        } catch let error as ScaryBugsError where !error.isOfFullDisk {
            staged.documents.append(nil)
            staged.refusals.append(error.about(found.first?.picture.path ?? ""))
        }
    }
}

extension PhotographPlan {
    /// What becomes of each photograph.
    ///
    /// - Parameters:
    ///   - new: the new documents; nil for refused ones.
    ///   - updates: what photographs changed in documents that are here.
    fileprivate func effects(ofNew new: [Effect?], _ updates: [DocumentName: Effect]) -> [Effect] {
        var updates = updates
        return items.compactMap { photograph, item in
            var effect: Effect?
            switch item {
            case .new(let index): effect = new[index]
            case .known(let known):
                // Of several files with its pixels, the first one changed it.
                effect = updates.removeValue(forKey: known) ?? .init(photographOf: known)
            case .deleted(let date):
                effect = .init(
                    document: nil, title: "", action: .leftOut(deleted: date),
                    known: .init(number: 0, sharing: .photograph))
            case .repeated(let index):
                effect = new[index]?.document.map { .init(photographOf: $0) }
            }
            effect?.origin = ImportOrigin(photograph.picture.path)
            return effect
        }
    }
}

extension Effect {
    /// A photograph is skipped, since a document has it.
    fileprivate init(photographOf document: DocumentName) {
        self.init(
            document: document, title: "", action: .skipped,
            known: Known(number: document.number, sharing: .photograph))
    }
}
