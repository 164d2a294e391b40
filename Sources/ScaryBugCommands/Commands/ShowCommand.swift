import ScaryBugs

struct ShowCommand: Command {
    static let printsDocuments = true
    private static let selection = Parameter("SELECTION", .selection, .any)

    static let declaration = Declaration(
        "show", "Show everything about documents.",
        discussion: FieldHelp.selection + ["Without a SELECTION, the open document is shown."],
        parameters: [selection])

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(
            selectedBy: arguments[Self.selection], for: Self.declaration)
        lazy var table = DocumentTable(session.workspace.kinds(of: names))
        var isFirst = true
        var shown: [DocumentName] = []
        defer { session.lastPrinted = shown }
        try session.workspace.forEachDocument(names) { name, read in
            try session.checkpoint()
            try session.reportingErrors {
                let document = try read()
                for warning in document.data.warnings {
                    try session.warn("document \(name.number): \(warning)")
                }
                try session.output.print(detailsOf: document, in: table, isFirst: isFirst)
                isFirst = false
                shown.append(name)
            }
        }
    }
}
