import Glibc
import ScaryBugs
import SystemPackage

/// A program that the user's environment names, such as the editor or the pager. It runs at the
/// terminal until it ends.
struct TerminalProgram {
    /// A shell command, because `$EDITOR` may have arguments and quotes.
    let command: String

    /// Runs the command with one argument. Returns the status as ``wait(for:)`` does.
    func run(_ argument: String) throws -> Int {
        var modes = termios()
        let hasModes = tcgetattr(STDIN_FILENO, &modes) == 0
        // Ctrl-C is for the child.
        let signals = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer {
            for (number, handler) in signals { signal(number, handler) }
            if hasModes { tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) }
        }
        return try wait(for: start([argument]))
    }

    /// - Returns: the exit status, or 128 plus the signal that ended the process.
    func wait(for process: pid_t) throws -> Int {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw ScaryBugsError.system(Errno(rawValue: errno), "cannot wait for \(command)")
            }
        }
        return status & 0x7F == 0 ? Int(status >> 8) & 0xFF : 128 + Int(status & 0x7F)
    }

    /// - Parameter pipe: its first end becomes the process's standard input.
    func start(
        _ arguments: [String] = [], reading pipe: (FileDescriptor, FileDescriptor)? = nil
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        // The child would inherit the signals that this process ignores.
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // Results may go to a file, but the editor needs the terminal.
        if isatty(STDOUT_FILENO) == 0 {
            posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        }
        if let pipe {
            posix_spawn_file_actions_adddup2(&actions, pipe.0.rawValue, STDIN_FILENO)
            for end in [pipe.0, pipe.1] {
                posix_spawn_file_actions_addclose(&actions, end.rawValue)
            }
        }
        let script = arguments.isEmpty ? command : command + " \"$@\""
        var words = (["/bin/sh", "-c", script, "sh"] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let error = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environ)
        guard error == 0 else {
            throw ScaryBugsError.system(Errno(rawValue: error), "cannot start \(command)")
        }
        return child
    }
}
