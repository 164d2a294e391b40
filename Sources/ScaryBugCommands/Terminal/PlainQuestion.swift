import Glibc
import ScaryBugs

/// A question on standard error, answered on standard input without line editing.
struct PlainQuestion {
    private let output: Output

    /// Returns nil unless both are terminals, because otherwise nobody sees the question or answers
    /// it.
    init?(_ output: Output) {
        guard isatty(STDIN_FILENO) == 1, output.canAsk else { return nil }
        self.output = output
    }

    /// Returns the answer; nil for Ctrl-C or the end of input.
    func answer(to question: String) throws -> String? {
        try output.ask(question)
        let input = try ScriptFile(named: "standard input")
        do {
            if case .line(let line) = try input.next(isContinuation: false) {
                return String(decoding: line, as: UTF8.self)
            }
        } catch is Interrupted {
            // Ctrl-C is an answer here. The error that follows reports that nothing was changed.
            Interruption.reset()
        }
        output.endQuestion()
        return nil
    }
}
