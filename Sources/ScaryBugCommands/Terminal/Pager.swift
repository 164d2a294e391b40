import Glibc
import ScaryBugs
import SystemPackage

/// A running pager, which shows what is written to it.
final class Pager {
    private let process: pid_t
    private var input: FileDescriptor?
    /// Everything that was written, for the terminal if the pager can't be run.
    private let copy: HeldResults

    /// Starts a pager as Git does: by a shell, and with options for `less` unless it has some.
    init(_ command: String) throws {
        copy = try HeldResults()
        let (readEnd, writeEnd) = try FileDescriptor.pipe()
        defer { try? readEnd.close() }
        do { process = try Self.start(command, reading: readEnd, without: writeEnd) } catch {
            try? writeEnd.close()
            throw error
        }
        input = writeEnd
    }

    /// Shows bytes. If the user has left the pager, they are dropped: what the command does goes on.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try copy.write(bytes)
        do { try input?.write(all: bytes, to: "the pager") } catch let error as ScaryBugsError
            where error.code == .system(.brokenPipe)
        {
            closeInput()
        }
    }

    /// Waits until the user leaves the pager.
    ///
    /// - Parameter terminal: receives everything if the pager could not be run.
    /// - Returns: whether it could be run.
    func finish(orWriteTo terminal: any OutputSink) throws -> Bool {
        closeInput()
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // What a shell returns for a command that doesn't exist, or is no program.
        guard [126, 127].contains(status >> 8 & 0xFF) else { return true }
        try copy.copy(to: terminal)
        return false
    }

    private func closeInput() {
        try? input?.close()
        input = nil
    }

    private static func start(
        _ command: String, reading readEnd: FileDescriptor, without writeEnd: FileDescriptor
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, readEnd.rawValue, STDIN_FILENO)
        for end in [readEnd, writeEnd] where end.rawValue != STDIN_FILENO {
            posix_spawn_file_actions_addclose(&actions, end.rawValue)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program ignores these signals, and a child would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let line = "LESS=${LESS-FRX}; export LESS; " + command
        var words: [UnsafeMutablePointer<CChar>?] =
            ["/bin/sh", "-c", line].map { (word: String) in strdup(word) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
        guard error == 0 else {
            throw ScaryBugsError.system(Errno(rawValue: error), "cannot start the pager")
        }
        return process
    }
}
