extension Workspace {
    /// Repairs a flaw in a transaction that can be undone.
    ///
    /// - Returns: the outcome; nil if the flaw no longer exists.
    func repair(_ flaw: RepairableFinding) throws -> Finding.Outcome? {
        do {
            switch flaw.remedy {
            case .nothing: return .left(nil)
            case .forgetSteps(let step):
                try locked {
                    let store = try store()
                    try store.forgetSteps(upTo: step)
                    try sweep(store)
                }
                return .repaired
            case .setAside where flaw.isAboutMechanism: return try setAside(flaw)
            default: return try repair(together: [flaw]).first ?? nil
            }
        } catch let error as ScaryBugsError {
            return error.code == .notFound ? nil : .left(error.message)
        }
    }

    /// Moves an entry aside without a transaction. The entry is something that transactions need:
    /// the history, the staging directory, or an entry in the place of the documents' directory.
    private func setAside(_ flaw: RepairableFinding) throws -> Finding.Outcome? {
        guard let base = try openBase() else { return nil }
        return try base.lock.holding {
            guard try base.directory.status(of: flaw.entry) != nil else { return nil }
            let places = WorkspacePlaces(
                directory: base.directory, documents: base.directory, warn: warn)
            let target = try places.setAside(flaw.path)
            try base.directory.sync()
            directories.forgetInner()
            return .moved(to: target.text)
        }
    }

    /// The change is nil if the repair is not a transaction.
    typealias Repair = (outcome: Finding.Outcome, change: WorkspaceChange?)

    /// Plans a repair, and changes nothing.
    ///
    /// - Parameter reserved: paths that other planned repairs will use.
    /// - Returns: nil if the flaw no longer exists.
    func planRepair(
        of flaw: RepairableFinding, avoiding reserved: inout ReservedPaths
    ) throws -> Repair? {
        guard let base = try openBase() else { return nil }
        switch flaw.remedy {
        case .nothing: return (.left(nil), nil)
        case .forgetSteps: return (.repaired, nil)
        default:
            // Something else may be in the place of the documents' directory.
            let documents = try ifIntact { try readable() }
            let places = WorkspacePlaces(
                directory: base.directory, documents: documents ?? base.directory, warn: warn)
            return try plan(flaw, in: places, avoiding: &reserved)
        }
    }

    /// Moves entries in one transaction.
    ///
    /// - Returns: the outcome of each; nil if the flaw no longer exists.
    func repair(together flaws: [RepairableFinding]) throws -> [Finding.Outcome?] {
        do {
            return try writing("check --repair") { try perform(flaws, $0) }
        } catch let error as ScaryBugsError where flaws.count == 1 {
            return [error.code == .notFound ? nil : .left(error.message)]
        } catch is ScaryBugsError {
            // One of them may be the reason.
            return try flaws.map { try repair($0) }
        }
    }

    private func perform(
        _ flaws: [RepairableFinding], _ writer: Writer
    ) throws -> [Finding.Outcome?] {
        let present = try flaws.first.flatMap { try presentFlaws(at: $0.site) }
        var reserved = ReservedPaths()
        return try flaws.map { flaw in
            guard present?.contains(flaw.identity) ?? true,
                let repair = try plan(flaw, in: writer.places, avoiding: &reserved)
            else { return nil }
            if let change = repair.change { try writer.plan(change) }
            return repair.outcome
        }
    }

    /// The flaws that a document has now; nil for another place.
    private func presentFlaws(
        at site: RepairableFinding.Site
    ) throws -> Set<RepairableFinding.Identity>? {
        guard case .document(let name) = site else { return nil }
        let check = DocumentCheck(reader: try reader())
        return Set(try check.look(at: name).flaws.map(\.identity))
    }

    private func plan(
        _ flaw: RepairableFinding, in places: WorkspacePlaces,
        avoiding reserved: inout ReservedPaths
    ) throws -> Repair? {
        let (site, entry) = try places.locate(flaw.path)
        guard let status = try site.status(of: entry) else { return nil }
        switch flaw.remedy {
        case .nothing, .forgetSteps: return (.left(nil), nil)
        case .close:
            let mode: UInt32 = status.kind == .directory ? 0o700 : 0o600
            return (.repaired, .mode(flaw.path, before: status.mode, after: mode))
        case .rename(let name):
            guard let document = flaw.path.document else { return (.left(nil), nil) }
            return (.renamed(to: name), .move(flaw.path, to: .file(document, name)))
        case .renumber(let kind):
            let name = try freeName(kind, for: entry, in: site, avoiding: &reserved)
            return (.renamed(to: name.directoryName), .move(flaw.path, to: .document(name)))
        case .setAside:
            let target = try LostAndFound.freePath(
                for: entry, of: flaw.originName, in: places.directory, avoiding: &reserved)
            return (.moved(to: target.text), .move(flaw.path, to: target))
        }
    }

    /// Returns the number in a name such as `007.scarybug` if it is free, otherwise the highest
    /// number plus one.
    private func freeName(
        _ kind: DocumentKind, for entry: RawName, in documents: Directory,
        avoiding reserved: inout ReservedPaths
    ) throws -> DocumentName {
        let digits = entry.shown.utf8.prefix(while: \.isASCIIDigit)
        let rest = entry.shown.utf8.dropFirst(digits.count)
        if rest.first == UInt8(ascii: "."), let number = Int(asciiDigits: digits),
            DocumentName.numbers.contains(number),
            try DocumentName.all(numbered: number).allSatisfy({ name in
                try !reserved.paths.contains(.document(name))
                    && documents.status(of: name.directoryName) == nil
            })
        {
            return reserved.take(DocumentName(number: number, kind: kind))
        }
        // One list of the directory is enough for all repairs that are planned together.
        let highest =
            try reserved.highest
            ?? documents.names().compactMap { DocumentName(directoryName: $0)?.number }.max() ?? 0
        let next = try DocumentName.number(after: max(highest, reserved.highestTaken))
        reserved.highest = highest
        return reserved.take(DocumentName(number: next, kind: kind))
    }
}

extension RepairableFinding {
    /// The name of the document that contains the entry, which becomes part of its new name.
    fileprivate var originName: String? {
        if case .document(let name) = site { return name.directoryName }
        return nil
    }
}
