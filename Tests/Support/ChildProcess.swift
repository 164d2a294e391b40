import Foundation

/// A program started by a test. It is killed when this object is deallocated, if not earlier.
///
/// It leads a separate session, so that it can't access the terminal of the test runner. All
/// processes that it starts can be killed with it.
final class ChildProcess {
    /// The child's standard streams.
    enum Streams {
        case descriptors(input: CInt, output: CInt, error: CInt)
        /// All three are this terminal, which controls the session.
        case terminal(path: String)
    }

    let identifier: pid_t
    /// Kept, because the program's directory must exist as long as the process runs.
    let program: Program
    private var status: Int?

    /// Prevents other children from starting between the creation of a pipe and the closing of the
    /// child's end. They would inherit that end and keep it open.
    static let spawning = NSLock()

    init(_ program: Program, _ arguments: [String], _ streams: Streams) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        Self.add(streams, to: &actions)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.setSignals(of: &attributes)

        let environment = program.environment.map { "\($0.key)=\($0.value)" }.sorted()
        // Swift doesn't see glibc's function for the working directory. env(1) sets it and becomes
        // the program, with the same process id.
        let words = ["env", "-C", program.workingDirectory, program.executable] + arguments
        var child: pid_t = 0
        let failure = Self.withCStrings(words) { words in
            Self.withCStrings(environment) { environment in
                posix_spawn(&child, "/usr/bin/env", &actions, &attributes, words, environment)
            }
        }
        guard failure == 0 else {
            let reason = String(cString: strerror(failure))
            throw TestFailure("cannot start \(program.executable): \(reason)")
        }
        self.program = program
        identifier = child
    }

    deinit {
        if status == nil { kill() }
    }

    private static func add(_ streams: Streams, to actions: inout posix_spawn_file_actions_t) {
        switch streams {
        case .descriptors(let input, let output, let error):
            posix_spawn_file_actions_adddup2(&actions, input, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, error, 2)
        case .terminal(let path):
            // Opening the terminal makes it the controlling terminal, because the session has none
            // yet.
            posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
    }

    /// Starts a new session with default signals, independent of the test runner's.
    private static func setSignals(of attributes: inout posix_spawnattr_t) {
        let newSession: CInt = 0x80  // POSIX_SPAWN_SETSID, which glibc shows to GNU programs only.
        let flags = newSession | CInt(POSIX_SPAWN_SETSIGDEF) | CInt(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }

    func send(_ signal: CInt) {
        if status == nil { Foundation.kill(identifier, signal) }
    }

    /// Kills the program and all processes in its process group.
    @discardableResult
    func kill() -> Int {
        Foundation.kill(-identifier, SIGKILL)
        return wait(until: Deadline(seconds: 10)) ?? 128 + Int(SIGKILL)
    }

    /// The exit status, or 128 plus the signal that ended the program; nil if it still runs.
    func wait(until deadline: Deadline) -> Int? {
        while status == nil {
            var raw: CInt = 0
            if waitpid(identifier, &raw, WNOHANG) == identifier {
                status = raw & 0x7F == 0 ? Int(raw >> 8 & 0xFF) : 128 + Int(raw & 0x7F)
            } else if deadline.isOver {
                return nil
            } else {
                // The output has ended, so the process exits within microseconds.
                usleep(1_000)
            }
        }
        return status
    }
}

/// Runs `body`, which starts a child, while no other child starts. Until a child runs its program, it has all
/// files of this process open, and keeps its locks.
public func startingChild<Result>(_ body: () throws -> Result) rethrows -> Result {
    try ChildProcess.spawning.withLock(body)
}

/// Waits until each child that is starting runs its program.
public func waitForStartingChildren() { startingChild {} }
