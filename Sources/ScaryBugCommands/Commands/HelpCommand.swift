import ScaryBugs

struct HelpCommand: Command {
    private static let subject = Parameter("COMMAND|TOPIC|all", .helpSubject, .optional)
    private static let all = "all"
    private static let man = Option("--man", "write the manual page, in the language of mdoc(7)")

    private static let full = Option("--full", "explain all that a command can do")

    /// The words that explain something, apart from commands.
    static var topics: [String] { HelpTopic.allCases.map(\.rawValue) + [all] }

    static let declaration = Declaration(
        "help", habits: ["?", ".help"], "List the commands, or explain a command or a topic.",
        discussion: "'help history' explains the command and the topic of that name.",
        parameters: [subject], options: [full, man],
        example: """
            alice> help whoami --full
            usage: whoami

            Show the current user.

            Options:
              --help  show this help

            Example:
              alice> whoami
              alice
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let output = session.output
        let help = Help(width: output.textWidth)
        if arguments.has(Self.man) {
            guard arguments[Self.subject].isEmpty else {
                throw ScaryBugsError(
                    .invalidValue, "--man writes the page of all commands; leave the name out")
            }
            return try output.print(text: ManualPage().text)
        }
        switch arguments[Self.subject].first {
        case let name? where name != Self.all:
            let isFull = arguments.has(Self.full)
            try output.print(text: help.text(about: name, isFull: isFull, in: session))
        case _ where output.format != .table:
            for command in Commands.all { try output.print(Record(command.declaration)) }
        case nil: try output.print(text: help.overview)
        default: try output.print(text: help.commands)
        }
    }
}

extension Help {
    /// Help for a command, a topic, or both where they have the same name.
    fileprivate func text(
        about name: String, isFull: Bool, in session: Session
    ) throws -> String {
        let topic = HelpTopic(rawValue: name)
        let command = Commands.known(name).map { type in
            isFull ? text(for: type.declaration, before: topic) : brief(for: type.declaration)
        }
        let texts = [command, topic.map(text)].compactMap(\.self)
        guard texts.isEmpty else { return texts.joined(separator: "\n\n") }
        let hint =
            Hint.sentence(for: name, among: Hint.ofOtherNames).map { "; \($0)" }
            ?? Self.topic(about: name, session.queryContext).map { "; 'help \($0)' explains it" }
            ?? SpellingSuggestion.hint(
                to: name, among: Commands.names + HelpCommand.topics, else: "'help' lists them")
        throw ScaryBugsError(.notFound, "there is no command or topic '\(name)'\(hint)").at(name)
    }

    /// The topic that explains the name of a qualifier or a field.
    private static func topic(about name: String, _ context: QueryContext) -> HelpTopic? {
        if QueryContext.customQualifiers.contains(name) { return .queries }
        return context.field(named: name) == nil ? nil : .fields
    }
}

extension Record {
    fileprivate init(_ declaration: Declaration) {
        self.init(
            declaration.usage,
            [
                ("command", .string(declaration.name)),
                ("aliases", .list(declaration.aliases.map(Value.string))),
                ("usage", .string(declaration.usage)), ("summary", .string(declaration.summary)),
            ])
    }
}
