/// The transaction that undoes or redoes changes.
extension Workspace {
    /// Reverts a piece in one transaction.
    ///
    /// - Parameters:
    ///   - names: the new names of documents whose numbers were taken after their removal.
    ///   - repairs: receives the step's number and command if the piece has changes of `check --repair`.
    func revert(
        _ piece: History.Piece, _ kind: JournalRecord.Kind, in history: History,
        names: inout [DocumentName: DocumentName], repairs: inout [Int: String]
    ) throws -> [Reverted] {
        let (unit, lines) = (piece.unit, history.lines(of: piece))
        // For an earlier undo or redo, the targets are the transactions that it reverted.
        let targets = lines.flatMap { history.reversions[$0.number]?.targets ?? [$0.number] }
        let known = names
        var before: [DocumentName: String] = [:]
        var changes: [JournalChange] = []
        var settings: Preferences?
        try transaction(named: kind.rawValue, kind, of: unit.step, targets: targets) {
            transaction in
            names = known
            // Other sessions have used the workspace since the pieces were chosen.
            guard try lines.allSatisfy(journal().history().isCurrent) else {
                throw ScaryBugsError(
                    .exists,
                    "cannot \(kind.rawValue) '\(unit.command)': another session has undone or redone "
                        + "it meanwhile; nothing was changed")
            }
            let reversed = try history.file.reversedChanges(of: lines)
            var reversal = try Reversal(
                of: reversed, in: transaction.places, history: try journal().directory)
            changes = try planned(
                reversed, of: unit, kind, in: history, transaction.places, &reversal, &names)
            for change in changes {
                // A removed document's title can be read only now.
                if let name = change.removedDocument {
                    before[name] = try reader().title(of: name)
                }
                if change.path == .preferences {
                    let file = PreferencesFile(directory: transaction.places.directory)
                    settings = try ifIntact { try file.read().preferences } ?? Preferences()
                }
                transaction.plan(change)
            }
            transaction.forgetHighest()
        }
        if changes.contains(where: \.isOfCheck) { repairs[unit.step.number] = unit.command }
        // The changes are made, so only their report is missing.
        return try Interruption.shielded { try reverted(changes, before, settings, names) }
    }

    /// The changes that revert some lines of a unit, after the changes checked so far.
    ///
    /// - Parameters:
    ///   - reversed: the changes that revert the lines.
    ///   - names: the new names of documents whose numbers were taken after their removal.
    func planned(
        _ reversed: [JournalChange], of unit: History.Unit, _ kind: JournalRecord.Kind,
        in history: History, _ places: WorkspacePlaces, _ reversal: inout Reversal,
        _ names: inout [DocumentName: DocumentName]
    ) throws -> [JournalChange] {
        var changes: [JournalChange] = []
        var problems: [Reversal.Problem] = []
        /// The highest number that is in use or planned, once somebody needs it.
        var highest: Int?
        for change in reversed {
            if kind == .redo, let name = change.addedDocument {
                names[name] = nil
                if try reversal.isInUse(name.number) {
                    let coming = highest == nil ? reversed.compactMap(\.addedDocument?.number) : []
                    let known =
                        try highest
                        ?? max(
                            places.highestNumber(), coming.max() ?? 0,
                            names.values.map(\.number).max() ?? 0)
                    let number = try NumberAllocator.next(after: known)
                    names[name] = DocumentName(number: number, kind: name.kind)
                    highest = number
                }
            }
            let change = change.renamed(names)
            if let problem = try reversal.check(change) { problems.append(problem) }
            changes.append(change)
        }
        if let first = problems.first {
            let subjects = Set(problems.map(\.subject))
            try checkNotBusy(subjects)
            throw refusal(first.kind, subjects, unit, kind)
        }
        return changes
    }

    private func refusal(
        _ problem: Reversal.Problem.Kind, _ subjects: Set<String>, _ unit: History.Unit,
        _ kind: JournalRecord.Kind
    ) -> ScaryBugsError {
        let verb = "cannot \(kind.rawValue) '\(unit.command)'"
        let (what, be) = Self.described(subjects)
        return switch problem {
        case .missing:
            ScaryBugsError(
                .notFound, "\(verb): the history has no earlier version of \(what) any more")
        case .damaged:
            ScaryBugsError(
                .damaged,
                "\(verb): the history has a damaged version of \(what); nothing was changed")
        case .changed:
            ScaryBugsError(
                .exists,
                "\(verb): \(what) \(be) changed later by another program; nothing was changed")
        case .occupied:
            ScaryBugsError(
                .exists,
                "\(verb): the number of \(what) was taken by another program; nothing was changed")
        }
    }

    /// Checks that no later step has changed the same documents, and could be reverted, too.
    func checkNotChangedLater(
        _ units: [History.Unit], _ kind: JournalRecord.Kind, in history: History
    ) throws {
        let makers = (kind == .undo ? history.appliedMakers : history.undoneMakers).numbers
        let later = try history.laterChanges(than: units, among: makers)
        guard let pair = later.values.max(by: { $0.later < $1.later }) else { return }
        let all = try kind == .undo ? history.undoable(100, in: scope) : history.redoable(100)
        let command = { (units: [History.Unit], line: Int) in
            units.first { $0.makers.contains(line) }?.command ?? ""
        }
        let (what, be) = Self.described(Set(later.keys))
        let remedy = try count(of: units.count, all, among: makers, in: history).map {
            "; '\(kind.rawValue) \($0)' takes both"
        }
        throw ScaryBugsError(
            .exists,
            "cannot \(kind.rawValue) '\(command(units, pair.own))': \(what) \(be) changed later by "
                + "'\(command(all, pair.later))'; nothing was changed\(remedy ?? "")")
    }

