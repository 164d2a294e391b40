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
