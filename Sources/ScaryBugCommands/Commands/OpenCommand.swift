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
        guard case .numbers(let named, let ranges) = selection, named.count == 1, ranges.isEmpty
        else { throw Self.declaration.misuse("takes the number of one document") }
    }

    func run(in session: Session) throws {
        guard let name = try session.workspace.documentNames(in: selection).first else { return }
        let document = try session.workspace.document(name)
        session.openNumber = name.number
        try session.output.print(Record(brief: document))
    }
}
