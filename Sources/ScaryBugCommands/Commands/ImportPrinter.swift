import ScaryBugs

/// Prints what became of the documents of sources that were imported or restored, or what would.
final class ImportPrinter: EffectPrinter {
    /// A document is a sentence; people at a terminal see several documents of a file as short rows below
    /// its name. Or each is a row, also with all of its values.
    enum Form { case sentences, rows, fullRows }

    private let form: Form
    /// Whether records tell which documents are skipped.
    var tellsSkipped: Bool
    /// The option with or without which a deleted document comes back.
    var wayBack: String
    /// The sender of the message that the documents come from; nil for no message.
    var sender: String?
    private let isUpdate: Bool
    /// Whether a dry run prints all of many documents.
    var printsAll = true
    /// Whether it is for a `sync`. People are not told which documents are here already, and a table has
    /// only the numbers of documents.
    var isOfSync = false

    /// The documents that came in. A new one may change at once, by the copy of somebody else.
    private(set) var taken: (new: Set<DocumentName>, changed: Set<DocumentName>) = ([], [])
    /// The numbers of documents here already, and of deleted ones, that are not printed one by one.
    private var (hiddenSkips, hiddenDeletions, printedSkips) = (0, 0, 0)

    /// - Parameters:
    ///   - isUpdate: whether copies of documents that are here change these.
    ///   - tellsSkipped: whether records tell which documents are skipped.
    init(
        _ words: Words, as form: Form = .sentences, isUpdate: Bool, tellsSkipped: Bool,
        isDryRun: Bool, in session: Session
    ) {
        (self.form, self.isUpdate, self.tellsSkipped) = (form, isUpdate, tellsSkipped)
        wayBack = isUpdate ? "without --update" : "without --only-new"
        super.init(words, isDryRun: isDryRun, in: session)
    }

    convenience init(
        _ words: Words, as form: Form = .sentences, _ arguments: ImportArguments, isDryRun: Bool,
        in session: Session
    ) {
        let has = arguments.arguments.has
        let isUpdate = arguments.isUpdate(in: session)
        let leavesOut = has(ImportArguments.skipKnown) || has(ImportArguments.onlyNew)
        self.init(
            words, as: form, isUpdate: isUpdate, tellsSkipped: isUpdate || leavesOut,
            isDryRun: isDryRun, in: session)
        if isUpdate, !has(ImportArguments.update) { wayBack = "with --copies" }
        printsAll = has(.all)
        offersUpdate = arguments.isPlain(in: session)
    }

    /// Prints what became of the documents of one source.
    func print(_ outcome: Workspace.Outcome) throws {
        var counts = (present: 0, others: 0, skipped: 0)
        var (name, isOneFile) = (nil as String?, true)
        var deletedCount = 0
        if form == .sentences, !printsAll {
            var count = 0
            try outcome.forEachDocument { _ in count += 1 }
            shorten(count: count)
        }
        try outcome.forEachDocument { effect in
            if isDeletedPhotograph(effect) {
                deletedCount += 1
                return
            }
            guard let origin = effect.origin else {
                // A table that 'list' printed changes documents, as 'set' does.
                isIdle = false
                return try print(effect)
            }
            note(effect)
            count(effect)
            isOneFile = isOneFile && (name ?? origin.name) == origin.name
            name = name ?? origin.name
            if isPresent(effect) { counts.present += 1 } else { counts.others += 1 }
            if effect.isSkipped, !isPresent(effect) { counts.skipped += 1 }
        }
        let isBulk = counts.skipped > Self.mostSkips
        if counts.others > 0, !(isOfSync && session.output.format == .csv) {
            isIdle = false
            let isAtTerminal = session.output.isTerminal && session.output.format == .table
            if form == .sentences, isAtTerminal, isOneFile, counts.others > 1, let name {
                try print(rows: outcome, from: name, isBulk)
            } else {
                let table = try session.table(of: outcome)
                try outcome.forEachDocument {
                    if !isPresent($0), !isDeletedPhotograph($0), !hidesSkip($0, isBulk),
                        isShown($0)
                    {
                        try print($0, in: table)
                    }
                }
            }
        }
        if counts.present > 0 {
            try outcome.forEachDocument { if isPresent($0) { try print(keptOf: $0) } }
            try session.output.endRows()
            let count = counts.present.counting("record")
            try session.notice(
                "\(name ?? ""): \(count) \(counts.present == 1 ? "is" : "are") here already")
        }
        if deletedCount > 0 {
            try session.output.endRows()
            let count = deletedCount.counting("photograph")
            try session.notice(
                "left out \(count) of documents that were deleted here; \(wayBack) "
                    + (deletedCount == 1 ? "it comes back" : "they come back"))
        }
    }

