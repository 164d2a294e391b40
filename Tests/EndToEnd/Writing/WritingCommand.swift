import TestSupport
import Testing

/// A command of the session in which everything fails once.
struct FaultCommand: CustomTestStringConvertible {
    let words: [String]
    /// What was done before: the documents of ``FaultBench``, or nothing.
    var isFirst = false
    /// Whether it is done to each document by itself.
    var actsOnEach = false
    /// Whether it is one of the few that are tried every time.
    var isQuick = false

    var testDescription: String { words.joined(separator: " ") + (isFirst ? " (first)" : "") }

    private init(
        _ words: String..., isFirst: Bool = false, actsOnEach: Bool = false, isQuick: Bool = false
    ) {
        self.words = words
        (self.isFirst, self.actsOnEach, self.isQuick) = (isFirst, actsOnEach, isQuick)
    }

    static let all = [
        FaultCommand("new", "Weta", isFirst: true, isQuick: true),
        FaultCommand("new", "Weta"),
        FaultCommand("new", "Weta", "image=b.jpg", isQuick: true),
        FaultCommand("set", "1", "rating=2", isQuick: true),
        FaultCommand("set", "1", "rating=2", "image=b.jpg", isQuick: true),
        FaultCommand("set", "1", "image="),
        FaultCommand("set", "1-2", "notes=seen", actsOnEach: true),
        FaultCommand("delete", "1", isQuick: true),
        FaultCommand("delete", "all", actsOnEach: true),
        FaultCommand("import", "one.scarybug", isQuick: true),
        FaultCommand("import", "one.scarybug", isFirst: true),
        FaultCommand("import", "taken"),
        FaultCommand("import", "rows.csv"),
        FaultCommand("export", "1", isQuick: true),
        FaultCommand("export", "1", "one.scarybug", "--force"),
        FaultCommand("export", "1", "--format", "directory"),
        FaultCommand("export", "1", "taken", "--format", "directory", "--force"),
        FaultCommand("export", "all", "books", "--format", "books-owned"),
        FaultCommand("export", "1", "-"),
        FaultCommand("field", "add", "habitat", "text"),
        FaultCommand("query", "add", "good", "rating:>3"),
        FaultCommand("config", "kind=book", isQuick: true),
        FaultCommand("config", "kind=book", isFirst: true),
    ]
}
