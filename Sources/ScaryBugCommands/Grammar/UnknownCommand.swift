import ScaryBugs

/// A word that stands where a command should, and the command that was probably meant.
struct UnknownCommand {
    let word: String
    /// Whether the word comes from the shell, where `-f` runs a script; elsewhere `source` does.
    let isFromShell: Bool

    var error: ScaryBugsError {
        ScaryBugsError(.notFound, "there is no command '\(word)'; \(hint)").at(word)
    }

    private var hint: String {
        if word.hasPrefix("!") {
            return "there is no shell here, so that no script can run other programs; "
                + "Ctrl-Z returns to the shell, and 'fg' comes back"
        }
        if word == "sort" { return "'list sort:rating' sorts a list" }
        if let name = Self.otherNames[word.lowercased()] { return "the nearest is '\(name)'" }
        if let number = Int(word), number > 0 { return "'show \(number)' shows document \(number)" }
        if word.hasSuffix(".bugs") { return scriptHint }
        if Self.importable.contains(where: word.hasSuffix) {
            return "to import it: \(line("import", word))"
        }
        if let name = SpellingSuggestion.name(to: word, among: Commands.names) {
            return "the nearest is '\(name)'"
        }
        return fileHint ?? "'help' lists the commands"
    }

    /// Other programs' names for our commands, which are too different to be near.
    static let otherNames = [
        "add": "new", "create": "new", "make": "new",
        "find": "list", "grep": "list", "search": "list",
        "cat": "show", "print": "show",
        "change": "set", "modify": "set", "rename": "set", "update": "set",
        "erase": "delete", "remove": "delete",
    ]

    private static let importable = [
        ".scarybug", ".scarycreature", ".sbz", ".csv", ".tsv", ".jsonl",
    ]

    /// What to do with a file of that name; nil if there is none.
    private var fileHint: String? {
        guard let file = try? File.open(path: word, waiting: false),
            (try? file.status().kind) == .regular,
            let prefix = try? file.prefix(PictureType.signatureLength)
        else { return nil }
        guard PictureType(signature: prefix) != nil else { return scriptHint }
        return Self.pictureHint(word)
    }

    /// The line that makes a document with a picture.
    static func pictureHint(_ path: String) -> String {
        "to make a document with it: " + LineLexer.line(of: ["import", path])
    }

    private var scriptHint: String {
        "to run it as a script: "
            + (isFromShell ? line("scarybug", "-f", word) : line("source", word))
    }

    private func line(_ words: String...) -> String { LineLexer.line(of: words) }
}
