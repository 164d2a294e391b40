import Foundation
import TestSupport
import Testing

/// Makes every writing call fail once. The command must succeed as without the fault, or report it in
/// one sentence and change nothing.
///
/// `Tests/Faults/run` tests all commands with all errors, and `Tests/Faults/run -q` a few commands with
/// one error per call. The usual run tests a part of these calls.
@Suite(
    .enabled(if: Program.isTraceable, "there is no strace here, or a sanitizer"))
struct FaultTests {
    private static let isThorough = WritingCommand.isThorough

    @Test(arguments: WritingCommand.tried)
    func `each call that writes fails once in a command`(command: WritingCommand) throws {
        let bench = try WritingBench(command)
        let good = try bench.goodRun()
        let faults = Self.faults(in: good.calls, withAllReasons: Self.isThorough)
        #expect(!faults.isEmpty)
        for fault in WritingCommand.isSample ? Self.some(13, of: faults) : faults {
            let run = try bench.run(with: [fault])
            Self.record(try run.problems(besides: good), of: fault, in: run)
        }
    }

    @Test func `each call that writes fails once in a script`() throws {
        let bench = try WritingBench(.script)
        let good = try bench.goodRun()
        let faults = Self.faults(in: good.calls, withAllReasons: false)
        #expect(!faults.isEmpty)
        let step = Self.isThorough ? 1 : WritingCommand.isSample ? 127 : 11
        for fault in Self.some(step, of: faults) {
            let run = try bench.run(with: [fault])
            Self.record(try run.problems(inScript: good), of: fault, in: run)
        }
    }

    /// The workspace stays intact, and the folder has only whole bundles.
    @Test func `each call that writes fails once in a sync, and the next one completes it`() throws
    {
        let bench = try WritingBench(.sync)
        let good = try bench.goodRun()
        let wanted = try good.synced()
        #expect(wanted.contains("theirs") && wanted.contains("alice/Bullet Ant-"))
        let faults = Self.faults(in: good.calls, withAllReasons: false)
        #expect(!faults.isEmpty)
        let step = Self.isThorough ? 1 : WritingCommand.isSample ? 17 : 3
        for fault in Self.some(step, of: faults) {
            let run = try bench.run(with: [fault])
            Self.record(try run.problems(ofSync: wanted), of: fault, in: run)
        }
    }

    private static func record(_ problems: [String], of fault: Fault, in run: WritingRun) {
        let calls = run.calls.filter(\.isInjected)
        for problem in problems {
            Issue.record("\(run.command.testDescription): \(fault): \(problem)\n\(calls)")
        }
    }

    /// The writing calls, each with one error or with all.
    private static func faults(
        in calls: [SystemCall], withAllReasons hasAll: Bool
    ) -> [Fault] {
        let errors = ["ENOSPC", "EIO", "EACCES", "EDQUOT"]
        var counts: [String: Int] = [:]
        var faults: [Fault] = []
        for call in calls {
            counts[call.name, default: 0] += 1
            guard call.writes, isThorough || !call.isForIndex else { continue }
            for error in hasAll ? errors : [errors[faults.count % errors.count]] {
                faults.append(Fault(call.name, "\(counts[call.name] ?? 0)", error))
            }
        }
        return faults
    }

    /// One of each `count` faults.
    private static func some(_ count: Int, of faults: [Fault]) -> [Fault] {
        stride(from: 0, to: faults.count, by: count).map { faults[$0] }
    }
}
