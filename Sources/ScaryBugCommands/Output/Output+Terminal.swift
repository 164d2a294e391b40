import Glibc
import ScaryBugs

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