    /// The least number of units that can be reverted together; nil if all known ones don't suffice.
    private func count(
        of start: Int, _ units: [History.Unit], among makers: [Int], in history: History
    ) throws -> Int? {
        var count = start
        while true {
            let later = try history.laterChanges(than: units.prefix(count), among: makers)
            if later.isEmpty { return count }
            let lines = Set(later.values.map(\.later))
            guard let last = units.lastIndex(where: { !lines.isDisjoint(with: $0.makers) }),
                last >= count
            else { return nil }
            count = last + 1
        }
    }

    /// Documents or the preferences for a message, with the verb.
    static func described(_ subjects: Set<String>) -> (what: String, be: String) {
        let numbers = subjects.compactMap { Int($0) }.sorted()
        if numbers.isEmpty { return ("the preferences", "were") }
        let shown = numbers.prefix(10).map(String.init).joined(separator: ", ")
        let more = numbers.count > 10 ? " and \((numbers.count - 10).grouped) more" : ""
        return numbers.count == 1
            ? ("document \(shown)", "was") : ("documents \(shown)\(more)", "were")
    }

    private func reverted(
        _ changes: [JournalChange], _ before: [DocumentName: String], _ settings: Preferences?,
        _ renumbered: [DocumentName: DocumentName]
    ) throws -> [Reverted] {
        let documents = Set(changes.flatMap(\.documents))
        let former = Dictionary(renumbered.map { ($1, $0.number) }) { first, _ in first }
        let newPaths = Dictionary(
            changes.compactMap(\.departure).map { ($0.document, $0.path.text) }
        ) { $1 }
        // A document that was made and changed in one step comes back by the first change of it.
        let isKept = Dictionary(
            changes.flatMap { change in change.documents.map { ($0, change.keeps($0)) } }
        ) { first, _ in first }
        var result: [Reverted] = []
        let reader = try reader()
        let titled = { @Sendable (name: DocumentName, place: WorkPlace) in
            try (name, reader.at(place).title(of: name))
        }
        try documents.sorted().forEachResult(of: titled) { name, title in
            // Another document may have had the same number. If the step made a document and
            // deleted it again, there is no title to report.
            for (title, isPresent) in [(before[name], false), (title, true)] {
                guard let title else { continue }
                result.append(
                    Reverted(
                        name, title, isPresent: isPresent,
                        isChanged: isPresent && before[name] == nil && isKept[name] == true,
                        former: former[name], newPath: isPresent ? nil : newPaths[name]))
            }
        }
        if let settings { result += Self.reverted(from: settings, to: readPreferences()) }
        warnOfCutOffPictures(broughtBackBy: changes)
        return result + Self.repaired(changes)
    }

    /// Warns of photographs that end early, up to as many as a user reads about.
    private func warnOfCutOffPictures(broughtBackBy changes: [JournalChange]) {
        for change in changes.lazy.filter(\.bringsBackDocument).prefix(20) {
            guard let name = change.path.document,
                // The changes are made, and a photograph that can't be read now fails when it is used.
                let picture = try? reader().openIfPresent(name)?.cutOffPicture()
            else { continue }
            warn("document \(name.number): \(picture) \(Picture.cutOff)")
        }
    }

    /// The entries that a repair moved or changed, which belong to no document.
    private static func repaired(_ changes: [JournalChange]) -> [Reverted] {
        changes.filter { $0.isRepair }.map { change in
            Reverted(change.path.text, setting: change.path.text, isPresent: change.isPresent)
        }
    }

    private static func reverted(from before: Preferences, to after: Preferences) -> [Reverted] {
        let settings = before.changes(to: after).compactMap { change in
            change.field.map { name in
                Reverted(
                    after.title(ofSetting: name), setting: name,
                    isPresent: change.after != nil || Preference.named(name) != nil)
            }
        }
        return settings.isEmpty ? [Reverted("preferences", isPresent: true)] : settings
    }
}

extension Reversal.Problem {
    /// The number of the document, or the name of the preferences file.
    fileprivate var subject: String {
        path.document.map { String($0.number) } ?? PreferencesFile.name
    }
}

extension JournalChange {
    fileprivate var addedDocument: DocumentName? {
        guard case .contents(.document(let name), nil, .some, .history) = self else { return nil }
        return name
    }

    fileprivate var removedDocument: DocumentName? {
        if case .contents(.document(let name), .some, nil, _) = self { return name }
        return departure?.document
    }

    fileprivate func renamed(_ names: [DocumentName: DocumentName]) -> JournalChange {
        guard case .contents(let path, let before, let after, let slot) = self,
            let name = path.document, let new = names[name]
        else { return self }
        switch path {
        case .document: return .contents(.document(new), before: before, after: after, slot: slot)
        case .file(_, let file):
            return .contents(.file(new, file), before: before, after: after, slot: slot)
        case .other: return self
        }
    }
}
