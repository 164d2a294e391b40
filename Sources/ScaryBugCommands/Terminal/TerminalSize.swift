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
        return TerminalSize(columns: 80, rows: 24)
    }

    /// Whether libedit, which believes the size that standard input reports, has memory for it.
    static var isPossible: Bool { reported(STDIN_FILENO)?.isPossible ?? true }

    private var isPossible: Bool { columns * rows <= Self.mostCells }

    private static func reported(_ descriptor: CInt) -> TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: max(1, Int(size.ws_row)))
    }
}
