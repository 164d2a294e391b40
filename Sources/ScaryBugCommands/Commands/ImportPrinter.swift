import ScaryBugs

/// Prints the documents that were imported or restored, or that would be.
final class ImportPrinter {
    enum Form {
        /// A sentence for each document. People at a terminal see several documents of a file as short
        /// rows below its name.
        case sentences(verb: String)
        /// A row for each document, and all of its values if it is full.
        case rows(isFull: Bool)
    }

    private let session: Session
    private let form: Form
    let isPreview: Bool
    /// Whether records tell which documents are skipped.
    var tellsSkipped: Bool
    /// The documents so far that were added or changed.
    private(set) var documents: [DocumentName] = []
    /// The option with or without which a deleted document comes back.
    var wayBack: String
    /// The sender of the message that the documents come from; nil for no message.
    var sender: String?
    private let isUpdate: Bool
    private var isIdle = true

    /// - Parameters:
    ///   - isUpdate: whether copies of documents that are here change these.
    ///   - tellsSkipped: whether records tell which documents are skipped.
    ///   - isPreview: whether the documents would be added.
    init(
        _ form: Form, isUpdate: Bool, tellsSkipped: Bool, isPreview: Bool, in session: Session
    ) {
        (self.form, self.isPreview, self.session) = (form, isPreview, session)
        (self.isUpdate, self.tellsSkipped) = (isUpdate, tellsSkipped)
        wayBack = isUpdate ? "without --update" : "without --only-new"
    }

    convenience init(
        _ form: Form, _ words: ImportArguments, isPreview: Bool, in session: Session
    ) {
        let has = words.arguments.has
        let isUpdate = has(ImportArguments.update)
        let leavesOut = has(ImportArguments.skipKnown) || has(ImportArguments.onlyNew)
        self.init(
            form, isUpdate: isUpdate, tellsSkipped: isUpdate || leavesOut, isPreview: isPreview,
            in: session)
    }

    func print(_ results: [ImportResult]) throws {
        if !isPreview { documents += results.lazy.filter { !$0.isSkipped }.map(\.name) }
        // Of a table that comes every month, most rows are here.
        let isPresent = { [session] (result: ImportResult) in
            session.output.format == .table && result.action == .skipped && result.isForeignRow
        }
        let present = results.filter(isPresent)
        let results = present.isEmpty ? results : results.filter { !isPresent($0) }
        if !results.isEmpty { isIdle = false }
        try printEach(results)
        for result in present { try print(keptOf: result) }
        if let first = present.first {
            try session.output.endRows()
            let count = present.count.counting("record")
            try session.notice(
                "\(first.origin.name): \(count) \(present.count == 1 ? "is" : "are") here already")
        }
        if !isPreview { try report(conflictsIn: results) }
    }

    /// Names the fields that both a row and somebody here changed.
    private func print(keptOf result: ImportResult) throws {
        guard let known = result.known, !known.kept.isEmpty else { return }
        isIdle = false
        let title = (try? session.workspace.contents(of: result).data.title) ?? ""
        let fields = known.kept.joined(separator: ", ")
        try session.output.print(
            Record(
                [
                    .init(isPreview ? "would keep" : "kept", .label),
                    .init(String(known.number), .number),
                    .init(
                        "\(Record.shownTitle(title)): \(fields) (changed here, too; --force takes the "
                            + "table's)"),
                ], []))
    }

    /// Prints documents that a table changed, or what it would change in them.
    func print(_ effects: [Effect]) throws {
        for effect in effects {
            isIdle = false
            guard !isPreview, let name = effect.document else {
                try print(effect.changes)
                continue
            }
            documents.append(name)
            try session.output.print(Record(brief: session.workspace.document(name)))
        }
    }

    private func print(_ changes: [FieldChange]) throws {
        for change in changes {
            isIdle = false
            try session.output.print(row: Record(change))
        }
    }

    /// Ends the results.
    func finish(hasFailed: Bool) throws {
        if conflictCount > Self.mostConflicts {
            let more = (conflictCount - Self.mostConflicts).counting("conflict")
            try session.notice("\(more) more; 'list has:conflict' lists the documents")
        }
        if isUpdate, isIdle, !hasFailed {
            try session.output.print(
                note: isPreview ? "nothing would change" : "nothing changed")
        }
        let hint = "--update takes newer versions in place, and merges what both sides changed"
        guard isNewerKnown, !isUpdate, session.output.isTerminal,
            session.reportedRemarks.insert(hint).inserted
        else { return }
        try session.notice(hint)
    }

