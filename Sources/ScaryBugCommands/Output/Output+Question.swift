import ScaryBugs

extension Output {
    /// Asks a question at the terminal, without line editing. Returns the answer; nil for the end of
    /// input.
    ///
    /// - Throws: ``Interrupted`` for Ctrl-C, which then is the program's exit status, too.
    func answer(to question: String) throws -> String? {
        write(message: try begin(question: question))
        let input = try ScriptFile(named: "standard input")
        do {
            if case .line(let line) = try input.next(isContinuation: false) {
                return String(decoding: line, as: UTF8.self)
            }
        } catch is Interrupted {
            endLine()
            throw Interrupted("; nothing was changed")
        }
        endLine()
        return nil
    }
}
