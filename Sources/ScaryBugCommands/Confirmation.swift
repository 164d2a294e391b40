import ScaryBugs

/// The confirmation that a command asks for once before it changes or deletes many documents.
///
///     delete 12 documents (1 Bullet Ant; 2 Ladybird; 3 Stag Beetle; ...)? [y/N]
///
/// Only typed lines ask for confirmation, because a script has nobody to answer.
enum Confirmation {
    static let option = Option("--yes", "do not ask for confirmation")

    private static let exampleCount = 3
    /// The width of a title in the question, in columns. The whole question should fit on a line or
    /// two.
    private static let titleWidth = 24

    /// Asks about documents, unless these are few or the command has the option.
    ///
    /// - Parameters:
    ///   - verb: the command's verb: `delete`.
    ///   - limit: the highest number of documents that needs no confirmation.
    static func ask(
        to verb: String, _ names: [DocumentName], moreThan limit: Int, _ arguments: Arguments,
        in session: Session
    ) throws {
        guard names.count > limit, !arguments.has(option) else { return }
        try ask(question(to: verb, names, in: session.workspace), in: session)
    }

    /// Asks a question. Returns if the command may continue.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` for every answer except `y` and `yes`.
    static func ask(_ question: @autoclosure () throws -> String, in session: Session) throws {
        guard try answer(to: question(), in: session) ?? true else {
            throw ScaryBugsError(.refused, "nothing was changed")
        }
    }

    /// Asks a question, and returns whether the answer is `y` or `yes`; nil if no user typed the
    /// line.
    static func answer(
        to question: @autoclosure () throws -> String, in session: Session
    ) throws -> Bool? {
        // A line of a script has a position, even if a session runs the script with `source`.
        guard session.position == nil, let ask = session.ask else { return nil }
        try Interruption.check()
        let answer = try ask(try question())
        return answer.map { ["y", "yes"].contains($0.trimmed.lowercased()) } ?? false
    }

    private static func question(
        to verb: String, _ names: [DocumentName], in workspace: Workspace
    ) -> String {
        var examples = names.prefix(exampleCount).map { name in
            // An unreadable document still has a number.
            let title = (try? workspace.document(name, looksAtPicture: false).title) ?? ""
            return "\(name.number) " + DisplayWidth.cut(TerminalText.text(title), to: titleWidth)
        }
        if names.count > examples.count { examples.append("...") }
        return
            "\(verb) \(names.count.grouped) documents (\(examples.joined(separator: "; ")))? [y/N] "
    }
}
