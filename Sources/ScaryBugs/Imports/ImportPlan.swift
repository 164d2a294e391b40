/// The treatment of documents of one source. No two of them are copies of one document, except in a plain import.
struct ImportPlan {
    enum Decision {
        case add(Effect.Known?)
        case skip(Effect.Known)
        /// Few documents merge, so a large value would make all decisions large.
        indirect case merge(PlannedMerge)
        case leaveOut(deleted: Timestamp)
    }

    /// The document's index in its source, with what becomes of it.
    fileprivate(set) var decisions: [(index: Int, decision: Decision)] = []
}

extension Workspace {
    /// Decides what becomes of documents that a reader accepted.
    func plan(
        _ indices: [Int], of reader: ImportReader, _ run: ImportRun
    ) throws -> ImportPlan {
        var plan = ImportPlan()
        var otherFiles = 0
        for index in indices {
            try Interruption.check()
            let document = reader.accepted[index]
            // A merge that is impossible is refused before anything is added.
            do {
                let decision = try decision(document, reader, run, &otherFiles)
                plan.decisions.append((index, decision))
            } catch let error as ScaryBugsError where error.code == .limitExceeded {
                reader.refuse(document, because: error)
            }
        }
        if otherFiles > 0, let origin = indices.first.map({ reader.accepted[$0].origin }) {
            let records = otherFiles == 1 ? "1 record has" : "\(otherFiles.grouped) records have"
            reader.warn(
                "\(records) other pictures than the documents here, which keep theirs; "
                    + "'set N image=FILE' takes one", ImportOrigin(origin.name))
        }
        return plan
    }

    private func decision(
        _ document: ImportReader.Accepted, _ reader: ImportReader, _ run: ImportRun,
        _ otherFiles: inout Int
    ) throws -> ImportPlan.Decision {
        let treatment = reader.options.known
        guard
            let (name, hasContent) = try run.known.document(
                like: document, exactly: treatment.isExact)
        else {
            let deleted =
                treatment.isExact
                ? try run.known.deletionDate(of: document.taken.identifier) : nil
            return deleted.map { .leaveOut(deleted: $0) } ?? .add(nil)
        }
        // A copy that comes in anyway needs no comparison of what both know.
        if treatment == .copied, hasContent, try hasSameFiles(as: document, name) {
            return .add(.init(number: name.number, sharing: .content))
        }
        var merge: PlannedMerge?
        // A table has many rows, and nobody asks how old each one is that stays out.
        let isLeftOut = treatment == .skipped && document.row != nil
        if name.kind == document.kind, !isLeftOut {
            let compare = { try self.plannedMerge(of: document, into: name, reader.options) }
            merge = try treatment == .updated ? compare() : ifPossible(compare)
        }
        if let doubt = merge?.doubt, doubt != document.taken.doubt {
            reader.warn(doubt, document.origin)
        }
        // Only copies bring files.
        if let merge, document.row != nil, treatment == .updated,
            !document.version.hasSameFiles(as: merge.files)
        {
            otherFiles += 1
        }
        let sharing: Effect.Known.Sharing =
            switch merge?.relation {
            case .same: .content
            case .older: .older
            case .newer: .newer
            case .parted: .parted
            case nil: .identifier
            }
        let known = Effect.Known(
            number: name.number, sharing: sharing, kept: merge?.merge.kept ?? [])
        switch (treatment, sharing) {
        case (.copied, _): return .add(known)
        case (.skippedIfSame, _) where !known.isIdentical: return .add(known)
        case (.updated, .newer), (.updated, .parted):
            guard let merge else { return .skip(known) }
            // All that the incoming copy has is here, so only what it knows is new.
            if merge.isIdle { break }
            return .merge(merge)
        default: break
        }
        if let learned = merge?.learned { run.taken.append(.learned(learned)) }
        return .skip(known)
    }

    /// Whether a document has the content of an incoming one, and its files.
    private func hasSameFiles(
        as document: ImportReader.Accepted, _ name: DocumentName
    ) throws -> Bool {
        try ifIntact {
            let reader = try reader()
            guard let present = try reader.openIfPresent(name),
                let data = try reader.readIfPresent(present)?.data,
                // Another program may have changed it since the index was made.
                try Digest(data, present.files()) == document.taken.content
            else { return false }
            let files = try present.directory.version(checksums: .all)
            return files.content == document.version.content
        } ?? false
    }

    /// Carries out a plan.
    ///
    /// - Returns: what became of each document, with its index.
    func add(
        _ plan: ImportPlan, of reader: ImportReader, _ run: ImportRun
    ) throws -> [(Int, Effect)] {
        let added = plan.decisions.compactMap { index, decision in
            if case .add = decision { index } else { nil }
        }
        let documents = reader.accepted
        // All documents come in, so the others leave their numbers to them.
        let highest =
            reader.options.known == .copied ? documents.lazy.compactMap(\.was).max() : nil
        let numbers = try addStaged(
            added.map { documents[$0].staged }, above: highest ?? 0
        ) { writer, _ in
            try writer.store.removeDeletions(of: added.map { documents[$0].taken.identifier })
        }.map(\.number)
        let assigned = Dictionary(uniqueKeysWithValues: zip(added, numbers))
        return try plan.decisions.map { index, decision in
            let document = documents[index]
            switch decision {
            case .add(let known):
                let effect = Effect(of: document, .added, assigned[index] ?? 0, known: known)
                if let name = effect.document { run.known.record(document, as: name) }
                run.taken.append(.added(document.taken, number: effect.document?.number ?? 0))
                return (index, effect)
            case .skip(let known):
                return (index, Effect(of: document, .skipped, known.number, known: known))
            case .leaveOut(let date):
                return (index, Effect(of: document, .leftOut(deleted: date), nil, known: nil))
            case .merge(let merge):
                let known = Effect.Known(number: merge.name.number, sharing: .older)
                guard let merge = try self.merge(document, merge, reader.options) else {
                    return (index, Effect(of: document, .skipped, known.number, known: known))
                }
                run.taken.append(.merged(document.taken, number: merge.name.number))
                return (index, Effect(of: document, merge))
            }
        }
    }
}

extension ContentVersion {
    /// Whether another version has all files of the content, under whatever names.
    fileprivate func hasSameFiles(as other: ContentVersion) -> Bool {
        let sums = { (version: ContentVersion) in
            version.files.filter { ContentFiles.isOfContent($0.name) }.compactMap(\.checksum)
        }
        return Set(sums(self)).isSubset(of: sums(other))
    }
}
