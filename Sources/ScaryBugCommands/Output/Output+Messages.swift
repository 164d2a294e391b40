import ScaryBugs

/// Questions, and what is no result: errors, warnings and notices.
extension Output {
    /// Whether a user at a terminal can read questions.
    var canAsk: Bool { messages.terminalWidth != nil }

    /// Prints the lines that a session begins with. They are no result, so a file doesn't get them.
    func print(greeting lines: [String]) {
        guard let width = messages.terminalWidth else { return }
        let lines = lines.flatMap {
            WordWrap.lines(ofMessage: TerminalText.text($0), width: width)
        }
        write(message: lines.map { $0 + "\n" }.joined())
    }

    /// Prints a question, after the buffered results, except its last line, which is returned. The
    /// user types the answer there.
    func begin(question: String) throws -> String {
        try flush()
        // Room for a short answer.
        let width = max(1, (messages.terminalWidth ?? 80) - 4)
        var lines = WordWrap.lines(ofMessage: TerminalText.text(question).trimmed, width: width)
        let last = lines.popLast() ?? ""
        write(message: lines.map { $0 + "\n" }.joined())
        return last + " "
    }

    /// Ends a line that the terminal has begun: a question without an answer, or ^C.
    func endLine() {
        write(message: "\n")
    }

    /// Prints a message, after the buffered results.
    ///
    /// - Parameters:
    ///   - color: the colour of an error or a warning; nil for a notice.
    ///   - context: computed only at a terminal.
    func print(
        message: String, as color: Color? = nil, context: @autoclosure () -> ErrorContext? = nil
    ) throws {
        try flush()
        let name = "scarybug:"
        var text = "\(name) \(TerminalText.text(message))"
        var mark = ""
        if let width = messages.terminalWidth {
            let context = context()
            text = WordWrap.lines(ofMessage: text + (context?.advice ?? ""), width: width)
                .joined(separator: "\n")
            mark = context?.mark?.text(width: width, isColored: hasColoredMessages) ?? ""
        }
        if hasColoredMessages, let color { text = color.text(name) + text.dropFirst(name.count) }
        write(message: "\(text)\n\(mark)", isUrgent: color == nil)
    }

    func write(message: String, isUrgent: Bool = true) {
        try? results.write(message: Array(message.utf8), isUrgent: isUrgent)
    }
}
