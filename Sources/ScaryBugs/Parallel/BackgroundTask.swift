/// Work that another thread does meanwhile; here and now where the system gives no thread.
final class BackgroundTask<Output: Sendable> {
    private var threads = WorkerThreads()
    private let output = Monitor<Output?>(nil)

    init(_ work: @escaping @Sendable () -> Output) {
        let output = output
        let run: @Sendable () -> Void = {
            let result = work()
            output.change { $0 = result }
        }
        threads.start(1, run)
        if threads.isEmpty { run() }
    }

    deinit { threads.join() }

    /// What came of it, once it is done.
    func wait() -> Output { output.wait { $0 } }
}
