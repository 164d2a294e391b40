import ScaryBugs

struct DuplicatesCommand: CommandWithoutArguments {
    static let printsDocuments = true

    static let declaration = Declaration(
        "duplicates", "List documents with the same photograph or the same identifier.",
        discussion: """
            A row has the number of a group, the word photograph or identifier, and a document of
            the group. A photograph with other metadata, such as an edited date or position, is the
            same. A smaller or cropped copy is another one. All pictures of a document count, except
            its thumbnail. The first time this reads all photographs, later only new ones.

            Copies that other programs made, and bundles that were imported twice, have the same
            identifier.
            """,
        topics: [.selections],
        example: """
            alice> export 2
            exported 2 to Ladybird.scarybug
            alice> import Ladybird.scarybug
            imported Ladybird.scarybug as 4 (2 was taken; the same document as 2)
            scarybug: 4 is a copy of 2: 'undo', then 'import --update', takes it in place
            alice> duplicates
            1  identifier  2  Ladybird
            1  identifier  4  Ladybird
            """)

    func run(in session: Session) throws {
        let groups = try session.interruptible(nil, session.workspace.duplicates)
        for (index, group) in groups.enumerated() {
            for name in group.documents {
                try Interruption.check()
                try session.reportingErrors {
                    let title = try session.workspace.title(of: name)
                    try session.output.print(row: Record(name, title, group.reason, index + 1))
                }
            }
        }
        session.lastPrinted = groups.flatMap(\.documents)
        if groups.isEmpty, session.output.isTerminal {
            try session.notice("no documents have the same photograph or the same identifier")
        }
    }
}

extension Record {
    fileprivate init(
        _ name: DocumentName, _ title: String, _ reason: Workspace.Duplicates.Reason, _ group: Int
    ) {
        self.init(
            [
                Cell(String(group), .number), Cell(reason.rawValue),
                Cell(String(name.number), .number), Cell(Self.shownTitle(title), .cutFirst),
            ],
            [
                ("number", .integer(name.number)), ("kind", .string(name.kind.name)),
                ("title", .string(title)), ("same", .string(reason.rawValue)),
                ("group", .integer(group)),
            ])
    }
}
