import Glibc
import ScaryBugs
import Synchronization
import SystemPackage

/// Turns signals into bytes of a socket while a line is typed. The editor can then wait for keys
/// and signals with one `poll`, and misses none, whichever thread receives it.
///
/// libedit's own handlers aren't used, because they forward each signal to the whole process group.
final class TerminalSignals {
    private static let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
    /// The descriptor that the handler writes to. One is enough, because there is one terminal.
    private static let wakeUp = Atomic<CInt>(-1)

    private let readEnd: FileDescriptor
    private let writeEnd: FileDescriptor
    private var saved: [(signal: CInt, action: sigaction)] = []

    init() throws {
        var ends: [CInt] = [-1, -1]
        // Non-blocking, because the handler must return even if nothing is read for a while.
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, CInt(type), 0, &ends) == 0 else {
            throw ScaryBugsError.system(Errno(rawValue: errno), "cannot watch for signals")
        }
        readEnd = FileDescriptor(rawValue: ends[0])
        writeEnd = FileDescriptor(rawValue: ends[1])
    }

    deinit {
        stop()
        _ = Glibc.close(readEnd.rawValue)
        _ = Glibc.close(writeEnd.rawValue)
    }

    /// Becomes readable when a signal arrives.
    var descriptor: CInt { readEnd.rawValue }

    /// Installs handlers for the signals of the terminal and the system.
    func start() {
        drain()
        Self.wakeUp.store(writeEnd.rawValue, ordering: .relaxed)
        for signal in Self.watched {
            var before = sigaction()
            sigaction(signal, nil, &before)
            // A signal that was ignored at the start (nohup) stays ignored.
            if before.isIgnored { continue }
            saved.append((signal, before))
            Self.watch(signal)
        }
    }

    /// Restores the earlier handlers, and passes them the signals that arrived too late for the
    /// line.
    func stop() {
        for (signal, action) in saved {
            var action = action
            sigaction(signal, &action, nil)
        }
        saved = []
        Self.wakeUp.store(-1, ordering: .relaxed)
        while let signal = next() {
            if signal != SIGWINCH && signal != SIGCONT { kill(getpid(), signal) }
        }
    }

    func next() -> CInt? {
        var byte: UInt8 = 0
        return Glibc.read(descriptor, &byte, 1) == 1 ? CInt(byte) : nil
    }

    /// Delivers a signal to the earlier handler, which may stop or end the program. Watches again
    /// if the program continues.
    func deliver(_ signal: CInt) {
        guard var action = saved.first(where: { $0.signal == signal })?.action else { return }
        sigaction(signal, &action, nil)
        kill(getpid(), signal)
        Self.watch(signal)
    }

    func drain() {
        while next() != nil {}
    }

    private static func watch(_ signal: CInt) {
        var action = sigaction()
        action.sa_flags = SA_RESTART
        action.__sigaction_handler.sa_handler = { signal in
            let before = errno
            var byte = UInt8(truncatingIfNeeded: signal)
            _ = Glibc.write(TerminalSignals.wakeUp.load(ordering: .relaxed), &byte, 1)
            errno = before
        }
        sigaction(signal, &action, nil)
    }
}

extension sigaction {
    var isIgnored: Bool {
        // SIG_IGN is the address 1, which Swift can't compare as a function.
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}

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

/// A program that the user's environment names, such as the editor or the pager. It runs at the
/// terminal until it ends.
struct TerminalProgram {
    /// A shell command, because `$EDITOR` may have arguments and quotes.
    let command: String

    /// Runs the command with one argument. Returns the status as `Spawn.end(of:)` does.
    func run(_ argument: String) throws -> Int {
        var modes = termios()
        let hasModes = tcgetattr(STDIN_FILENO, &modes) == 0
        // Ctrl-C is for the child.
        let signals = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer {
            for (number, handler) in signals { signal(number, handler) }
            if hasModes { tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) }
        }
        return try Spawn.end(of: start([argument]))
    }

    /// - Parameter input: the process's standard input; nil for this process's.
    func start(_ arguments: [String] = [], input: FileDescriptor? = nil) throws -> pid_t {
        let spawn = Spawn()
        // Results may go to a file, but the editor needs the terminal.
        if isatty(STDOUT_FILENO) == 0 { spawn.give(.standardError, as: STDOUT_FILENO) }
        if let input { spawn.give(input, as: STDIN_FILENO) }
        let script = arguments.isEmpty ? command : command + " \"$@\""
        return try spawn.start(["/bin/sh", "-c", script, "sh"] + arguments)
    }
}
