import ScaryBugs

extension ImportCommand {
    static let update = Option(
        "--update", "change the documents of a table's rows instead of adding new ones")
    static let force = Option(
        "--force", "with --update: also change documents that were changed after the table was made"
    )

    /// Changes documents as the tables say.
    func update(in session: Session) throws {
        var changed: [DocumentName] = []
        defer { session.lastPrinted = changed }
        try words.forEachSource(
            in: session,
            ifInterrupted: changed.isEmpty ? "nothing was changed" : "the changes so far stay",
            read: each(session.workspace.update)
        ) { documents in
            for edited in documents {
                changed.append(edited.name)
                try session.output.print(Record(brief: session.workspace.document(edited.name)))
            }
        } finish: { hasFailed in
            if changed.isEmpty, !hasFailed { try session.output.print(note: "nothing changed") }
        }
    }

    /// Prints the changes that the tables would make.
    func showUpdate(in session: Session) throws {
        var count = 0
        try words.forEachSource(
            in: session, read: each(session.workspace.previewUpdate)
        ) { updates in
            count += updates.count
            for update in updates {
                let changes = try session.workspace.changes(by: update)
                for change in changes { try session.output.print(row: Record(change)) }
            }
        } finish: { hasFailed in
            if count == 0, !hasFailed { try session.output.print(note: "nothing would change") }
        }
    }

    /// Reads one table after the other.
    private func each<Element>(
        _ read: @escaping (ImportSource, ImportOptions) throws -> Workspace.Outcome<Element>
    ) -> ImportArguments.Read<Element> {
        { next, options, body in
            while let source = next() {
                try Interruption.check()
                try body(Result { try read(source.get(), options) })
            }
        }
    }
}
