import TestSupport

extension WritingRun {
    /// The problems in the output and the files, and those found by the next session.
    func problems(besides good: WritingRun, _ consequence: FaultConsequence) throws -> [String] {
        let now = problemsNow(isRight(besides: good, consequence), consequence)
        let isDone = transcript.status == 0 || [.mayNotLast, .unreported].contains(consequence)
        return try now + problemsLater() + (isDone && command.isStep ? problemsOfUndo() : [])
    }

    /// The same for a script, which continues with the next line.
    func problems(inScript good: WritingRun, _ consequence: FaultConsequence) throws -> [String] {
        let listed = Set(try program.run("list").lines.compactMap(Self.firstNumber))
        let isRight =
            switch consequence {
            case .none: saysSame(as: good)
            case .refusedOrNone:
                saysSame(as: good) || reportsErrors && listed == reportedNumbers
            case .refused, .mayNotLast: reportsErrors && listed == reportedNumbers
            case .unreported: reportsErrors
            }
        let problems = try problemsNow(isRight, consequence) + problemsLater()
        return isRight ? problems : problems + ["listed: \(listed), reported: \(reportedNumbers)"]
    }

    private func problemsNow(_ isRight: Bool, _ consequence: FaultConsequence) -> [String] {
        if isRight { return [] }
        let changes = after.difference(from: before)
        return ["should be \(consequence); changed: \(changes)\n\(transcript)"]
    }

    private func isRight(besides good: WritingRun, _ consequence: FaultConsequence) -> Bool {
        let isDone = after.outline(withLitter: !failsToRemove) == good.after.outline()
        return switch consequence {
        case .none: saysSame(as: good) && isDone
        case .refusedOrNone:
            isRight(besides: good, .none) || isRight(besides: good, .refused)
        case .refused: reportsOneError && !warnsOfLoss && changesNothing
        case .mayNotLast:
            reportsOneError && warnsOfLoss && isDone
                && (transcript.standardOutput == "" || command.isGroupScript)
        case .unreported: reportsOneError && isDone
        }
    }

    private var reportsOneError: Bool {
        let reason = calls.first(where: \.isInjected)?.reason ?? ""
        return transcript.status == 1 && 1...(command.isGroupScript ? 2 : 1) ~= errors.count
            && errors[0].hasPrefix("scarybug: ") && transcript.standardError.contains(reason)
    }

    private var reportsErrors: Bool {
        transcript.status == 1 && !errors.isEmpty
            && errors.allSatisfy { $0.hasPrefix("scarybug: ") }
    }

    /// The documents that must exist according to the output.
    private var reportedNumbers: Set<Int> {
        transcript.lines.reduce(into: []) { numbers, line in
            if let deleted = line.firstMatch(of: /^deleted (\d+)/) {
                numbers.remove(Int(deleted.1) ?? 0)
            } else if let made = line.firstMatch(of: /^(\d+)  |^imported .*? as (\d+)/) {
                numbers.insert(Int(made.1 ?? made.2 ?? "") ?? 0)
            }
        }
    }

    private static func firstNumber(_ line: String) -> Int? {
        line.firstMatch(of: /^ *(\d+)\s/).flatMap { Int($0.1) }
    }

    private var warnsOfLoss: Bool {
        transcript.standardError.contains("a loss of power may undo it")
    }

    /// Whether the output reports no change and no document was changed. For several documents,
    /// whether exactly the reported ones were changed.
    private var changesNothing: Bool {
        guard command.actsOnEach else {
            return transcript.standardOutput == "" && after.difference(from: before).isEmpty
        }
        return after.documents(changedSince: before).count == transcript.lines.count
    }

    /// Undoes the command and returns differences from the earlier state.
    private func problemsOfUndo() throws -> [String] {
        let transcript = try program.run("undo")
        let left = try Snapshot(of: program).difference(from: before)
        return left.isEmpty ? [] : ["\(transcript)\nand then these differ: \(left)"]
    }

    /// The problems that the next session finds.
    private func problemsLater() throws -> [String] {
        let change = after.hasDocuments ? "set all notes=later" : "new Later"
        let next = try program.run(
            "--json", "-c", "list", "-c", "check", "-c", change, "-c", "undo")
        let later = try Snapshot(of: program)
        let left = later.difference(from: after)
        var plain = program
        plain.environment["XDG_CACHE_HOME"] = "/dev/null"
        let expected = try plain.run("--json", "list")
        // After the list, the change and the undo each print a line for each document, and the undo
        // names its step.
        let changes = 1 + (after.hasDocuments ? 2 * expected.lines.count : 2)
        var problems: [String] = []
        if !next.standardOutput.hasPrefix(expected.standardOutput)
            || next.lines.count != expected.lines.count + changes
            || next.status != 0 || expected.status != 0 || next.standardError != ""
        {
            problems.append("the next session says \(next)\nand the documents \(expected)")
        }
        if !left.isEmpty && !command.isFirst {
            problems.append("\(next)\nand then these differ: \(left)")
        }
        if !later.litter.isEmpty, !failsToRemove { problems.append("litter: \(later.litter)") }
        if program.directory.exists("records/users/alice/Staging") {
            problems.append("the staging directory is still there")
        }
        return problems
    }

    var failsToRemove: Bool { calls.contains { $0.isInjected && $0.isRemoval } }
}
