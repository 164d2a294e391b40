import ScaryBugs

/// A selection that stands in one word, for commands that take something after it: `export
/// 'title:"garden spider" rating:>3' bundles`.
enum SelectionWord {
    /// Its words, taken apart as those of a line.
    ///
    /// - Parameter declaration: the command that takes the word.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for an open quote, or for nothing at all, which
    ///   must not come to mean the open document. The same for a word such as `-rf` among others.
    static func words(_ word: String, for declaration: Declaration) throws -> [String] {
        guard let words = lexed(word), !words.isEmpty else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(word)' is not a selection: it is empty or has an open quote")
        }
        // Alone it stood after `--`, where the parser accepts it.
        if words != [word] { try declaration.refuseShortOptions(in: words) }
        return words
    }

    /// Whether a word that could also be a path is a selection.
    static func mustBeMeant(by word: String) -> Bool {
        lexed(word).map(Selection.mustBeMeant) ?? false
    }

    /// Nil if a quote is open.
    private static func lexed(_ word: String) -> [String]? {
        var lexer = LineLexer(takesComments: false)
        guard let goesOn = try? lexer.read(Array(word.utf8)), !goesOn else { return nil }
        return lexer.finish()
    }
}
