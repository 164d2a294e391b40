import Glibc

/// Columns and rows of the terminal that standard output is, or else standard input.
struct TerminalSize: Equatable {
    let columns: Int
    let rows: Int

    /// As the terminal says; 80 by 24 where it does not.
    static var current: TerminalSize {
        for descriptor in [STDOUT_FILENO, STDIN_FILENO] {
            var size = winsize()
            guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { continue }
            return TerminalSize(columns: Int(size.ws_col), rows: max(1, Int(size.ws_row)))
        }
        return TerminalSize(columns: 80, rows: 24)
    }
}
