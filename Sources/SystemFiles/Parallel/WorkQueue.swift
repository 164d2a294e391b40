import Glibc

/// Items that wait for a thread, and results that wait for earlier ones.
struct WorkQueue<Item, Output> {
    /// The number of items added so far.
    private(set) var given = 0
    /// The number of results taken so far.
    private(set) var taken = 0

    private var waiting: [(index: Int, item: Item)] = []
    private var outcomes: [Int: Outcome] = [:]
    private var isClosed = false

    var outstanding: Int { given - taken }

    mutating func enqueue(_ item: Item) {
        waiting.append((given, item))
        given += 1
    }

    enum Step {
        case work(index: Int, Item)
        /// Takes a result. Only the caller does.
        case take(Outcome)
        case end
    }

    /// The next step of a thread; nil if it must wait for an item.
    mutating func nextStep() -> Step? {
        if isClosed { return .end }
        guard !waiting.isEmpty else { return nil }
        let (index, item) = waiting.removeFirst()
        return .work(index: index, item)
    }

    /// The next step of the caller; nil if it must wait.
    ///
    /// - Parameter isWorking: whether it works on an item rather than wait for a result.
    mutating func nextStep(working isWorking: Bool) -> Step? {
        if let outcome = outcomes.removeValue(forKey: taken) {
            taken += 1
            return .take(outcome)
        }
        return isWorking ? nextStep() : nil
    }

    /// What became of an item on a thread.
    enum Outcome {
        case finished(Result<Output, any Error>)
        /// The item needs more memory than a thread may take.
        case postponed(Item)

        /// The result, for which the caller's thread works on a postponed item.
        func result(_ work: (Item, WorkPlace) throws -> Output) -> Result<Output, any Error> {
            switch self {
            case .finished(let result): result
            case .postponed(let item): Result { try work(item, .alone) }
            }
        }
    }

    mutating func finish(_ index: Int, _ outcome: Outcome) {
        outcomes[index] = outcome
    }

    /// Ends all threads after their current item. Waiting items are discarded.
    mutating func close() {
        isClosed = true
    }
}

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

/// A value that threads share under a lock, with a way to wait for changes of it.
///
/// The standard library's `Mutex` has no condition variable.
final class Monitor<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: sending Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Changes the value, and wakes all waiting threads.
    func change(_ body: (inout Value) -> Void) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        body(&value)
        pthread_cond_broadcast(changed)
    }

    /// Calls `body` now and after each change until it returns a result, and returns that.
    func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(changed, mutex)
        }
    }
}
