import Foundation
import TestSupport
import Testing

/// Calls that are interrupted, or do less than they were asked for, are carried on from, unseen.
@Suite struct InterruptedCallTests {
    @Test(.enabled(if: Program.canTrace), arguments: WritingCommand.tried)
    func `every other call is interrupted`(command: WritingCommand) throws {
        let bench = try WritingBench(command)
        let good = try bench.goodRun()
        for shift in 0...1 {
            let run = try bench.run(with: Self.interruptions(of: good.calls, shift))
            #expect(run.calls.contains { $0.isInjected } || shift > 0)
            #expect(run.isAs(good), "\(run.transcript)")
        }
    }

    /// From the first call that writes on, of each name: those before are the loader's.
    private static func interruptions(of calls: [SystemCall], _ shift: Int) -> [Fault] {
        Set(calls.map(\.name)).sorted().compactMap { name in
            let first = calls.filter { $0.name == name }.firstIndex { $0.writes }
            return first.map { Fault(name, "\($0 + 1 + shift)+2", "EINTR") }
        }
    }

    @Test(.enabled(if: Shim.shared != nil), arguments: WritingCommand.tried)
    func `every call writes a few bytes only`(command: WritingCommand) throws {
        let shim = try #require(Shim.shared)
        let bench = try WritingBench(command)
        let good = try WritingRun(of: command, in: bench.workspace())
        var program = try bench.workspace()
        program.environment["LD_PRELOAD"] = shim.path
        let run = try WritingRun(of: command, in: program)
        #expect(run.isAs(good), "\(run.transcript)")
    }
}

extension WritingRun {
    /// Whether it said and left the same, and the index knows it.
    fileprivate func isAs(_ good: WritingRun) -> Bool {
        saysSame(as: good) && after.outline() == good.after.outline()
    }
}

/// A library that takes the place of the system's calls that write.
private struct Shim: Sendable {
    /// Nil where there is no C compiler.
    static let shared = try? Shim()

    private let directory: TemporaryDirectory
    var path: String { directory.path("few-bytes.so") }

    private init() throws {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("few-bytes.c").path
        let compiler = try Program(executable: "/usr/bin/env")
        directory = compiler.directory
        let made = try compiler.run("cc", "-shared", "-fPIC", "-o", path, source)
        guard made.status == 0 else { throw TestFailure("\(made)") }
    }
}
