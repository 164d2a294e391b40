import ScaryBugs

struct ShowCommand: Command {
    static let printsDocuments = true

    static let declaration = Declaration(
        "show", "Show everything about documents.",
        parameters: [.selection],
        topics: [.selections],
        example: """
            alice> show 3
            3  Stag Beetle
              kind        bug
              rating      2
              tags        garden
              place       Kent
              identifier  A949A66E-476D-4CA7-9A58-C7157D81B890
              created     2026-01-01T00:00:00+00:00
              modified    2026-01-01T00:00:00+00:00
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(selectedBy: arguments[.selection], for: Self.declaration)
        lazy var table = DocumentTable(session.workspace.kinds(of: names))
        var shown: [DocumentName] = []
        defer { session.lastPrinted = shown }
        let isAlone = names.count == 1
        let prepare = session.output.makeDetails(reading: try session.workspace.filesReader())
        try session.workspace.forEachDocument(names, preparing: prepare) { name, read in
            try Interruption.check()
            try session.reportingErrors {
                let details = try read()
                for warning in details.warnings {
                    try session.warn("document \(name.number): \(warning)")
                }
                if isAlone { try session.drawPhotograph(of: name) }
                try session.output.print(details, in: table, isFirst: shown.isEmpty)
                shown.append(name)
            }
        }
    }
}
