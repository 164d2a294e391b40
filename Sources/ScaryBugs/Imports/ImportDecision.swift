/// What becomes of a document of a source.
enum ImportDecision {
    /// - Parameter number: its number here; 0 until it has one.
    case add(number: Int, Effect.Known?)
    case skip(Effect.Known)
    /// Few documents merge, so a large value would make all decisions large.
    indirect case merge(PlannedMerge)
    /// A merge that was made, or that nothing was left to make of.
    indirect case merged(Effect)
    case leaveOut(deleted: Timestamp)

    var isAddition: Bool {
        if case .add = self { return true }
        return false
    }

    /// Whether it changes nothing.
    var isSkipping: Bool {
        switch self {
        case .skip, .leaveOut: true
        case .add, .merge, .merged: false
        }
    }
}

extension Workspace {
    /// Decides what becomes of documents that a reader accepted. No two of them are copies of one document,
    /// except in a plain import.
    func plan(_ indices: [Int], of reader: ImportReader, _ run: ImportRun) throws {
        defer { run.closeHistory() }
        var otherFiles: (count: Int, first: ImportOrigin?) = (0, nil)
        for index in indices {
            try Interruption.check()
            let document = try reader.accepted.document(at: index)
            // A merge that is impossible is refused before anything is added.
            do {
                let decision = try decision(document, reader, run, &otherFiles.count)
                reader.accepted.decide(decision, at: index)
            } catch let error as ScaryBugsError where error.code == .limitExceeded {
                reader.refuse(document, because: error)
            }
            otherFiles.first = otherFiles.first ?? document.origin
        }
        if otherFiles.count > 0, let origin = otherFiles.first {
            let records =
                otherFiles.count == 1 ? "1 record has" : "\(otherFiles.count.grouped) records have"
            reader.warn(
                "\(records) other pictures than the documents here, which keep theirs; "
                    + "'set N image=FILE' takes one", ImportOrigin(origin.name))
        }
    }

    private func decision(
        _ document: ImportReader.Accepted, _ reader: ImportReader, _ run: ImportRun,
        _ otherFiles: inout Int
    ) throws -> ImportDecision {
        let treatment = reader.options.known
        guard
            let (name, hasContent) = try run.known.document(
                like: document, exactly: treatment.isExact)
        else {
            let deleted =
                treatment.isExact
                ? try run.known.deletionDate(of: document.taken.identifier) : nil
            if let deleted { return .leaveOut(deleted: deleted) }
            guard !document.contents.name.isEmpty else {
                throw ScaryBugsError(
                    .busy, "\(document.origin): its document vanished meanwhile; try again")
            }
            return .add(number: 0, nil)
        }
        // A copy that comes in anyway needs no comparison of what both know.
        if treatment == .copied, hasContent, try hasSameFiles(as: document, name) {
            return .add(number: 0, .init(number: name.number, sharing: .content))
        }
        var merge: PlannedMerge?
        // A table has many rows, and nobody asks how old each one is that stays out.
        let isLeftOut = treatment == .skipped && document.row != nil
        if name.kind == document.kind, !isLeftOut {
            let compare = {
                try self.plannedMerge(
                    of: document, into: name, reader.options, run.historyVersions)
            }
            merge =
                switch treatment {
                case .updated: try compare()
                // Without an answer it would come in once more.
                case .skippedIfSame: try ifIntact(compare)
                case .copied, .skipped: try ifPossible(compare)
                }
        }
        if let doubt = merge?.doubt, doubt != document.taken.doubt {
            reader.warn(doubt, document.origin)
        }
        if let packer = merge?.packer {
            let sender = try? Recipient(document.taken.sender)
            run.taken.append(.met(packer, from: sender?.description ?? ""))
        }
        // Only copies bring files.
        if let merge, document.row != nil, treatment == .updated,
            !document.version.hasSameFiles(as: merge.files)
        {
            otherFiles += 1
        }
        // All that the incoming copy has is here, so only what it knows is new.
        let isKnown = document.row == nil && merge?.result.isIdle == true
        let sharing: Effect.Known.Sharing =
            switch merge?.result.relation {
            case .same: .content
            // A row of a table of `list` doesn't tell how old it is.
            case .some where document.row == nil && !document.taken.isOfOthers: .identifier
            case .newer where !isKnown || treatment != .updated: .newer
            case .parted where !isKnown: .parted
            case .older, .newer, .parted: .older
            case nil: .identifier
            }
        let known = Effect.Known(
            number: name.number, sharing: sharing, kept: merge?.result.kept ?? [])
        switch (treatment, sharing) {
        case (.copied, _): return .add(number: 0, known)
        case (.skippedIfSame, _) where !known.isIdentical: return .add(number: 0, known)
        case (.updated, .newer), (.updated, .parted):
            guard let merge else { return .skip(known) }
            if !merge.result.isIdle { return .merge(merge) }
        default: break
        }
        // A document that becomes another one has to be here before it can know more.
        if let merge, merge.result.isIdle, let learned = merge.learned {
            run.taken.append(.learned(learned))
        }
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

    /// Carries out what was decided.
    func add(_ indices: [Int], of reader: ImportReader, _ run: ImportRun) throws {
        let accepted = reader.accepted
        let added = indices.filter { accepted.decisions[$0]?.isAddition == true }
        if reader.options.known == .updated, !added.isEmpty, accepted.undone == nil {
            accepted.undone = try historyVersions()?.undoneDocuments()
        }
        // All documents come in, so the others leave their numbers to them.
        let highest = reader.options.known == .copied ? accepted.highestNumber : 0
        _ = try addStaged(
            preferring: added.lazy.map { accepted.numbers[$0].map(Int.init) }, above: highest
        ) { writer, place, number in
            let document = try accepted.document(at: added[place])
            try writer.store.endDeletion(
                of: document.taken.identifier, by: writer.nextChange)
            accepted.setNumber(number, at: added[place])
            try run.known.record(document, as: DocumentName(number: number, kind: document.kind))
            return document.staged
        }
        var versions: HistoryVersions?
        for index in indices {
            guard case .merge(let planned)? = accepted.decisions[index] else { continue }
            versions = try versions ?? historyVersions()
            let document = try accepted.document(at: index)
            let merge = try merge(document, planned, reader.options)
            if let learned = merge?.learned { run.taken.append(.learned(learned)) }
            let effect = try merge.map { merge in
                var effect = Effect(of: document, merge)
                effect.returned = try versions?.undone(merge.changes, of: merge.name) ?? []
                return effect
            }
            accepted.decide(
                effect.map { .merged($0) }
                    ?? .skip(.init(number: planned.name.number, sharing: .older)), at: index)
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
