import Glibc

/// A set of threads that all run the same function.
struct WorkerThreads {
    private var threads: [pthread_t] = []

    /// The most threads. More would only wait for the disk, and take memory for their buffers.
    private static let most = 8

    /// One thread per processor, up to ``most``. Each call of the system reads a file.
    static let usualCount = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), most)

    var isEmpty: Bool { threads.isEmpty }

    /// Starts threads that run `body`; fewer, or none, if the system refuses more.
    mutating func start(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        Self.blockingSignals {
            while threads.count < count, let thread = Self.start(body) { threads.append(thread) }
        }
    }

    mutating func join() {
        for thread in threads { pthread_join(thread, nil) }
        threads = []
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        let body = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { body in
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        if status == 0 { return thread }
        body.release()
        return nil
    }

    /// Blocks signals in new threads, so that the main thread receives them and its waiting system
    /// calls return EINTR.
    private static func blockingSignals(_ body: () -> Void) {
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        body()
    }
}
