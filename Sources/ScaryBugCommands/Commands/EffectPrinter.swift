import ScaryBugs

/// Prints what a command did to documents, or would do: lines for people, records for programs. A dry run
/// prints what would differ, field by field.
class EffectPrinter {
    /// The words of a command for what it does.
    struct Words {
        struct Verb {
            let past: String
            let base: String

            init(_ past: String, _ base: String) { (self.past, self.base) = (past, base) }

            func text(isDryRun: Bool) -> String { isDryRun ? "would \(base)" : past }
        }

        var added = Verb("added", "add")
        var removed = Verb("removed", "remove")
        /// Nil if a changed document is a row of its number and its title.
        var changed: String?
        /// Whether rows of steps are in the same table.
        var hasSteps = false

        /// Fields and files were changed.
        static let edited = Words()
        static let deleted = Words(removed: .init("deleted", "delete"))
        static let undone = Words(
            added: .init("restored", "restore"), changed: "changed back", hasSteps: true)
        static let redone = Words(
            added: .init("restored", "restore"), changed: "changed again", hasSteps: true)
        /// Documents of a backup or of another source.
        static let imported = Words(added: .init("imported", "import"))
        static let restored = Words(added: .init("restored", "restore"))
    }

    let session: Session
    let words: Words
    let isDryRun: Bool
    /// The documents so far that were added or changed.
    private(set) var documents: [DocumentName] = []
    /// Names of the fields that each document got from its photographs.
    private var filled: [[String]] = []
    /// The documents whose new photographs tell something else than fields say.
    private var differing: [Effect] = []
    /// Whether nothing was printed.
    var isIdle = true

    init(_ words: Words, isDryRun: Bool, in session: Session) {
        (self.words, self.isDryRun, self.session) = (words, isDryRun, session)
    }

    // MARK: Dry runs of many documents

    /// The most documents that a dry run prints one by one, and those that it prints of each kind of more.
    private static let (mostPrinted, mostOfKind) = (50, 3)

    /// The numbers of documents by what would become of them; nil if each is printed.
    private var totals: [(kind: Kind, count: Int)]?

    /// The fate of a document.
    private struct Kind: Equatable {
        let verb: String
        /// Whether another document would have the same identifier or text.
        let isCopy: Bool
    }

    /// Prints only totals and the first documents of each kind from now on, if a dry run has many.
    func shorten(count: Int) {
        guard isDryRun, session.output.format == .table, count > Self.mostPrinted else { return }
        totals = totals ?? []
    }

    /// Counts an effect, and tells whether it is printed.
    func isShown(_ verb: String, isCopy: Bool = false) -> Bool {
        guard var totals else { return true }
        let kind = Kind(verb: verb, isCopy: isCopy)
        let index = totals.firstIndex { $0.kind == kind } ?? totals.endIndex
        if index == totals.endIndex { totals.append((kind, 0)) }
        totals[index].count += 1
        self.totals = totals
        return totals[index].count <= Self.mostOfKind
    }

    func isShown(_ effect: Effect) -> Bool {
        isShown(verb(of: effect).base, isCopy: effect.action == .added && effect.known != nil)
    }

    func printTotals() throws {
        guard let totals, !totals.isEmpty else { return }
        let texts = totals.map { kind, count in
            "\(kind.verb) \(count.grouped)" + (kind.isCopy ? " that the workspace has already" : "")
        }
        try session.output.endRows()
        try session.output.print(
            note: "would \(texts.joined(separator: ", ")); --all prints each of them")
    }

    func verb(of effect: Effect) -> Words.Verb {
        switch effect.action {
        case .skipped: .init("skipped", "skip")
        case .leftOut: .init("left out", "leave out")
        case .updated: .init("updated", "update")
        case .merged: .init("merged", "merge")
        case .changed, .unchanged: .init("changed", "change")
        case .removed: words.removed
        case .added: words.added
        }
    }

    // MARK: Effects

    /// Prints one effect.
    func print(_ effect: Effect) throws {
        note(effect)
        if isDryRun, effect.action == .unchanged && effect.changes.isEmpty || !isShown(effect) {
            isIdle = isIdle && effect.action == .unchanged
            return
        }
        if isDryRun, !effect.changes.isEmpty { return try print(changesOf: effect) }
        try session.output.print(Record(effect, self))
    }

    /// Remembers a document that was printed, and what its photographs filled.
    func note(_ effect: Effect) {
        if !effect.filled.isEmpty { filled.append(effect.filled) }
        if !effect.differing.isEmpty { differing.append(effect) }
        guard !isDryRun, let document = effect.document, !effect.isSkipped else { return }
        if effect.isPresent { documents.append(document) }
        if !effect.isPresent, session.openDocument == document { session.openDocument = nil }
    }

    /// Prints the changes of an effect, a row each.
    func print(changesOf effect: Effect) throws {
        for change in effect.changes {
            isIdle = false
            try session.output.print(row: Record(change, of: effect, words))
        }
    }

    /// Tells which fields photographs filled, once for a command.
    func reportFilled() throws {
        try session.report(filled: filled)
        for effect in differing {
            guard let number = effect.document?.number else { continue }
            let words = ["set", "\(number)"] + effect.differing
            try session.notice(
                "\(number): the new photograph tells something else; "
                    + "'\(LineLexer.line(of: words))' takes it")
        }
        (filled, differing) = ([], [])
    }
}

