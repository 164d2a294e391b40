import ScaryBugs

struct OpenCommand: Command {
    private static let number = Parameter("N", .selection)

    static let declaration = Declaration(
        "open", aliases: ["load"], "Make document N the one that later lines mean.",
        discussion: "The prompt shows it. Commands without a SELECTION then act on it.",
        parameters: [number])

    private let selection: Selection

    init(_ arguments: Arguments) throws {
        selection = try Selection(arguments[Self.number])
        guard selection.isOne else {
            throw Self.declaration.misuse("takes the number of one document")
        }
    }

    func run(in session: Session) throws {
        guard let name = try session.workspace.documentNames(in: selection).first else { return }
        let document = try session.workspace.document(name)
        session.openDocument = name
        try session.output.print(Record(brief: document))
    }
}
