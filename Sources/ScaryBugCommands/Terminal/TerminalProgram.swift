import Glibc
import ScaryBugs
import SystemPackage

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
