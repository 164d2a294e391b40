import ScaryBugs

struct ListCommand: Command {
    private static let selectionParameter = Parameter("SELECTION", .selection, .any)

    static let declaration = Declaration(
        "list", aliases: ["ls"], "Show one row a document: number, title, rating, tags.",
        discussion: FieldHelp.selection + ["Without a SELECTION, all documents are listed."],
        parameters: [selectionParameter])

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[Self.selectionParameter]
        let selection = try words.isEmpty ? .all : session.selection(words)
        var listed = 0
        let isTable = session.output.format == .table
        if try !isTable || !listRows(selection, &listed, in: session) {
            try listDocuments(selection, &listed, in: session)
        }
        if listed == 0 { try session.reportNoDocuments(selectedBy: words) }
    }

    /// Prints rows straight from the index.
    ///
    /// - Parameter listed: the number of documents printed so far, valid even if the index fails
    ///   midway.
    /// - Returns: false if there is no usable index.
    private func listRows(
        _ selection: Selection, _ listed: inout Int, in session: Session
    ) throws -> Bool {
        try session.workspace.withRows(of: selection) { rows in
            try session.output.print(listing: rows, after: &listed, report: session.fail)
        }
    }

    /// - Parameter listed: as above.
    private func listDocuments(
        _ selection: Selection, _ listed: inout Int, in session: Session
    ) throws {
        let workspace = session.workspace
        let showsPictures = session.output.format != .table
        let names = try workspace.documentNames(in: selection)
        let table = DocumentTable(workspace.kinds(of: names))
        for name in names.dropFirst(listed) {
            try session.checkpoint()
            try session.reportingErrors {
                let document = try workspace.document(name, looksAtPicture: showsPictures)
                try session.output.print(row: Record(row: document, in: table))
            }
        }
        try session.output.endRows()
        listed = names.count
    }
}
