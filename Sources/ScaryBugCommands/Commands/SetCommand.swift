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

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(
            changedBy: arguments[.selection], for: Self.declaration, hint: arguments.quotingHint)
        var changes: [DocumentKind: AssignedEdits] = [:]
        for kind in DocumentKind.distinct(names.map(\.kind)) {
            changes[kind] = try session.edits(
                arguments.assignments, of: kind, force: arguments.has(.damagedPicture))
        }
        let edit = { (kind: DocumentKind) in
            changes[kind]?.documentEdit ?? Workspace.DocumentEdit([])
        }
        if arguments.has(.dryRun) {
            return try session.printDryRun { try $0.edit(names, now: session.now, edit) }
        }
        try Confirmation.ask(to: "change", names, moreThan: 20, arguments, in: session)
        var printed: [DocumentName] = []
        defer { session.lastPrinted = printed }
        let results = try session.interruptible("nothing was changed") {
            try session.workspace.edit(names, now: session.now, edit)
        }
        var filled: [[String]] = []
        for result in results {
            try session.reportingErrors {
                let edited = try result.get()
                try session.print(edited)
                if let name = edited.document { printed.append(name) }
                if !edited.filled.isEmpty { filled.append(edited.filled) }
            }
        }
        if !filled.isEmpty { try session.report(filled: filled) }
    }
}

extension Session {
    /// Prints an edited document. CSV does not say that nothing changed, because a table has the columns
    /// of documents.
    func print(_ edited: Effect) throws {
        guard let name = edited.document else { return }
        let brief =
            output.format == .table
            ? Record([.init(String(name.number), .number), .init(edited.title)], [])
            : Record(brief: try workspace.document(name))
        if edited.isChanged { return try output.print(brief) }
        try output.print(
            Record(
                brief.cells + [.init("nothing changed")],
                brief.values + [("changed", .boolean(false))], columns: brief.columns))
    }
}