    /// Whether a document that stays out is only counted, since many do.
    private func hidesSkip(_ effect: Effect, _ isBulk: Bool) -> Bool {
        guard effect.isSkipped, session.output.format == .table, form == .sentences, !isDryRun
        else { return false }
        if isOfSync, effect.action == .skipped, effect.known?.sharing != .identifier { return true }
        guard isBulk || printedSkips >= Self.mostSkips else {
            printedSkips += 1
            return false
        }
        if effect.action == .skipped { hiddenSkips += 1 } else { hiddenDeletions += 1 }
        return true
    }

    /// The most documents that stay out and are printed one by one.
    private static let mostSkips = 10

    /// Tells how many documents stayed out that were not printed.
    func printHidden() throws {
        let more = printedSkips > 0 ? "more " : ""
        if hiddenSkips > 0 {
            let isOne = hiddenSkips == 1
            try session.output.print(
                note: "skipped \(hiddenSkips.grouped) \(more)document\(isOne ? "" : "s") that "
                    + "\(isOne ? "is" : "are") here already, the same or newer")
        }
        if hiddenDeletions > 0 {
            let isOne = hiddenDeletions == 1
            try session.output.print(
                note: "left out \(hiddenDeletions.grouped) \(more)document\(isOne ? "" : "s") "
                    + "deleted here; \(wayBack) \(isOne ? "it comes" : "they come") back")
        }
    }

    private func count(_ effect: Effect) {
        switch effect.action {
        case .added:
            if let name = effect.document { taken.new.insert(name) }
            if let number = effect.document?.number, let known = effect.known {
                copies.append((number, known))
            }
        case .updated, .merged:
            guard let name = effect.document else { return }
            if !taken.new.contains(name) { taken.changed.insert(name) }
            let notices = effect.conflicts.map { $0.notice(in: name.number) }
            conflicts[name] = notices.isEmpty ? nil : notices
        default: break
        }
    }

    /// Whether a row is here already. Of a table that comes every month, most are.
    private func isPresent(_ effect: Effect) -> Bool {
        session.output.format == .table && effect.action == .skipped && effect.isForeignRow
    }

    /// Whether it is a photograph whose document was deleted. People get one line for all of them.
    private func isDeletedPhotograph(_ effect: Effect) -> Bool {
        guard case .leftOut = effect.action else { return false }
        return session.output.format == .table && effect.known?.sharing == .photograph
    }

    /// Names the fields that both a row and somebody here changed.
    private func print(keptOf effect: Effect) throws {
        guard isUpdate, let known = effect.known, !known.kept.isEmpty else { return }
        isIdle = false
        guard isShown("keep") else { return }
        let title = (try? session.workspace.contents(of: effect).data.title) ?? ""
        let fields = known.kept.joined(separator: ", ")
        try session.output.print(
            Record(
                [
                    .init(isDryRun ? "would keep" : "kept", .label),
                    .init(String(known.number), .number),
                    .init(
                        "\(Record.shownTitle(title)): \(fields) (changed here, too; --force takes the "
                            + (effect.isForeignRow ? "table's)" : "photograph's)")),
                ], []))
    }

    /// Ends the effects.
    func finish(hasFailed: Bool) throws {
        try printTotals()
        try printHidden()
        try reportConflicts()
        if isUpdate, isIdle, !hasFailed {
            try session.output.print(
                note: isDryRun ? "nothing would change" : "nothing changed")
        }
        try reportCopies()
    }

    /// Documents that became ones of their own, with what is known of them here.
    private var copies: [(number: Int, known: Effect.Known)] = []
    private var offersUpdate = false
    /// The most copies that are named.
    private static let mostCopies = 3

    /// Says how to take copies in place, since most people want that.
    private func reportCopies() throws {
        let copies = copies.filter { $0.known.sharing != .photograph }
        // Nothing takes an older one in place.
        let areOld = copies.allSatisfy { $0.known.sharing == .older }
        guard offersUpdate, !isDryRun, !copies.isEmpty, session.output.format == .table else {
            return
        }
        var named = copies.prefix(Self.mostCopies).enumerated().map { index, copy in
            "\(copy.number) \(index == 0 ? "is " : "")\(copy.known.kinship) \(copy.known.number)"
        }
        if copies.count > named.count { named.append("and \(copies.count - named.count) more") }
        try session.notice(
            "\(named.joined(separator: ", ")): 'undo', then 'import --update', "
                + "\(areOld ? "leaves" : "takes") \(copies.count == 1 ? "it" : "them") "
                + (areOld ? "out" : "in place"))
    }