    /// Whether a document became one of its own that an update would have taken.
    private var isNewerKnown = false

    private func printEach(_ results: [ImportResult]) throws {
        isNewerKnown =
            isNewerKnown
            || results.contains {
                $0.action == .added && [.newer, .parted].contains($0.known?.sharing)
            }
        if case .sentences(let verb) = form, let file = file(of: results) {
            return try print(rows: results, from: file, isPreview ? "would \(verb)" : verb)
        }
        let table = DocumentTable(
            DocumentKind.distinct(Set(results.map(session.workspace.kind(of:)))))
        for result in results {
            switch form {
            case _ where result.isDeletion:
                let cells = sentence(result, "")
                try session.output.print(Record(cells, self.deletedValues(result)))
            case .rows(let isFull):
                let contents = try session.workspace.contents(of: result)
                try session.output.print(
                    row: record(result, row(result, contents.data), contents, table))
                if isFull { try session.output.print(valuesOf: contents) }
            case .sentences(let verb):
                let cells = sentence(result, verb)
                if session.output.format == .table, isPreview, !result.changes.isEmpty {
                    if sender != nil { try session.output.print(Record(cells, [])) }
                    try print(result.changes)
                    try session.output.endRows()
                    try print(keptOf: result)
                    continue
                }
                guard session.output.format != .table else {
                    try session.output.print(Record(cells, []))
                    try print(keptOf: result)
                    continue
                }
                let contents = try session.workspace.contents(of: result)
                try session.output.print(record(result, cells, contents, table))
            }
        }
    }

    // MARK: Sentences

    private func sentence(_ result: ImportResult, _ verb: String) -> [Record.Cell] {
        let (origin, place) = (result.origin, numberWithNotes(result))
        let would = { [isPreview] (verb: String, past: String) in isPreview ? "would \(verb)" : past
        }
        switch result.action {
        case .added:
            let added = isPreview ? "would \(verb)" : verb
            return [.init("\(added) \(origin) as \(place)")]
        case .skipped: return [.init("\(would("skip", "skipped")) \(origin): \(notes(result))")]
        case .deleted:
            return [.init("\(would("leave out", "left out")) \(origin): \(notes(result))")]
        case .updated, .merged:
            let title = (try? session.workspace.contents(of: result).data.title) ?? ""
            let ended = result.endedConflicts.map { "no conflict in \($0) any more" }
            let changes = result.changed + ended
            let changed = changes.isEmpty ? "" : ": \(changes.joined(separator: ", "))"
            let from = sender.map { $0.isEmpty ? "" : " (from \($0))" } ?? ""
            return [
                .init(
                    result.action == .updated
                        ? would("update", "updated") : would("merge", "merged"), .label),
                .init(String(result.name.number), .number),
                .init(Record.shownTitle(title) + changed + from),
            ]
        }
    }

    private var senderValues: Record.Values { sender.map { [("from", .string($0))] } ?? [] }

    private func deletedValues(_ result: ImportResult) -> Record.Values {
        [
            ("source", .string(result.origin.path)), ("was", .integer(result.was)),
            ("relation", .string("deleted")), ("skipped", .boolean(true)),
        ] + senderValues
    }

    /// The file from which several documents are; nil if they have several origins.
    private func file(of results: [ImportResult]) -> ImportOrigin? {
        guard session.output.isTerminal, session.output.format == .table, results.count > 1,
            let first = results.first?.origin
        else { return nil }
        return results.allSatisfy { $0.origin.name == first.name } ? first : nil
    }

