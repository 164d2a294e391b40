import ScaryBugs

/// The table that `export SELECTION FILE.csv` or `FILE.json` writes, with what others may get.
struct ExportedTable: DocumentPage {
    let workspace: Workspace
    let names: [DocumentName]
    let format: OutputFormat
    let outgoing: Outgoing
    /// Receives the names of fields that were left out since they may tell a position.
    let tellDoubtful: (DocumentName, [String]) throws -> Void

    /// The bytes that are written together.
    private static let pieceBytes = 64 << 10

    func write(to file: borrowing File) throws {
        let table = DocumentTable(workspace.kinds(of: names))
        var (text, separator) = format == .csv ? (CSV.header(told(table.empty)), "\n") : ("", "[\n")
        for (done, name) in names.enumerated() {
            try Interruption.check()
            workspace.report(.exporting, done, of: names.count)
            let document = try workspace.document(name)
            var (data, withheld) = try outgoing.values(of: document)
            if !withheld.doubtful.isEmpty { try tellDoubtful(name, withheld.doubtful) }
            try withheld.note(in: &data) { isTold($0.name) }
            let contents = DocumentContents(data: data, picture: document.contents.picture)
            text += separator + line(contents, name.number, table)
            separator = format == .csv ? "\n" : ",\n"
            guard text.utf8.count > Self.pieceBytes else { continue }
            try file.write(Array(text.utf8))
            text = ""
        }
        try file.write(Array((text + (format == .csv ? "\n" : "\n]\n")).utf8))
    }

    private func line(_ contents: DocumentContents, _ number: Int, _ table: DocumentTable) -> String
    {
        format == .csv
            ? CSV.line(told(table.columns(of: contents, number: number)))
            : JSON.line(told(DocumentRecord(contents, number: number).values))
    }

    /// The columns of what is told. An empty cell would clear the field when the table comes back.
    private func told<Value>(_ columns: [(name: String, value: Value)]) -> [(
        name: String, value: Value
    )] {
        columns.filter { isTold($0.name) }
    }

    private func isTold(_ column: String) -> Bool {
        guard let withholding = outgoing.withholding else { return true }
        return !withholding.names(column)
            && !(withholding.hidesPositions && column == Field.at.name)
    }
}