extension Session {
    /// Tells which fields photographs filled: `seen and at from 58 photographs`.
    ///
    /// - Parameter filled: the names of the fields that each document got from its photographs.
    func report(filled: [[String]]) throws {
        var counts: [(name: String, count: Int)] = []
        for name in filled.joined() {
            if let index = counts.firstIndex(where: { $0.name == name }) {
                counts[index].count += 1
            } else {
                counts.append((name, 1))
            }
        }
        guard let first = counts.first else { return }
        let names = [
            counts.dropLast().map(\.name).joined(separator: ", "), counts[counts.count - 1].name,
        ].filter { !$0.isEmpty }.joined(separator: " and ")
        let parts =
            counts.allSatisfy { $0.count == first.count }
            ? ["\(names) from \(first.count.counting("photograph"))"]
            : counts.map { "\($0.name) from \($0.count.counting("photograph"))" }
        try notice(parts.joined(separator: ", "))
    }

    /// Changes documents, or plans to, and prints what became of each.
    ///
    /// - Parameters:
    ///   - printsAll: whether a dry run prints all of many documents.
    ///   - consequence: the state that an interruption leaves.
    ///   - body: changes the documents, or tells why they could not be changed.
    /// - Returns: the documents that were changed.
    @discardableResult
    func print(
        _ words: EffectPrinter.Words, isDryRun: Bool, printsAll: Bool = false,
        ifInterrupted consequence: String, _ body: (Workspace) throws -> [Result<Effect, any Error>]
    ) throws -> [DocumentName] {
        let printer = EffectPrinter(words, isDryRun: isDryRun, in: self)
        let results = try interruptible(isDryRun ? nil : consequence) {
            try workspace.dryRun(if: isDryRun) { try body(workspace) }
        }
        if !printsAll { printer.shorten(count: results.count) }
        for result in results {
            try reportingErrors { try printer.print(result.get()) }
            if case .failure = result { printer.isIdle = false }
        }
        try printer.printTotals()
        try printer.reportFilled()
        if isDryRun, printer.isIdle { try output.print(note: "nothing would change") }
        return printer.documents
    }
}

extension Record {
    /// The columns of a step in a table of documents, without values.
    fileprivate static let noUndoneStep: Values = [("step", .null), ("command", .null)]

    /// What a command did to a document or a setting.
    fileprivate init(_ effect: Effect, _ printer: EffectPrinter) {
        let words = printer.words
        switch effect.action {
        case .changed where words.changed == nil, .unchanged:
            self.init(edited: effect, printer.session)
        case .merged: self.init(merged: effect, isDryRun: printer.isDryRun)
        default: self.init(effect, words, isDryRun: printer.isDryRun)
        }
    }

    /// A document with its values. CSV does not say that nothing changed, because a table has the columns
    /// of documents.
    private init(edited effect: Effect, _ session: Session) {
        let number = effect.document?.number
        var brief = Record(
            [Cell(number.map(String.init) ?? "", .number), Cell(effect.title)],
            [("number", .integer(number))])
        // People see no more of it.
        if session.output.format != .table, let name = effect.document,
            let document = try? session.workspace.document(name)
        {
            brief = Record(brief: document)
        }
        guard effect.action == .unchanged else {
            self = brief
            return
        }
        self.init(
            brief.cells + [Cell("nothing changed")],
            brief.values + [("changed", .boolean(false))], columns: brief.columns)
    }

    private init(merged effect: Effect, isDryRun: Bool) {
        let verb = EffectPrinter.Words.Verb("merged", "merge").text(isDryRun: isDryRun)
        let number = effect.document?.number ?? 0
        let changed = effect.changedText.isEmpty ? "" : ": \(effect.changedText)"
        self.init(
            "\(verb) \(Record.subject(number, effect.title))\(changed)",
            [
                ("number", .integer(number)), ("title", .string(effect.title)),
                ("changed", .list(effect.changed.map { .string($0) })),
            ])
    }

    private init(_ effect: Effect, _ words: EffectPrinter.Words, isDryRun: Bool) {
        let isEdit = effect.action == .changed && effect.document != nil
        let verb = effect.isPresent ? words.added : words.removed
        let action = effect.newPath == nil ? verb.text(isDryRun: isDryRun) : "moved"
        let text = isEdit ? words.changed ?? "changed" : action
        let subject =
            effect.document.map { Record.subject($0.number, effect.title) } ?? effect.title
        let conflict = effect.was.map { " (\($0) was taken)" } ?? ""
        let move = effect.newPath.map { " to \($0)" } ?? ""
        let values: Values =
            [("number", .integer(effect.document?.number)), ("title", .string(effect.title))]
            + (words.hasSteps
                ? [
                    ("action", .string(isEdit ? "changed" : action)), ("was", .integer(effect.was)),
                ] : [])
        self.init(
            [Cell("\(text) \(subject)\(conflict)\(move)")],
            values + Self.values(ofNewPath: effect.newPath),
            columns: values + (words.hasSteps ? Self.noUndoneStep : []))
    }

    /// A change that an effect would make.
    fileprivate init(_ change: FieldChange, of effect: Effect, _ words: EffectPrinter.Words) {
        let newPath = change.after == nil ? effect.newPath : nil
        let removed = newPath == nil ? words.removed.text(isDryRun: true) : "would move"
        let record = Record(change, verbs: (words.added.text(isDryRun: true), removed))
        guard words.hasSteps else {
            self = record
            return
        }
        let conflict = effect.was.map { " (\($0) is taken)" } ?? ""
        let move = newPath.map { " to \($0)" } ?? ""
        let last = record.cells.suffix(1).map { Cell($0.text + conflict + move, $0.style) }
        let was = ("was", Value.integer(effect.was))
        self.init(
            record.cells.dropLast() + last,
            record.values + [was] + Self.values(ofNewPath: newPath),
            columns: record.columns + [was] + Self.noUndoneStep)
    }

    /// Only a document that moves has a path.
    private static func values(ofNewPath path: String?) -> Values {
        path.map { [("path", .string($0))] } ?? []
    }
}
