import TestSupport

extension WritingRun {
    /// Whether the program has the command that looks for damage.
    private static let canCheck = (try? Program().run("help", "check").status) == 0

    /// What is wrong with what it said and left, and what the next session finds.
    func problems(besides good: WritingRun, _ consequence: FaultConsequence) throws -> [String] {
        try problemsNow(isRight(besides: good, consequence), consequence) + problemsLater()
    }

    /// The same for a script, which goes on with the next line.
    func problems(inScript good: WritingRun, _ consequence: FaultConsequence) throws -> [String] {
        let listed = Set(try program.run("list").lines.compactMap(Self.firstNumber))
        let isRight =
            switch consequence {
            case .none: saysSame(as: good)
            case .refused, .mayNotLast: reportsErrors && listed == reportedNumbers
            case .unreported: reportsErrors
            }
        return try problemsNow(isRight, consequence) + problemsLater()
    }

    private func problemsNow(_ isRight: Bool, _ consequence: FaultConsequence) -> [String] {
        if isRight { return [] }
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
        let reason = calls.first(where: \.isInjected)?.reason ?? ""
        return transcript.status == 1 && errors.count == 1 && errors[0].hasPrefix("scarybug: ")
            && errors[0].contains(reason)
    }

    private var reportsErrors: Bool {
        transcript.status == 1 && !errors.isEmpty
            && errors.allSatisfy { $0.hasPrefix("scarybug: ") }
    }

    /// The documents that are there if all is done that was reported, and no more.
    private var reportedNumbers: Set<Int> {
        transcript.lines.reduce(into: []) { numbers, line in
            if let deleted = line.firstMatch(of: /^deleted (\d+)/) {
                numbers.remove(Int(deleted.1) ?? 0)
            } else if let made = line.firstMatch(of: /^(\d+)  |^imported .* as (\d+)/) {
                numbers.insert(Int(made.1 ?? made.2 ?? "") ?? 0)
            }
        }
    }

    private static func firstNumber(_ line: String) -> Int? {
        line.firstMatch(of: /^ *(\d+)\s/).flatMap { Int($0.1) }
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
    private func problemsLater() throws -> [String] {
        let listed = try program.run("--json", "list")
        var plain = program
        plain.environment["XDG_CACHE_HOME"] = "/dev/null"
        let expected = try plain.run("--json", "list")
        var problems: [String] = []
        if !listed.gave(expected.standardOutput) {
            problems.append("the index says \(listed)\nand the documents \(expected)")
        }
        if Self.canCheck {
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

    var failsToRemove: Bool { calls.contains { $0.isInjected && $0.isRemoval } }
}
