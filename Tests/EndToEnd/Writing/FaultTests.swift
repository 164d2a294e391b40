import Foundation
import TestSupport
import Testing

/// Every call that writes fails once: the command says so in one sentence, and nothing is lost.
///
/// `Tests/Faults/run` tries all commands with all reasons; otherwise it is a few, and one reason a
/// call.
@Suite(.enabled(if: Program.canTrace)) struct FaultTests {
    private static let isThorough = ProcessInfo.processInfo.environment["SCARYBUG_FAULTS"] == "all"
    private static let commands = WritingCommand.all.filter { isThorough || $0.isQuick }
    /// Whether the program has the command that looks for damage.
    fileprivate static let canCheck = (try? Program().run("help", "check").status) == 0
    private static let errors = ["ENOSPC", "EIO", "EACCES", "EDQUOT"]

    @Test(arguments: commands)
    func `each call that writes fails once`(command: WritingCommand) throws {
        let bench = try WritingBench(command)
        let good = try bench.goodRun()
        var count = 0
        for (index, fault) in Self.faults(in: good.calls).enumerated() {
            let errors = Self.isThorough ? Self.errors : [Self.errors[index % Self.errors.count]]
            for error in errors {
                let fault = Fault(fault.call, "\(fault.occurrence)", error)
                for problem in try bench.problems(of: fault, besides: good) {
                    Issue.record("\(command.testDescription): \(fault): \(problem)")
                }
                count += 1
            }
        }
        if Self.isThorough { print("\(command.testDescription): \(count) faults") }
    }

    /// The calls that write, by their names and how many there were of the name before.
    private static func faults(in calls: [SystemCall]) -> [(call: String, occurrence: Int)] {
        var counts: [String: Int] = [:]
        return calls.compactMap { call in
            counts[call.name, default: 0] += 1
            guard call.writes, isThorough || !call.isForIndex else { return nil }
            return (call.name, counts[call.name] ?? 0)
        }
    }
}

extension WritingBench {
    /// What is wrong with what came of a fault.
    fileprivate func problems(of fault: Fault, besides good: WritingRun) throws -> [String] {
        let run = try run(with: [fault])
        guard let call = run.calls.first(where: \.isInjected) else { return ["no call failed"] }
        let problems = try run.problems(besides: good, FaultConsequence(ofInjectedIn: run.calls))
        return try (problems + run.problemsLater()).map { "\($0)\nThe call: \(call)" }
    }
}

extension WritingRun {
    /// What is wrong with what it said and left.
    fileprivate func problems(
        besides good: WritingRun, _ consequence: FaultConsequence
    ) -> [String] {
        if isRight(besides: good, consequence) { return [] }
        let changes = after.difference(from: before)
        return ["should be \(consequence); changed: \(changes)\(transcript)"]
    }

    private func isRight(besides good: WritingRun, _ consequence: FaultConsequence) -> Bool {
        let isDone = after.outline(withLitter: !failsToRemove) == good.after.outline()
        return switch consequence {
        case .none: saysSame(as: good) && isDone
        case .refused: reportsOneError && !warnsOfLoss && reportsChanges(short: 0, of: good)
        case .mayNotLast:
            reportsOneError && warnsOfLoss && reportsChanges(short: 1, of: good) && isDone
        case .unreported: reportsOneError && isDone
        }
    }

    private var reportsOneError: Bool {
        transcript.status == 1 && errors.count == 1 && errors[0].hasPrefix("scarybug: ")
    }

    private var warnsOfLoss: Bool { transcript.standardError.contains("may not last") }

    /// Whether all that was done is in the report, but for so many documents.
    private func reportsChanges(short count: Int, of good: WritingRun) -> Bool {
        guard command.actsOnEach else {
            return transcript.standardOutput == ""
                && (count > 0 || after.difference(from: before).isEmpty)
        }
        let changes = after.documents(changedSince: before)
        return transcript.lines.count == good.transcript.lines.count - 1
            && changes.count == transcript.lines.count + count
    }

    /// What the next session finds wrong.
    fileprivate func problemsLater() throws -> [String] {
        let listed = try program.run("--json", "list")
        var plain = program
        plain.environment["XDG_CACHE_HOME"] = "/dev/null"
        let expected = try plain.run("--json", "list")
        var problems: [String] = []
        if !listed.gave(expected.standardOutput) {
            problems.append("the index says \(listed)\nand the documents \(expected)")
        }
        if FaultTests.canCheck {
            let checked = try program.run("check")
            if checked.status != 0 { problems.append("\(checked)") }
        }
        let next = try program.run("set", "all", "notes=later")
        if next.status != (listed.standardOutput.isEmpty ? 1 : 0) { problems.append("\(next)") }
        let litter = try Snapshot(of: program).litter
        if !litter.isEmpty, !failsToRemove { problems.append("litter: \(litter)") }
        if program.directory.exists("records/users/alice/Staging") {
            problems.append("the staging directory is still there")
        }
        return problems
    }

    private var failsToRemove: Bool { calls.contains { $0.isInjected && $0.isRemoval } }
}
