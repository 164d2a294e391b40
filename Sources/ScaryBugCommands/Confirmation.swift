import ScaryBugs

/// The question that a command asks once before it changes or deletes many documents.
///
///     delete 12 documents (1  Bullet Ant, 2  Ladybird, 3  Stag Beetle, ...)? [y/N]
///
/// Only lines that a person types are questioned. A script has no one to answer.
struct Confirmation {
    /// Skips the question.
    static let option = Option("--yes", "do not ask for confirmation")

    private let verb: String
    private let limit: Int
    private let isGiven: Bool

    private static let exampleCount = 3
    /// Columns of a title in the question, which should fit on a line or two.
    private static let titleWidth = 24

    /// - Parameters:
    ///   - verb: what the command does to documents: `delete`.
    ///   - limit: the most documents that need no question.
    init(to verb: String, moreThan limit: Int, _ arguments: Arguments) {
        self.verb = verb
        self.limit = limit
        isGiven = arguments.has(Self.option)
    }

    /// Returns if the command may go on with these documents.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` for every answer but `y` and `yes`.
    func ask(about names: [DocumentName], in session: Session) throws {
        // A line of a script has a position, also of one that a session runs with `source`.
        guard names.count > limit, !isGiven, session.position == nil, let ask = session.ask else {
            return
        }
        try session.checkpoint()
        let answer = try ask(question(about: names, in: session.workspace))
        guard let answer, ["y", "yes"].contains(answer.trimmed.lowercased()) else {
            throw ScaryBugsError(
                .refused,
                "nothing was changed; answer y to \(verb) \(names.count) documents, or give "
                    + Self.option.name)
        }
    }

    private func question(about names: [DocumentName], in workspace: Workspace) -> String {
        var examples = names.prefix(Self.exampleCount).map { name in
            // A document that cannot be read still has a number.
            let title = (try? workspace.document(name, looksAtPicture: false).title) ?? ""
            return "\(name.number)  "
                + TextTable.cut(Visible.text(title), to: Self.titleWidth)
        }
        if names.count > examples.count { examples.append("...") }
        return "\(verb) \(names.count) documents (\(examples.joined(separator: ", ")))? [y/N] "
    }
}