    private func print(_ effect: Effect, in table: DocumentTable) throws {
        let isTable = session.output.format == .table
        if case .leftOut = effect.action {
            try session.output.print(Record(sentence(effect), self.leftOutValues(effect)))
        } else if form != .sentences {
            let contents = try session.workspace.contents(of: effect)
            try session.output.print(
                row: record(effect, row(effect, contents.data), contents, table))
            if form == .fullRows { try session.output.print(valuesOf: contents) }
        } else if isTable {
            let showsChanges = isDryRun && !effect.changes.isEmpty
            if !showsChanges || sender != nil {
                try session.output.print(Record(sentence(effect), []))
            }
            if showsChanges {
                try print(changesOf: effect)
                try session.output.endRows()
            }
            try print(keptOf: effect)
        } else {
            let contents = try session.workspace.contents(of: effect)
            try session.output.print(record(effect, sentence(effect), contents, table))
        }
    }

    // MARK: Sentences

    private func sentence(_ effect: Effect) -> [Record.Cell] {
        let (origin, place) = (effect.source, numberWithNotes(effect))
        let verb = verb(of: effect).text(isDryRun: isDryRun)
        switch effect.action {
        case .skipped, .leftOut: return [.init("\(verb) \(origin): \(notes(effect))")]
        case .updated, .merged:
            let changed = effect.changedText.isEmpty ? "" : ": \(effect.changedText)"
            let from = sender.map { $0.isEmpty ? "" : " (from \($0))" } ?? ""
            return [
                .init(verb, .label), .init(String(effect.number), .number),
                .init(Record.shownTitle(effect.title) + changed + from),
            ]
        default: return [.init("\(verb) \(origin) as \(place)")]
        }
    }

    private var senderValues: Record.Values { sender.map { [("from", .string($0))] } ?? [] }

    private func leftOutValues(_ effect: Effect) -> Record.Values {
        [
            ("source", .string(effect.source.path)), ("was", .integer(effect.was)),
            ("relation", .string("deleted")), ("skipped", .boolean(true)),
        ] + senderValues
    }

    /// - Parameter file: the name of the file from which all documents are.
    private func print(
        rows outcome: Workspace.Outcome, from file: String, _ isBulk: Bool
    ) throws {
        try session.output.endRows()
        let verb = words.added.text(isDryRun: isDryRun)
        try session.output.print(text: "\(verb) from \(TerminalText.text(file)):")
        var index = 0
        try outcome.forEachDocument { effect in
            if isPresent(effect) || hidesSkip(effect, isBulk) || !isShown(effect) { return }
            defer { index += 1 }
            let notes = notes(effect)
            try session.output.print(
                row: Record(
                    [
                        .init(effect.isSkipped ? "" : String(effect.number), .number),
                        .init(effect.source.place, .cutFirst),
                        .init(action(of: effect) + notes),
                    ], []))
            // They show whether the columns were taken for the right fields.
            if isDryRun, effect.isForeignRow, index < Self.shownRows {
                let contents = try session.workspace.contents(of: effect)
                let fields = contents.data.kind.fields.filter(\.isEditable).map(\.name)
                try session.output.print(valuesOf: contents, named: Set(fields))
            }
        }
        try session.output.endRows()
        try outcome.forEachDocument { if !isPresent($0) { try print(keptOf: $0) } }
    }

    /// The rows of a table that a preview shows with their fields.
    private static let shownRows = 3

    private func action(of effect: Effect) -> String {
        effect.action == .added ? "" : verb(of: effect).past + ": "
    }

    // MARK: Rows

    private func row(_ effect: Effect, _ data: DocumentData) -> [Record.Cell] {
        let plan =
            effect.action == .added
            ? "as \(numberWithNotes(effect))" : action(of: effect) + notes(effect)
        return [
            .init(effect.source.name, .cutFirst), .init(plan), .init(data.title, .cutNext),
            .init(data.ratingText, .rating),
        ]
    }

    /// A record with the values that tell where a document comes from, and about one that was here
    /// already.
    private func record(
        _ effect: Effect, _ cells: [Record.Cell], _ contents: DocumentContents,
        _ table: DocumentTable
    ) -> Record {
        Record(
            cells, contents, number: effect.number, in: table,
            extra: [
                ("source", .string(effect.source.path)), ("was", .integer(effect.was)),
                ("knownAs", .integer(effect.known?.number)),
                ("identical", .boolean(effect.known?.isIdentical ?? false)),
                ("relation", .string(effect.relation)),
                ("into", .integer(effect.isTaken ? effect.number : nil)),
                ("changed", .list(effect.changed.map { .string($0) })),
            ]
                + (effect.isForeignRow
                    ? [("changedHere", .list((effect.known?.kept ?? []).map { .string($0) }))] : [])
                + (tellsSkipped ? [("skipped", .boolean(effect.isSkipped))] : []) + senderValues)
    }

