import TestSupport
import Testing

/// Calls that are interrupted or transfer fewer bytes than requested are continued, with the same
/// result.
@Suite struct InterruptedCallTests {
    @Test(
        .enabled(if: Program.isTraceable, "there is no strace here, or a sanitizer"),
        arguments: WritingCommand.tried)
    func `every other call is interrupted`(command: WritingCommand) throws {
        let bench = try WritingBench(command)
        let good = try bench.goodRun()
        for shift in 0...1 {
            let run = try bench.run(with: Self.interruptions(of: good.calls, shift))
            #expect(run.calls.contains { $0.isInjected } || shift > 0)
            #expect(run.isAs(good), "\(run.transcript)")
        }
    }

    /// Calls of SQLite that no signal interrupts on a local disk, and that it does not make again.
    private static let uninterrupted = ["fdatasync", "unlink"]

    /// Interrupts calls from the first writing call on. The loader makes the earlier ones.
    private static func interruptions(of calls: [SystemCall], _ shift: Int) -> [Fault] {
        Set(calls.map(\.name)).subtracting(uninterrupted).sorted().compactMap { name in
            let first = calls.filter { $0.name == name }.firstIndex { $0.writes }
            return first.map { Fault(name, "\($0 + 1 + shift)+2", "EINTR") }
        }
    }

    @Test(
        .enabled(if: Tool.isExpected("cc"), "there is no C compiler here"),
        arguments: WritingCommand.tried)
    func `every call writes a few bytes only`(command: WritingCommand) throws {
        let shim = try Shim.fewBytes.get()
        let bench = try WritingBench(command)
        let good = try WritingRun(of: command, in: bench.workspace())
        let run = try WritingRun(of: command, in: shim.preloaded(in: bench.workspace()))
        #expect(run.isAs(good), "\(run.transcript)")
    }
}

extension WritingRun {
    /// Whether the run gave the same output and files as the good run, and the index agrees.
    fileprivate func isAs(_ good: WritingRun) -> Bool {
        saysSame(as: good) && after.outline() == good.after.outline()
    }
}
