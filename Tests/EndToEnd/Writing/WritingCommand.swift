import Foundation
import TestSupport
import Testing

/// A command of the session that is watched, and in which everything fails once.
struct WritingCommand: CustomTestStringConvertible {
    let words: [String]
    /// What it reads.
    var input = ""
    /// What was done before: the documents of ``WritingBench``, or nothing.
    var isFirst = false
    /// Whether it is done to each document by itself.
    var actsOnEach = false
    /// Whether it is one of the few that are tried every time.
    var isQuick = false

    var testDescription: String {
        (words.isEmpty ? "script" : words.joined(separator: " ")) + (isFirst ? " (first)" : "")
    }

    private init(
        _ words: String..., isFirst: Bool = false, actsOnEach: Bool = false, isQuick: Bool = false
    ) {
        self.words = words
        (self.isFirst, self.actsOnEach, self.isQuick) = (isFirst, actsOnEach, isQuick)
    }

    /// A script in a home that has nothing yet.
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
            export 1 out.scarybug
            export 1 one.scarybug --force
            field add habitat text
            config kind=book

            """
        return script
    }()

    /// Whether all are tried, with all that can happen.
    static let isThorough = ProcessInfo.processInfo.environment["SCARYBUG_FAULTS"] == "all"

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
        WritingCommand("delete", "all", actsOnEach: true),
        WritingCommand("import", "one.scarybug", isQuick: true),
        WritingCommand("import", "one.scarybug", isFirst: true),
        WritingCommand("import", "taken"),
        WritingCommand("import", "rows.csv"),
        WritingCommand("export", "1", isQuick: true),
        WritingCommand("export", "1", "one.scarybug", "--force"),
        WritingCommand("export", "1", "--format", "directory"),
        WritingCommand("export", "1", "taken", "--format", "directory", "--force"),
        WritingCommand("export", "all", "books", "--format", "books-owned"),
        WritingCommand("export", "1", "-"),
        WritingCommand("field", "add", "habitat", "text"),
        WritingCommand("query", "add", "good", "rating:>3"),
        WritingCommand("config", "kind=book", isQuick: true),
        WritingCommand("config", "kind=book", isFirst: true),
    ]
}
