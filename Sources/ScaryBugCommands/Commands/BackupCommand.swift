import ScaryBugs

struct BackupCommand: Command {
    private static let force = Option(
        "--force", "replace a file that is not a backup, or a backup of documents by an empty one")
    private static let verify = Option(
        "--verify", "read an existing backup, and compare its checksums")

    static let declaration = Declaration(
        "backup", "Write everything of the workspace to one file.",
        discussion: """
            The file has all documents with all their files, custom fields, saved queries and
            preferences, but not the history. It is a ZIP file, which says in FORMAT.md what is in it.
            It appears complete, or not at all. An existing backup is replaced, unless it has
            documents and the workspace has none.

            'restore FILE' takes it back. 'restore --list FILE' shows what it holds.
            """,
        parameters: [.file], options: [verify, force],
        example: """
            alice> backup alice.zip
            wrote alice.zip: 3 documents, 3 files, 1,703 bytes
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let file = try arguments.path(.file) ?? LineWord("")
        let path = file.text
        let (isVerifying, isReplacing) = (arguments.has(Self.verify), arguments.has(Self.force))
        if isVerifying, isReplacing {
            throw ScaryBugsError(.invalidValue, "--force has no meaning with --verify")
        }
        let contents = try session.interruptible(isVerifying ? nil : "nothing was written") {
            try isVerifying
                ? parsing(file) { try Backup(path: path) }.verify(
                    onProgress: session.progress.update)
                : locating(file) { try session.workspace.backUp(to: path, replacing: isReplacing) }
        }
        let counts =
            contents.documents.counting("document") + ", " + contents.files.counting("file") + ", "
            + contents.bytes.counting("byte")
        try session.output.print(
            Record(
                isVerifying ? "\(path) is whole: \(counts)" : "wrote \(path): \(counts)",
                [
                    ("path", .string(path)), ("documents", .integer(contents.documents)),
                    ("files", .integer(contents.files)), ("bytes", .integer(contents.bytes)),
                ]))
        for omission in contents.omissions { try session.fail(omission) }
    }
}
