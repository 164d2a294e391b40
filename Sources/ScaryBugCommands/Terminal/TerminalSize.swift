import Glibc

/// Columns and rows of the terminal that standard output is.
struct TerminalSize: Equatable {
    let columns: Int
    let rows: Int

    /// As the terminal says; 80 by 24 where it does not.
    static var current: TerminalSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        return TerminalSize(columns: Int(size.ws_col), rows: max(1, Int(size.ws_row)))
    }
}
