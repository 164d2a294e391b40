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
