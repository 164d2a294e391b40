import ScaryBugs

/// A selection given as a single word, for commands that take another argument after it: `export
/// 'title:"garden spider" rating:>3' bundles`.
enum SelectionWord {
    /// Splits the word as the lexer splits a line.
    ///
    /// - Parameter declaration: the command that takes the word.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for an open quote, and for a word such as
    ///   `-rf` among others. Also for an empty word, which must not select the open document.
    static func words(_ word: String, for declaration: Declaration) throws -> [String] {
        guard let words = LineLexer.words(of: word.utf8, takesComments: false), !words.isEmpty
        else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(word)' is not a selection: it is empty or has an open quote")
        }
        // A lone `-rf` followed `--`, where the parser accepts it.
        if words != [word] { try declaration.refuseShortOptions(in: words) }
        return words
    }

    /// Whether a word that could also be a path has to be a selection.
    static func mustBeMeant(by word: String) -> Bool {
        LineLexer.words(of: word.utf8, takesComments: false).map(Selection.mustBeMeant) ?? false
    }
}
