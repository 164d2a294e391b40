import ScaryBugs

struct MergeCommand: Command {
    static let printsDocuments = true
    private static let number = Parameter("N", .document)
    private static let other = Parameter("M", .document)

    static let declaration = Declaration(
        "merge", "Make one document of N and its copy M, which is deleted.",
        discussion: """
            Both have the same identifier: somebody imported the document twice, or changed a copy.
            'duplicates' lists such documents. N keeps its number. Fields, tags and files merge each by
            itself, as with 'import --update': the newer value counts, and a field that both
            changed is a conflict, which 'resolve' ends.
            """,
        parameters: [number, other], options: [.dryRun],
        example: """
            alice> export 2
            exported 2 to Ladybird.scarybug
            alice> import Ladybird.scarybug
            imported Ladybird.scarybug as 4 (2 was taken; the same document as 2)
            scarybug: 4 is a copy of 2: 'undo', then 'import --update', takes it in place
            alice> set 4 place=garden
            4  Ladybird
            alice> merge 2 4
            merged 2  Ladybird: place
            deleted 4  Ladybird
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let name = try session.document(arguments[Self.number], for: Self.declaration)
        let copy = try session.document(arguments[Self.other], for: Self.declaration)
        let isDryRun = arguments.has(.dryRun)
        let workspace = session.workspace
        let effects = try session.interruptible("nothing was merged") {
            try workspace.dryRun(if: isDryRun) { try workspace.merge(name, with: copy) }
        }
        if !isDryRun, session.openDocument == copy { session.openDocument = name }
        let printer = EffectPrinter(.deleted, isDryRun: isDryRun, in: session)
        for effect in effects { try printer.print(effect) }
        if isDryRun { return }
        try session.tellConflicts(of: [name])
        session.lastPrinted = [name]
    }
}
