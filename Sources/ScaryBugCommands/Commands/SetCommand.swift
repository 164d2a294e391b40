import ScaryBugs

struct SetCommand: Command {
    static let printsDocuments = true

    static let declaration = Declaration(
        "set", "Change fields of documents.",
        discussion: """
            A document that has all the values already stays as it is. --dry-run prints the changes
            field by field: 3  rating 2 → 4.
            """,
        parameters: [.selection, .someAssignments],
        options: [Confirmation.option, .dryRun, .damagedPicture],
        topics: [.selections, .fields, .dates],
        example: """
            alice> set 1-2 tags+=seen
            1  Bullet Ant
            2  Ladybird
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        if let edited = try session.makeDraftedEdit() {
            session.lastPrinted = [edited.name]
            return try session.output.print(Record(edited, for: session.output.format))
        }
        let names = try session.documents(
            changedBy: arguments[.selection], for: Self.declaration, hint: arguments.quotingHint
        )
        var changes: [DocumentKind: FieldEdits] = [:]
        for kind in DocumentKind.distinct(names.map(\.kind)) {
            changes[kind] = try session.edits(
                arguments.assignments, of: kind, force: arguments.has(.damagedPicture))
        }
        let edit = { (kind: DocumentKind) in
            changes[kind]?.documentEdit ?? Workspace.DocumentEdit([])
        }
        if arguments.has(.dryRun) {
            return try session.printDryRun {
                try session.workspace.forEachChange(editing: names, edit, $0)
            }
        }
        try Confirmation.ask(to: "change", names, moreThan: 20, arguments, in: session)
        let format = session.output.format
        var printed: [DocumentName] = []
        defer { session.lastPrinted = printed }
        let results = try session.interruptible("nothing was changed") {
            try session.workspace.edit(names, now: session.now, edit)
        }
        var filled: [[String]] = []
        try results.visit { result in
            try session.reportingErrors {
                let edited = try result.get()
                try session.output.print(Record(edited, for: format))
                printed.append(edited.name)
                if !edited.filled.isEmpty { filled.append(edited.filled) }
            }
        }
        if !filled.isEmpty { try session.report(filled: filled) }
    }
}

extension SetCommand: DraftableCommand {
    func draft(in context: DraftContext, now: Timestamp) throws -> Draft.Change? {
        // Words that are not a number may depend on the lines before.
        guard arguments.occurrences.isEmpty,
            let number = try Selection(
                arguments[.selection], in: QueryContext(now: now)
            ).onlyNumber
        else { return nil }
        return try DraftedEdit(number, now: now, context.drafter) { kind in
            try context.edits(arguments.assignments, of: kind, now: now)
        }.map(Draft.Change.edit)
    }
}

extension Session {
    /// Makes the edit that was worked out for the current line; nil if there is none, or if its
    /// document has changed since.
    fileprivate func makeDraftedEdit() throws -> Workspace.Edited? {
        guard case .edit(let edit)? = draftedChange else { return nil }
        return try interruptible("nothing was changed") { try workspace.edit(edit) }
    }
}

extension Record {
    /// An edited document. CSV does not say that nothing changed, because a table has the columns of
    /// documents.
    init(_ edited: Workspace.Edited, for format: OutputFormat) throws {
        let record =
            format == .table
            ? Record([Cell(String(edited.name.number), .number), Cell(edited.title)], [])
            : Record(brief: try edited.document())
        if edited.isChanged {
            self = record
        } else {
            self.init(
                record.cells + [Cell("nothing changed")],
                record.values + [("changed", .boolean(false))], columns: record.columns)
        }
    }
}
