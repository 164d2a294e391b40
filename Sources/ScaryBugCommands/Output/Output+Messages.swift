import Glibc
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

/// The progress of a command, and the pager for its results.
extension Output {
    /// Shows the progress of the running command at the terminal of the messages, in place of the
    /// last progress.
    func show(progress line: String) {
        guard let width = messages.terminalWidth else { return }
        // A full line would move the cursor to the next one.
        results.show(progress: DisplayWidth.cut(line, to: max(1, width - 1)))
    }

    /// Whether a picture can be drawn among the results, which go to a terminal for people.
    var canDraw: Bool {
        isTerminal && format == .table && !isHeld && isatty(STDOUT_FILENO) == 1
    }

    /// Calls `body` with the terminal to draw on, after the results so far.
    func draw(_ body: (borrowing File) throws -> Void) throws {
        try flush()
        try results.draw(body)
    }

    /// Runs a command whose results are shown with a pager if they are longer than the screen.
    ///
    /// - Parameter pagerCommand: returns the pager's command line, nil for none; called only for
    ///   longer results.
    func paging(_ pagerCommand: @escaping () -> String?, _ body: () throws -> Void) throws {
        results.begin(pagerCommand)
        let result = Result { try body() }
        try flush()
        if let command = try results.end() {
            try print(
                message:
                    "warning: the pager '\(command)' cannot be run; set PAGER, or turn it off by "
                    + "'config pager=off'", as: .warning)
        }
        try result.get()
    }
}