    /// The number, such as `4 (3 was taken; the same document as 3)`.
    private func numberWithNotes(_ effect: Effect) -> String {
        let notes = notes(effect)
        return notes.isEmpty ? "\(effect.number)" : "\(effect.number) (\(notes))"
    }

    /// The notes on a document: its number was in use, or the document was here already. Empty for
    /// neither.
    private func notes(_ effect: Effect) -> String {
        switch effect.action {
        case .updated, .merged: return effect.changedText
        case .leftOut(let date):
            return
                "deleted here on \(date.text(in: .local).prefix(10)); \(wayBack) it comes back"
        default: break
        }
        let taken =
            effect.wasInUse ? effect.was.map { "\($0) \(isDryRun ? "is" : "was") taken" } : nil
        let undone = effect.undoneStep.map { "which undo of \($0) took back" }
        return [taken, effect.known?.text, undone].compactMap(\.self).joined(separator: "; ")
    }

    // MARK: Conflicts

    /// Sentences about the conflicts in documents, as the last copy left them.
    private var conflicts: [DocumentName: [String]] = [:]

    /// Names the conflicts. Only the last of several copies of a document tells what it shows.
    func reportConflicts() throws {
        let notices = conflicts.sorted { $0.key < $1.key }.flatMap(\.value)
        if isDryRun || notices.isEmpty { return }
        try session.output.endRows()
        for notice in notices.prefix(Session.mostConflicts) { try session.notice(notice) }
        if notices.count > 1 {
            try session.notice(
                "\(notices.count.counting("conflict")); 'list has:conflict' lists the documents")
        }
    }
}

extension Effect {
    /// What changed, for people: `notes, tags; rating: 4 again, which undo of 7 took back`.
    var changedText: String {
        let names = changed.filter { name in !returned.contains { $0.change.field == name } }
        let ended = endedConflicts.map { "no conflict in \($0) any more" }
        let again = returned.compactMap { change, step in
            change.field.map {
                "\($0): \(change.shownAfter) again, which undo of \(step) took back"
            }
        }
        return ([(names + ended).joined(separator: ", ")] + again).filter { !$0.isEmpty }
            .joined(separator: "; ")
    }

    /// How the document relates to the one here.
    fileprivate var relation: String {
        switch known?.sharing {
        case nil: "new"
        case .identifier: "other"
        case .older: "older"
        case .newer: "newer"
        case .parted: "parted"
        case .content, .photograph: "same"
        }
    }

    /// The number of the document; 0 if it was left out.
    fileprivate var number: Int { document?.number ?? 0 }
    fileprivate var source: ImportOrigin { origin ?? ImportOrigin("") }
}

extension Session {
    /// A table of documents that a source has.
    func table(of outcome: Workspace.Outcome) throws -> DocumentTable {
        var kinds: Set<DocumentKind> = []
        try outcome.forEachDocument { if let kind = $0.document?.kind { kinds.insert(kind) } }
        return DocumentTable(DocumentKind.distinct(kinds.map(workspace.kind)))
    }

    /// The most conflicts that a command names. Nobody reads more.
    fileprivate static let mostConflicts = 10

    /// Names conflicts of documents, and tells how they end.
    func tellConflicts(of names: [DocumentName]) throws {
        var rest = Self.mostConflicts
        for name in names where rest > 0 {
            for conflict in try workspace.conflicts(of: name).prefix(rest) {
                try notice(conflict.notice(in: name.number))
                rest -= 1
            }
        }
    }
}

extension Conflict {
    /// A sentence that tells how the conflict ends.
    fileprivate func notice(in number: Int) -> String {
        let choice =
            !hasSeveralOthers
            ? "with --other it takes \(othersText.shortened)"
            : "\(areNamed ? "with --by NAME it takes" : "'set' chooses") another one"
        return "\(number): \(name) is \(text.shortened); 'resolve \(number) "
            + "\(LineLexer.line(of: [name]))' keeps \(shownText.shortened), \(choice)"
    }
}

extension Effect.Known {
    /// The relation of the incoming document to another one, whose number follows.
    fileprivate var kinship: String {
        switch sharing {
        case .content, .photograph: "a copy of"
        case .older: "an older version of"
        case .newer: "a newer version of"
        case .parted, .identifier: "another version of"
        }
    }

    fileprivate var text: String {
        switch sharing {
        case .identifier: "another version of \(number)"
        case .older: "older than \(number)"
        case .newer: "newer than \(number)"
        case .parted: "\(number) was changed, too"
        case .content: "the same document as \(number)"
        case .photograph: "the photograph of \(number)"
        }
    }
}
