import ScaryBugs

/// The confirmation that a command asks for once before it changes or deletes many documents.
///
///     delete 12 documents (1 Bullet Ant; 2 Ladybird; 3 Stag Beetle; ...)? [y/N]
///
/// Only typed lines ask for confirmation, because a script has nobody to answer.
struct Confirmation {
    /// Skips the question.
    static let option = Option("--yes", "do not ask for confirmation")

    private let verb: String
    private let limit: Int
    private let isGiven: Bool

    private static let exampleCount = 3
    /// The width of a title in the question, in columns. The whole question should fit on a line or
    /// two.
    private static let titleWidth = 24

    /// - Parameters:
    ///   - verb: the command's verb: `delete`.
    ///   - limit: the highest number of documents that needs no confirmation.
    init(to verb: String, moreThan limit: Int, _ arguments: Arguments) {
        self.verb = verb
        self.limit = limit
        isGiven = arguments.has(Self.option)
    }

    /// Asks for confirmation if it is needed. Returns if the command may continue.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` for every answer except `y` and `yes`.
    func ask(about names: [DocumentName], in session: Session) throws {
        guard names.count > limit, !isGiven else { return }
        let workspace = session.workspace
        guard try Self.answer(to: question(about: names, in: workspace), in: session) ?? true
        else { throw Self.refusal }
    }

    /// The error after every answer except `y` and `yes`.
    static let refusal = ScaryBugsError(.refused, "nothing was changed")

    /// Asks a question, and returns whether the answer is `y` or `yes`; nil if no user typed the
    /// line.
    static func answer(
        to question: @autoclosure () throws -> String, in session: Session
    ) throws -> Bool? {
        // A line of a script has a position, even if a session runs the script with `source`.
        guard session.position == nil, let ask = session.ask else { return nil }
        try session.checkpoint()
        let answer = try ask(try question())
        return answer.map { ["y", "yes"].contains($0.trimmed.lowercased()) } ?? false
    }

    private func question(about names: [DocumentName], in workspace: Workspace) -> String {
        var examples = names.prefix(Self.exampleCount).map { name in
            // An unreadable document still has a number.
            let title = (try? workspace.document(name, looksAtPicture: false).title) ?? ""
            return "\(name.number) "
                + DisplayWidth.cut(TerminalText.text(title), to: Self.titleWidth)
        }
        if names.count > examples.count { examples.append("...") }
        return
            "\(verb) \(names.count.grouped) documents (\(examples.joined(separator: "; ")))? [y/N] "
    }
}
