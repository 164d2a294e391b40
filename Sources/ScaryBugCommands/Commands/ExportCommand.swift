import ScaryBugs

struct ExportCommand: Command {
    private static let selectionParameter = Parameter("SELECTION", .selection, .optional)
    private static let destinationParameter = Parameter("DESTINATION", .path, .optional)
    private static let forceOption = Option("--force", "replace files that exist")

    static let declaration = Declaration(
        "export", "Write a bundle file for each document.",
        discussion: """
            SELECTION is one word; without it, the open document is exported. DESTINATION is a
            directory, a file (for one document) or - for standard output; without it, bundles go
            to the working directory, named after their titles.

            \(FieldHelp.selection)
            """,
        parameters: [selectionParameter, destinationParameter], options: [forceOption])

    private var selection: String?
    private var destination: String?
    private let isReplacing: Bool

    init(_ arguments: Arguments) throws {
        selection = arguments[Self.selectionParameter].first
        destination = arguments[Self.destinationParameter].first
        isReplacing = arguments.has(Self.forceOption)
        // A single word may be the destination of the open document.
        if let word = selection, destination == nil, !Selection.canBeMeant(by: word) {
            (selection, destination) = (nil, word)
        }
    }

    func run(in session: Session) throws {
        let names = try session.documents(
            selectedBy: selection?.split(separator: " ").map(String.init) ?? [],
            for: Self.declaration)
        if destination == "-" { return try writeToStandardOutput(names, session) }
        var export = try Export(
            from: session.workspace, to: destination, count: names.count, replacing: isReplacing)
        for name in names {
            try session.checkpoint()
            try session.reportingErrors {
                try session.output.print(Record(export.write(name)))
            }
        }
    }

    private func writeToStandardOutput(_ names: [DocumentName], _ session: Session) throws {
        guard let name = names.first, names.count == 1 else {
            throw ScaryBugsError(
                .invalidValue,
                "standard output takes one bundle, not \(names.count); give a directory")
        }
        guard !session.output.isTerminal else {
            throw ScaryBugsError(
                .refused, "a bundle is not for a terminal; give a file instead of -")
        }
        try session.output.writeRaw { try Export.write(name, of: session.workspace, toStream: $0) }
    }
}

extension Record {
    fileprivate init(_ bundle: Export.Bundle) {
        self.init(
            "exported \(bundle.name.number) to \(bundle.path)",
            [
                ("number", .integer(Int64(bundle.name.number))), ("path", .string(bundle.path)),
                ("bytes", .integer(bundle.size)),
            ])
    }
}
