/// One run of `check`: examines the whole workspace, repairs findings on request, and reports them.
final class CheckRun {
    private let workspace: Workspace
    private let task: Task
    private let report: (Finding) throws -> Void
    private(set) var result = Workspace.Checked()
    /// Index rows that differed from their documents at the first comparison.
    private var suspects: [Int64] = []
    private var reserved = ReservedPaths()
    /// Documents whose photographs have no thumbnail.
    private var withoutThumbnail: [DocumentName] = []

    enum Task {
        case reporting, planning, repairing
    }

    init(_ workspace: Workspace, _ task: Task, _ report: @escaping (Finding) throws -> Void) {
        self.workspace = workspace
        self.task = task
        self.report = report
    }

    func run() throws {
        guard let base = try workspace.openBase() else { return }
        // Opening the workspace recovers from killed programs and sets damaged preferences aside, so
        // it comes before the checks. If it fails because something else is in the place of the
        // documents' directory, a check below reports that.
        _ = workspace.readPreferences()
        _ = try ifPossible { try workspace.readable() }
        let sweep = { [workspace] () -> Void in
            try? base.lock.holdingIfFree {
                // The recovery needs these directories, so it comes first.
                try workspace.recoverIfDue()
                try PrivateDirectory.remove(
                    Staging.abandoned(in: base.directory), upTo: RemovalBound())
            }
        }
        try resolveAll { _ in
            try WorkspaceCheck(workspace: base.directory, lock: base.lock, sweep: sweep).flaws()
                + historyFlaws(base)
        }
        guard let documents = try readableDocuments() else { return }
        let names = try checkNames(in: documents)
        result.documents = names.count
        let hasIndex = try workspace.hasIndexToCheck()
        try check(names, comparing: hasIndex)
        if hasIndex { try checkIndex() }
        try reportLostIndex()
        result.withoutThumbnail = withoutThumbnail.count
        guard task == .repairing else { return }
        result.thumbnails = try workspace.addThumbnails(to: withoutThumbnail)
        if result.repaired + result.thumbnails > 0 { _ = try workspace.refresh() }
    }

    /// The recovery ensures that no session has died in the middle of a change.
    private func historyFlaws(_ base: WorkspaceDirectories.Base) throws -> [RepairableFinding] {
        do {
            _ = try ifIntact { try workspace.recoverIfFree(base) }
            return try HistoryCheck(workspace: base.directory).flaws()
        } catch let error as ScaryBugsError where error.mayPass {
            return [.unreadable(.entry(HistoryStore.directoryName), error)]
        }
    }

    /// Opens the documents' directory; nil if there is none, or if a finding explains the failure.
    private func readableDocuments() throws -> Directory? {
        let isExplained = result.open > 0 || task == .planning && result.repaired > 0
        guard isExplained else { return try workspace.readable() }
        return try ifIntact { try workspace.readable() }
    }

    // MARK: Names

    private func checkNames(in documents: Directory) throws -> [DocumentName] {
        try resolveAll { _ in try DocumentsCheck(documents).flaws }
        try resolveAll { _ in try DocumentsCheck(documents).duplicates.compactMap(confirmed) }
        // Repairs may have renamed some documents.
        return try workspace.documentNames()
    }

    /// Checks a duplicate again under the lock. Another session may have removed one document and
    /// added the other during the listing.
    private func confirmed(_ name: DocumentName) throws -> RepairableFinding? {
        guard let documents = try workspace.readable() else { return nil }
        return try workspace.whileFree {
            let present = try workspace.documentNames(name.number, in: documents)
            return present.count > 1 && present.contains(name)
                ? DocumentsCheck.duplicate(name) : nil
        } ?? nil
    }

    // MARK: Documents

    /// A batch of documents for one thread, with their rows in the index.
    private struct Piece: Sendable {
        let names: [DocumentName]
        let rows: [Int64: IndexedRow]?
    }

    private struct Looked: Sendable {
        let count: Int
        var flawed: [(name: DocumentName, flaws: [RepairableFinding])] = []
        var suspects: [Int64] = []
        var withoutThumbnail: [DocumentName] = []
    }

    private func check(_ names: [DocumentName], comparing: Bool) throws {
        let check = DocumentCheck(reader: try workspace.reader())
        var rest = names[...]
        var done = 0
        var start: Int64? = 0
        let work = OrderedWork<Piece, Looked>(gathering: 0, itemsPerThread: 4) {
            try Self.look(at: $0, check.at($1))
        }
        try work.run(
            next: {
                guard let first = start else { return nil }
                let piece = rest.popFirst(Workspace.checkedTogether) ?? []
                let end = rest.isEmpty ? Int64.max : piece.last?.indexID ?? .max
                start = rest.isEmpty ? nil : end + 1
                let rows = comparing ? try workspace.indexedRows(first...end) : nil
                return Piece(names: piece, rows: rows)
            },
            consume: { results in
                for result in results {
                    let looked = try result.get()
                    suspects += looked.suspects
                    withoutThumbnail += looked.withoutThumbnail
                    done += looked.count
                    workspace.report(.checking, done, of: names.count)
                    for document in looked.flawed { try resolve(document.flaws, of: document.name) }
                }
            })
    }

