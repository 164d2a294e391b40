import Glibc

/// The size of the terminal on standard output, or else on standard input or standard error.
struct TerminalSize: Equatable {
    let columns: Int
    let rows: Int

    /// The most columns times rows. libedit takes several bytes for each.
    private static let mostCells = 4_000_000

    /// The size that the terminal reports; 80 by 24 if it reports none, or one that no screen has.
    static var current: TerminalSize {
        for descriptor in [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO] {
            guard let size = reported(descriptor), size.columns > 0 else { continue }
            if size.isPossible { return size }
        }
        return usual
    }

    /// Gives the terminal on standard input the usual size if it reports one that no screen has.
    /// libedit asks the terminal itself, and would take memory for each column of each row.
    static func correct() {
        guard let size = reported(STDIN_FILENO), !size.isPossible else { return }
        var correct = winsize()
        (correct.ws_col, correct.ws_row) = (UInt16(usual.columns), UInt16(usual.rows))
        _ = ioctl(STDIN_FILENO, UInt(TIOCSWINSZ), &correct)
    }

    private static let usual = TerminalSize(columns: 80, rows: 24)

    private var isPossible: Bool { columns * rows <= Self.mostCells }

    private static func reported(_ descriptor: CInt) -> TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: max(1, Int(size.ws_row)))
    }
}
