import ScaryBugs

/// A selection given as a single word, for commands that take another argument after it: `export
/// 'title:"garden spider" rating:>3' bundles`.
enum SelectionWord {
    /// Splits the word as the lexer splits a line, except that `\|` stays a literal bar.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for an open quote, and for a word such as
    ///   `-rf` among others. Also for an empty word, which must not select the open document.
    static func words(_ word: String, for declaration: Declaration) throws -> [String] {
        guard let words = split(word), !words.isEmpty else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(word)' is not a selection: it is empty or has an open quote")
        }
        // A lone `-rf` followed `--`, where the parser accepts it.
        if words != [word] { try declaration.refuseMistakenOptions(in: words) }
        return words
    }

    /// One of several words of a query, without the quotes around a phrase: `tag:dead wood` for
    /// `tag:"dead wood"`. Other words are returned unchanged, such as `dead wood` and `it's`.
    static func unquoted(_ word: String) -> String {
        guard let words = split(word), let only = words.first, words.count == 1 else { return word }
        return only
    }

    /// Whether a word that could also be a path has to be a selection.
    static func mustBeMeant(by word: String) -> Bool {
        split(word).map(Selection.mustBeMeant) ?? false
    }

    private static func split(_ word: String) -> [String]? {
        lexer.lineWords(of: word.utf8)?.map(\.queryText)
    }

    static let lexer = LineLexer(isSelection: true)
}
