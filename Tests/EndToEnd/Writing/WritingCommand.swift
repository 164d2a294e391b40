import Foundation
import TestSupport
import Testing

/// A command for the tests of system calls, where each call fails once.
struct WritingCommand: CustomTestStringConvertible {
    let words: [String]
    /// The standard input.
    var input = ""
    /// Whether the home is empty, instead of containing the documents of ``WritingBench``.
    var isFirst = false
    /// The commands that run first.
    var preparation: [String] = []
    /// Whether a document that can't be staged leaves the other documents to be changed.
    var actsOnEach = false
    /// Whether it changes nothing but what the workspace remembers of its exchange with others.
    var isIdle = false
    /// Whether it is one of the few commands that every test run includes.
    var isQuick = false

    var testDescription: String {
        (words.isEmpty ? "script" : words.joined(separator: " "))
            + (isFirst ? " (first)" : "")
            + (preparation.isEmpty ? "" : " (after \(preparation.joined(separator: ", ")))")
    }

    /// Whether the command is a script with a group.
    var isGroupScript: Bool { words.contains("-c") }

    /// Whether `undo` after the command restores the earlier state.
    var isStep: Bool {
        let names = [
            "new", "set", "delete", "import", "field", "query", "config", "redo", "resolve",
            "merge",
        ]
        return !isFirst && !isIdle && !preparation.contains(Self.oneStep)
            && (isGroupScript || names.contains(words.first ?? ""))
    }

    private init(
        _ words: String..., isFirst: Bool = false, actsOnEach: Bool = false, isQuick: Bool = false,
        isIdle: Bool = false, after preparation: [String] = []
    ) {
        (self.words, self.preparation, self.isIdle) = (words, preparation, isIdle)
        (self.isFirst, self.actsOnEach, self.isQuick) = (isFirst, actsOnEach, isQuick)
    }

    /// A script in an empty home.
    static let script = {
        var script = WritingCommand(isFirst: true)
        script.input = """
            new Weta image=a.jpg
            new Moth
            set 1-2 rating=3
            set 1 image=b.jpg
            delete 2
            new Cricket
            import one.scarybug
            import taken
            import rows.csv
            set 3 image=
            undo
            redo
            begin
            set 1 notes=seen
            new Earwig
            rollback
            begin
            set 1 notes=again
            commit
            export 1 out.scarybug
            export 1 one.scarybug --force
            field add habitat text
            config kind=book

            """
        return script
    }()

    /// It takes in a friend's changes, and writes what the folder lacks.
    static let sync = WritingCommand(
        "sync", "share", "--all-fields",
        after: [
            "import one.scarybug", "set 3 notes=theirs image=b.jpg", "export 3 share/bob/",
            "delete 3",
            "set 1 tags=mine",
        ])

    private static let faults = ProcessInfo.processInfo.environment["SCARYBUG_FAULTS"]

    /// Whether to test all commands with all errors.
    static let isThorough = faults == "all"
    /// Whether to test only some calls of each command, as in the usual test run.
    static let isSample = faults == nil

    private static let oneStep = "config historySteps=1"

    // Two copies of a document in one workspace are as good as the copies of two friends.
    private static let changedCopy = [
        "import one.scarybug", "set 3 notes=theirs image=b.jpg", "attach 3 a.jpg",
    ]
    private static let newerBundle = changedCopy + ["export 3 theirs.scarybug", "delete 3"]
    private static let partedBundle = newerBundle + ["set 1 notes=mine image="]
    private static let update = "import theirs.scarybug --update"

    static let tried = all.filter { isThorough || $0.isQuick }

    static let all = [
        WritingCommand("new", "Weta", isFirst: true, isQuick: true),
        WritingCommand("new", "Weta"),
        WritingCommand("new", "Weta", "image=b.jpg", isQuick: true),
        WritingCommand("set", "1", "rating=2", isQuick: true),
        WritingCommand("set", "1", "rating=2", "image=b.jpg", isQuick: true),
        WritingCommand("set", "1", "image="),
        WritingCommand("set", "1-2", "notes=seen", actsOnEach: true),
        WritingCommand("delete", "1", isQuick: true),
        WritingCommand("delete", "all"),
        WritingCommand("import", "one.scarybug", isQuick: true),
        WritingCommand("import", "one.scarybug", isFirst: true),
        WritingCommand("import", "taken"),
        WritingCommand("import", "rows.csv"),
        WritingCommand("import", "theirs.scarybug", "--update", after: newerBundle),
        WritingCommand("import", "theirs.scarybug", "--update", isQuick: true, after: partedBundle),
        WritingCommand(
            "import", "theirs.scarybug", "--update", isIdle: true, after: newerBundle + [update]),
        WritingCommand("resolve", "1", "--other", isQuick: true, after: partedBundle + [update]),
        WritingCommand("merge", "1", "3", isQuick: true, after: changedCopy + ["set 1 notes=mine"]),
        WritingCommand("export", "1", isQuick: true),
        WritingCommand("export", "1", "--to", "bob", isQuick: true, after: ["set 1 notes=mine"]),
        WritingCommand("export", "1", "one.scarybug", "--force"),
        WritingCommand("export", "1", "--format", "directory"),
        WritingCommand("export", "1", "taken", "--format", "directory", "--force"),
        WritingCommand("export", "all", "books", "--format", "books-owned"),
        WritingCommand("export", "1", "-"),
        WritingCommand("send", "1", "alice", isQuick: true, after: ["set 1 notes=mine"]),
        WritingCommand(
            "accept", isQuick: true,
            after: ["import one.scarybug", "set 3 notes=theirs", "send 3 alice", "delete 3"]),
        WritingCommand("accept", "--copies", after: ["send 1 alice"]),
        WritingCommand("field", "add", "habitat", "text"),
        WritingCommand(
            "field", "rename", "habitat", "home", isQuick: true,
            after: ["field add habitat text", "set 1-2 habitat=oak"]),
        WritingCommand("query", "add", "good", "rating:>3"),
        WritingCommand("config", "kind=book", isQuick: true),
        WritingCommand("config", "kind=book", isFirst: true),
        WritingCommand("undo", isQuick: true, after: ["set 1 rating=2"]),
        WritingCommand("undo", after: ["new Weta image=b.jpg"]),
        WritingCommand("undo", after: ["delete all"]),
        WritingCommand("undo", "4-5", isQuick: true, after: ["set 1 image=", "delete 2"]),
        WritingCommand("redo", isQuick: true, after: ["set 1 image=b.jpg", "undo"]),
        WritingCommand("redo", after: ["delete all", "undo"]),
        WritingCommand("redo", after: ["new Weta", "undo"]),
        WritingCommand("history", "forget", isQuick: true, after: ["set 1 rating=2", "delete 2"]),
        WritingCommand("set", "1", "rating=1", isQuick: true, after: ["delete 2", oneStep]),
        WritingCommand("-c", "begin\nset 1 rating=2\nnew Weta\ncommit", isQuick: true),
        WritingCommand("--atomic", "-c", "set 1-2 rating=2\ndelete 2\nnew Weta"),
    ]
}
