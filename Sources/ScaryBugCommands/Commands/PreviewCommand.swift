import ScaryBugs

struct PreviewCommand: Command {
    private static let pathsParameter = Parameter("PATH", .path, .several)

    static let declaration = Declaration(
        "preview", "Show what an import would bring, without importing.",
        parameters: [pathsParameter])

    private let paths: [String]

    init(_ arguments: Arguments) {
        paths = arguments[Self.pathsParameter]
    }

    func run(in session: Session) throws {
        var plan = try session.workspace.numberPlan()
        var refusals: [ScaryBugsError] = []
        for path in paths {
            try session.checkpoint()
            do {
                let source = try ImportSource(path, in: session)
                let preview = try session.workspace.preview(source)
                try session.warn(of: preview.warnings, in: source.name)
                let number = try plan.next(preferring: preview.was)
                try session.output.print(row: Record(preview, number, path))
            } catch let error as ScaryBugsError where error.code != .interrupted {
                refusals.append(error)
            }
        }
        try session.output.endRows()
        for refusal in refusals { try session.fail(refusal.message) }
    }
}

extension Record {
    fileprivate init(_ preview: Workspace.Preview, _ number: Int, _ path: String) {
        let data = preview.contents.data
        let isTaken = preview.was.map { $0 != number } ?? false
        let taken = isTaken ? preview.was.map { " (\($0) is taken)" } ?? "" : ""
        self.init(
            [
                Cell(text: path), Cell(text: "as \(number)\(taken)"), Cell(text: data.title),
                Cell(text: data[.rating]?.text ?? "", isRightAligned: true),
            ],
            [("number", .integer(Int64(number)))] + Record.values(of: preview.contents)
                + Record.origin(path, was: preview.was))
    }
}