    private static func look(at piece: Piece, _ check: DocumentCheck) throws -> Looked {
        var looked = Looked(count: piece.names.count)
        var others = piece.rows ?? [:]
        for name in piece.names {
            let result = try check.look(at: name)
            if result.lacksThumbnail { looked.withoutThumbnail.append(name) }
            if !result.flaws.isEmpty { looked.flawed.append((name, result.flaws)) }
            let indexed = others.removeValue(forKey: name.indexID)
            // An unreadable document already has its own finding, which may explain the difference.
            guard piece.rows != nil, !result.flaws.contains(where: \.finding.isOpen) else {
                continue
            }
            if indexed.map({ !$0.agrees(with: result.row(of: name)) }) ?? true {
                looked.suspects.append(name.indexID)
            }
        }
        looked.suspects += others.keys.sorted()
        return looked
    }

    /// Reports the findings about a document, or repairs them one by one.
    private func resolve(_ flaws: [RepairableFinding], of name: DocumentName) throws {
        let check = DocumentCheck(reader: try workspace.reader())
        try resolveAll { isFirst in isFirst ? flaws : try check.look(at: name).flaws }
    }

    // MARK: Settling

    /// Reports flaws, or repairs them one by one. It looks for flaws again after each repair that may
    /// have uncovered another flaw or solved several, and after all others.
    ///
    /// - Parameter look: finds flaws; receives whether any were resolved before.
    private func resolveAll(_ look: (_ isFirst: Bool) throws -> [RepairableFinding]) throws {
        guard task == .repairing else {
            for flaw in try look(true) { try resolve(flaw) }
            return
        }
        var resolved: Set<RepairableFinding.Identity> = []
        while true {
            let flaws = try look(resolved.isEmpty).filter { !resolved.contains($0.identity) }
            if flaws.isEmpty { return }
            let together = flaws.filter(\.isMovedWithOthers)
            if together.count > 1 {
                resolved.formUnion(together.map(\.identity))
                try resolve(together: together)
                continue
            }
            for flaw in flaws where resolved.insert(flaw.identity).inserted {
                try resolve(flaw)
                if !flaw.isIndependent { break }
            }
        }
    }

    /// Moves entries aside, or gives documents unused numbers.
    private func resolve(together flaws: [RepairableFinding]) throws {
        var rest = flaws[...]
        while let piece = rest.popFirst(Self.movedTogether) {
            try Interruption.check()
            for (flaw, outcome) in zip(piece, try workspace.repair(together: piece)) {
                if let outcome { try count(flaw.finding, outcome) }
            }
        }
    }

    /// The most entries that one transaction moves.
    private static let movedTogether = 1_000

    private func resolve(_ flaw: RepairableFinding) throws {
        try Interruption.check()
        if let outcome = try outcome(of: flaw) { try count(flaw.finding, outcome) }
    }

    /// Repairs a flaw, or plans its repair. Returns nil if the flaw no longer exists.
    private func outcome(of flaw: RepairableFinding) throws -> Finding.Outcome? {
        guard task != .reporting, flaw.finding.isOpen else { return flaw.finding.outcome }
        if task == .repairing { return try workspace.repair(flaw) }
        return try workspace.planRepair(of: flaw, avoiding: &reserved)?.outcome
    }

    private func count(_ finding: Finding, _ outcome: Finding.Outcome) throws {
        var finding = finding
        finding.outcome = outcome
        if finding.isOpen {
            result.open += 1
        } else if finding.outcome != .told {
            result.repaired += 1
        }
        try report(finding)
    }

    // MARK: Index

    private func checkIndex() throws {
        let flaws = try workspace.flawsInRows(suspects)
        let isSound = try workspace.withIndex { try $0.isSound() } ?? true
        if flaws.isEmpty, isSound { return }
        if task == .repairing {
            if isSound, flaws.allSatisfy({ $0.flaw == .stale }) {
                _ = try workspace.refresh()
            } else {
                try workspace.remakeIndex()
            }
        }
        for (id, flaw) in flaws { try countIndex(Self.finding(id, flaw)) }
        if !isSound {
            try countIndex(Finding(.damagedIndex, Workspace.documentsName, "has a damaged index"))
        }
    }

    /// Reports an index that was too damaged to compare. Reading it has removed it already.
    private func reportLostIndex() throws {
        guard workspace.index.wasDamaged else { return }
        try count(
            Finding(
                .damagedIndex, Workspace.documentsName,
                "had a damaged index, which is made again"),
            .repaired)
    }

    private static func finding(_ id: Int64, _ flaw: Workspace.RowFlaw) -> Finding {
        let name = DocumentName(indexID: id)
        let path = "\(Workspace.documentsName)/\(name.directoryName)"
        return switch flaw {
        case .stale:
            Finding(
                .staleIndex, path, number: name.number,
                "was changed by another program; 'refresh' reads it again")
        case .wrong:
            Finding(.damagedIndex, path, number: name.number, "differs from the index")
        }
    }

    private func countIndex(_ finding: Finding) throws {
        try count(finding, task == .reporting ? finding.outcome : .repaired)
    }
}
