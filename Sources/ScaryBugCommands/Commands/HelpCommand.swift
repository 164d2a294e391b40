import ScaryBugs

struct HelpCommand: Command {
    private static let command = Parameter("COMMAND", .command, .optional)

    static let declaration = Declaration(
        "help", "List the commands, or explain one.", parameters: [command])

    let arguments: Arguments

    func run(in session: Session) throws {
        if let name = arguments[Self.command].first {
            try session.printHelp(for: Commands.named(name).declaration)
        } else if session.output.format == .table {
            try session.output.print(text: Help(width: session.output.textWidth).overview)
        } else {
            for command in Commands.all { try session.output.print(Record(command.declaration)) }
        }
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
