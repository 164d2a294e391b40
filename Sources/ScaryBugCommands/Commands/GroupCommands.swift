import ScaryBugs

struct BeginCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "begin", "Begin a group of lines that take effect together or not at all.",
        discussion: """
            'commit' keeps the changes since 'begin' as one step. 'rollback' undoes them.

            In a script, 'commit' after a failed line rolls the group back and is an error. The
            end of the script without 'commit' is one, too. A 'begin' that fails ends the script.
            Results appear when the group commits. In a session they appear at once, the prompt has a * until the end of the
            group, and a failed line leaves the group open.

            Other sessions see the changes of an open group. Their own changes wait until it ends,
            at most as long as 'config wait=SECONDS' says, or at a terminal until Ctrl-C. The end of
            the program rolls the group back. Exported files stay. In a group there is no 'undo',
            'redo', 'login', 'history forget' or second 'begin'.

            'scarybug --atomic' makes a group of a whole script.
            """,
        topics: [.scripts, .history],
        example: """
            alice> begin
            begun; 'commit' keeps the changes, 'rollback' undoes them
            alice*> new Weta
            4  Weta
            alice*> delete 2
            deleted 2  Ladybird
            alice*> commit
            committed 2 changes
            """)

    func run(in session: Session) throws { try session.begin() }
}

struct CommitCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "commit", "Keep the changes since 'begin', as one step.",
        discussion: "'help begin' explains groups.",
        topics: [.scripts],
        example: """
            alice> begin
            begun; 'commit' keeps the changes, 'rollback' undoes them
            alice*> delete 2
            deleted 2  Ladybird
            alice*> commit
            committed 1 change
            """)

    func run(in session: Session) throws { try session.commit() }
}

struct RollbackCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "rollback", "Undo the changes since 'begin'.",
        example: """
            alice> begin
            begun; 'commit' keeps the changes, 'rollback' undoes them
            alice*> delete 1-2 --yes
            deleted 1  Bullet Ant
            deleted 2  Ladybird
            alice*> rollback
            rolled back 2 changes
            alice> count
            3
            """)

    func run(in session: Session) throws { try session.rollBackOnRequest() }
}

struct SourceCommand: Command {
    static let declaration = Declaration(
        "source", "Run the lines of a file.",
        discussion: """
            Paths in the file are relative to the working directory, as everywhere. Afterwards
            'undo' undoes all lines of the file at once.
            """,
        parameters: [.file],
        topics: [.scripts],
        example: """
            alice> source trip.bugs
            4  Weta
            5  Wasp
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let path = try arguments.path(.file) ?? LineWord("")
        let script = try parsing(path) {
            try ScriptFile(path: path.text) { try session.notice($0) }
        }
        try session.inScript(named: path.text) { try session.runScript(script) }
    }
}
