import Glibc

/// The size of the terminal on standard output, or else on standard input or standard error.
struct TerminalSize: Equatable {
    let columns: Int
    let rows: Int

    /// The size that the terminal reports; 80 by 24 if it reports none.
    static var current: TerminalSize {
        for descriptor in [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO] {
            var size = winsize()
            guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { continue }
            return TerminalSize(columns: Int(size.ws_col), rows: max(1, Int(size.ws_row)))
        }
        return TerminalSize(columns: 80, rows: 24)
    }
}