    private func print(
        rows results: [ImportResult], from file: ImportOrigin, _ verb: String
    ) throws {
        try session.output.endRows()
        try session.output.print(text: "\(verb) from \(TerminalText.text(file.name)):")
        for (index, result) in results.enumerated() {
            let notes = notes(result)
            try session.output.print(
                row: Record(
                    [
                        .init(result.isSkipped ? "" : String(result.name.number), .number),
                        .init(result.origin.place, .cutFirst),
                        .init(action(of: result) + notes),
                    ], []))
            // They show whether the columns were taken for the right fields.
            if isPreview, result.isForeignRow, index < Self.shownRows {
                let contents = try session.workspace.contents(of: result)
                let fields = contents.data.kind.fields.filter(\.isEditable).map(\.name)
                try session.output.print(valuesOf: contents, named: Set(fields))
            }
        }
        try session.output.endRows()
        for result in results { try print(keptOf: result) }
    }

    /// The rows of a table that a preview shows with their fields.
    private static let shownRows = 3

    private func action(of result: ImportResult) -> String {
        switch result.action {
        case .added: ""
        case .skipped: "skipped: "
        case .updated: "updated: "
        case .merged: "merged: "
        case .deleted: "left out: "
        }
    }

    // MARK: Rows

    private func row(_ result: ImportResult, _ data: DocumentData) -> [Record.Cell] {
        let plan =
            result.action == .added
            ? "as \(numberWithNotes(result))" : action(of: result) + notes(result)
        return [
            .init(result.origin.name, .cutFirst), .init(plan), .init(data.title, .cutNext),
            .init(data.ratingText, .rating),
        ]
    }

    /// A record with the values that tell where a document comes from, and about one that was here
    /// already.
    private func record(
        _ result: ImportResult, _ cells: [Record.Cell], _ contents: DocumentContents,
        _ table: DocumentTable
    ) -> Record {
        Record(
            cells, contents, number: result.name.number, in: table,
            extra: [
                ("source", .string(result.origin.path)), ("was", .integer(result.was)),
                ("knownAs", .integer(result.known?.number)),
                ("identical", .boolean(result.known?.isIdentical ?? false)),
                ("relation", .string(result.relation)),
                ("into", .integer(result.isChange ? result.name.number : nil)),
                ("changed", .list(result.changed.map { .string($0) })),
            ]
                + (result.isForeignRow
                    ? [("changedHere", .list((result.known?.kept ?? []).map { .string($0) }))] : [])
                + (tellsSkipped ? [("skipped", .boolean(result.isSkipped))] : []) + senderValues)
    }

    /// The number, such as `4 (3 was taken; the same document as 3)`.
    private func numberWithNotes(_ result: ImportResult) -> String {
        let notes = notes(result)
        return notes.isEmpty ? "\(result.name.number)" : "\(result.name.number) (\(notes))"
    }

    /// The notes on a document: its number was in use, or the document was here already. Empty for
    /// neither.
    private func notes(_ result: ImportResult) -> String {
        switch result.action {
        case .updated, .merged: return result.changed.joined(separator: ", ")
        case .deleted(let date):
            return
                "deleted here on \(date.text(in: .local).prefix(10)); \(wayBack) it comes back"
        case .added, .skipped: break
        }
        let taken =
            result.wasInUse ? result.was.map { "\($0) \(isPreview ? "is" : "was") taken" } : nil
        return [taken, result.known?.text].compactMap(\.self).joined(separator: "; ")
    }

    // MARK: Conflicts

    private func report(conflictsIn results: [ImportResult]) throws {
        for result in results {
            for conflict in result.conflicts {
                conflictCount += 1
                guard conflictCount <= Self.mostConflicts else { continue }
                try session.output.endRows()
                try session.notice(conflict.notice(in: result.name.number))
            }
        }
    }

    private var conflictCount = 0
    /// The most conflicts that a command names. Nobody reads more.
    private static let mostConflicts = 10
}

extension ImportResult {
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

    fileprivate var isChange: Bool { action == .updated || action == .merged }
}

extension Conflict {
    /// A sentence that tells how the conflict ends.
    func notice(in number: Int) -> String {
        let choice =
            hasSeveralOthers
            ? "'set' chooses another one" : "with --other it takes \(othersText.shortened)"
        return "\(number): \(name) is \(text.shortened); 'resolve \(number) "
            + "\(LineLexer.line(of: [name]))' keeps \(shownText.shortened), \(choice)"
    }
}

extension ImportResult.Known {
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

extension ImportResult {
    /// Whether it is left out because it was deleted here.
    fileprivate var isDeletion: Bool { if case .deleted = action { true } else { false } }
}
