import ScaryBugs

/// A line that was split into words, with what could be worked out ahead of its turn. It is a class,
/// since copies of all these values take time.
final class LexedLine: Sendable {
    let words: [LineWord]
    /// The line as the history shows it.
    let text: String
    /// The parsed arguments of the command; nil if they were not parsed yet.
    let arguments: Arguments?
    let draft: Draft?

    /// - Parameter context: what it takes to work out the command ahead of its turn; nil at its turn,
    ///   which also reports whatever is wrong.
    init(_ words: [LineWord], drafting context: DraftContext? = nil) {
        self.words = LineWord.line(words)
        text = LineLexer.line(of: self.words)
        let command = context?.command(self.words)
        arguments = command?.arguments
        draft = context.flatMap { context in command.flatMap { context.draft($0) } }
    }
}
