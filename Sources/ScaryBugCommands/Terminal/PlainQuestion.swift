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

    /// Returns the answer; nil for the end of input.
    ///
    /// - Throws: ``Interrupted`` for Ctrl-C, which then is the program's exit status, too.
    func answer(to question: String) throws -> String? {
        try output.ask(question)
        let input = try ScriptFile(named: "standard input")
        do {
            if case .line(let line) = try input.next(isContinuation: false) {
                return String(decoding: line, as: UTF8.self)
            }
        } catch is Interrupted {
            output.endLine()
            throw Interrupted("; nothing was changed")
        }
        output.endLine()
        return nil
    }
}
