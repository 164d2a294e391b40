import Glibc
import ScaryBugs
import Synchronization
import SystemPackage

/// Turns signals into bytes of a socket while a line is typed, so that the editor can wait for them
/// and for keys with one `poll`: none is missed between two keys, whichever thread receives it.
///
/// libedit's own handlers are not used: they send each signal on to the whole process group.
final class TerminalSignals {
    private static let watched = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
    /// Where the handler writes. There is one terminal, so one place is enough.
    private static let wakeUp = Atomic<CInt>(-1)

    private let readEnd: FileDescriptor
    private let writeEnd: FileDescriptor
    private var saved: [(signal: CInt, action: sigaction)] = []

    init() throws {
        var ends: [CInt] = [-1, -1]
        // Without blocking: the handler must return even if nobody has read for a while.
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

    /// Becomes readable when a signal came.
    var descriptor: CInt { readEnd.rawValue }

    /// Takes over the signals that the terminal and the system send.
    func start() {
        drain()
        Self.wakeUp.store(writeEnd.rawValue, ordering: .relaxed)
        for signal in Self.watched {
            var before = sigaction()
            sigaction(signal, nil, &before)
            // Whoever started the program ignoring a signal (nohup) wants it ignored.
            if Self.isIgnored(before) { continue }
            saved.append((signal, before))
            Self.watch(signal)
        }
    }

    /// Gives the signals back to whoever had them, with those that came too late for the line.
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

    /// The next signal that came, if there is one.
    func next() -> CInt? {
        var byte: UInt8 = 0
        return Glibc.read(descriptor, &byte, 1) == 1 ? CInt(byte) : nil
    }

    /// Lets a signal do what it does without us (stop, end, or a handler of the program's own), and
    /// goes on watching if the program is still there.
    func deliver(_ signal: CInt) {
        guard var action = saved.first(where: { $0.signal == signal })?.action else { return }
        sigaction(signal, &action, nil)
        kill(getpid(), signal)
        Self.watch(signal)
    }

    /// Forgets what came.
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

    private static func isIgnored(_ action: sigaction) -> Bool {
        // SIG_IGN is the address 1, which is no function that Swift could compare.
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
