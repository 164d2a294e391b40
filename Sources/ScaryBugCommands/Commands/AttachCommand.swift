import ScaryBugs

struct AttachCommand: Command {
    static let printsDocuments = true
    private static let number = Parameter("N", .document)
    private static let files = Parameter("FILE", .path, .several)

    static let declaration = Declaration(
        "attach", "Add files to document N: further photographs, sounds, sidecars.",
        discussion: """
            They keep their names, and travel with the document. 'set N image=FILE' changes the
            photograph itself. Empty fields get the time and the position that photographs know.
            """,
        parameters: [number, files], options: [.damagedPicture],
        topics: [.fields],
        example: """
            alice> attach 3 wing.jpg song.wav
            3  Stag Beetle
            """)

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let name = try session.document(arguments[Self.number], for: Self.declaration)
        let files = try arguments.paths(Self.files).map { path in
            try parsing(path) {
                try AttachedFile(path: path.text, force: arguments.has(.damagedPicture))
            }
        }
        try session.edit(name, .init([], attaching: files))
    }
}

struct DetachCommand: Command {
    static let printsDocuments = true
    private static let number = Parameter("N", .document)
    private static let names = Parameter("NAME", .text, .several)

    static let declaration = Declaration(
        "detach", "Remove further files of document N.",
        discussion: """
            'show N' lists them. Of several files of one name, enter it as shown: "plan.pdf (bob)".
            'set N image=' removes the photograph.
            """,
        parameters: [number, names],
        example: """
            alice> detach 3 wing.jpg
            3  Stag Beetle
            """)

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let name = try session.document(arguments[Self.number], for: Self.declaration)
        try session.edit(name, .init([], detaching: arguments[Self.names]))
    }
}

extension Session {
    /// Edits one document, and prints it.
    func edit(
        _ name: DocumentName, _ edit: Workspace.DocumentEdit, isDryRun: Bool = false
    ) throws {
        try print(.edited, isDryRun: isDryRun, ifInterrupted: "nothing was changed") {
            try $0.edit([name], now: now) { _ in edit }
        }
        if !isDryRun { lastPrinted = [name] }
    }
}
