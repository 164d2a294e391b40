import Foundation
import TestSupport

extension WritingRun {
    /// The problems in the output and the files, and those found by the next session.
    func problems(besides good: WritingRun) throws -> [String] {
        let outlines = (after.outline(withLitter: !failsToRemove), good.after.outline())
        // A bundle that isn't recorded may tell nothing about changes.
        let isDone =
            failsToRecord
            ? Set(outlines.0.keys) == Set(outlines.1.keys) : outlines.0 == outlines.1
        let isSuccess = saysSame(as: good) && isDone && !failsToSync
        let isFailure =
            reportsOneError && (changesNothing || (failsToReport || failsToSyncName) && isDone)
        return try problemsNow(isSuccess || isFailure) + problemsLater()
            + (isDone && command.isStep ? problemsOfUndo() : [])
    }

    /// The same for a script, which continues with the next line.
    func problems(inScript good: WritingRun) throws -> [String] {
        let listed = Set(try program.run("list").lines.compactMap(Self.firstNumber))
        let isSuccess = saysSame(as: good) && !failsToSync
        let isFailure = reportsErrors && (listed == reportedNumbers || failsToReport)
        let problems = try problemsNow(isSuccess || isFailure) + problemsLater()
        return problems.isEmpty
            ? [] : problems + ["listed: \(listed), reported: \(reportedNumbers)"]
    }

    /// The same for a `sync`.
    ///
    /// - Parameter wanted: the result of ``synced()`` without a fault.
    func problems(ofSync wanted: String) throws -> [String] {
        let check = try program.run("check")
        let bundles = try self.bundles().map {
            try program.run("--user", "carol", "import", $0, "--dry-run")
        }
        let isTold = transcript.status == 0 || !errors.isEmpty
        // The random key of the workspace decides the order of the calls, so one may be missing.
        let isIntact = isTold && ([check] + bundles).allSatisfy { $0.status == 0 }
        let synced = try synced()
        return (isIntact ? [] : ["\(transcript)\n\(check)\n\(bundles)"])
            + (synced == wanted ? [] : ["the next sync: \(synced)\ninstead of \(wanted)"])
    }

    /// The documents, and the names of the bundles, after another `sync`.
    func synced() throws -> String {
        let again = try program.run(command.words)
        let documents = try program.run("list", "--columns", "title,rating,tags,notes")
        let names = try bundles().map { $0.replacing(#/alice-[0-9a-f]{8}/#, with: "alice") }
        return "\(again.status)\n\(documents.standardOutput)\(names)"
    }

    /// The paths of the bundles in the shared folder.
    private func bundles() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: program.directory.path("work/share"))
            .filter { $0.hasSuffix(".scarybug") }.sorted().map { "share/\($0)" }
    }

    private func problemsNow(_ isRight: Bool) -> [String] {
        guard calls.contains(where: \.isInjected) else { return ["no call failed"] }
        if isRight { return [] }
        return ["changed: \(after.difference(from: before))\n\(transcript)"]
    }

    /// Whether new contents or the history could not be synced. A full disk may have room at the second
    /// attempt.
    private var failsToSync: Bool {
        calls.contains { call in
            call.isInjected && call.name == "fsync"
                && !["ENOSPC", "EDQUOT"].contains { call.result.contains($0) }
                && call.paths.contains {
                    $0.contains("/Staging/") || $0.hasSuffix("/history.db-wal")
                }
        }
    }

    /// Whether the record of exchanges could not be written. The command warns, and goes on.
    private var failsToRecord: Bool {
        calls.contains { $0.isInjected && $0.paths.contains { $0.contains("exchanged.db") } }
    }

    /// Whether the name of an exported bundle could not be synced. The bundle is complete then.
    private var failsToSyncName: Bool {
        calls.contains { $0.isInjected && $0.isSync && $0.paths.first?.hasSuffix("/work") == true }
    }

    /// Whether the results could not be printed, or be kept until the group ends.
    private var failsToReport: Bool {
        calls.contains {
            $0.isInjected && $0.name == "write"
                && ($0.reports || $0.paths.contains { $0.hasPrefix("pipe:") || $0.contains("/#") })
        }
    }

    private var reportsOneError: Bool {
        let call = calls.first(where: \.isInjected)
        // SQLite doesn't always tell the reason. The error then names the file.
        let isOfHistory =
            call?.name != "unlinkat" && call?.paths.contains { $0.contains("/history.db") } == true
        let reason = isOfHistory ? "/History/history.db" : call?.reason ?? ""
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
        // The record of exchanges can be read.
        let exchanged = try program.run("list", "sent:nobody")
        if exchanged.status != 0 || exchanged.standardError != "" {
            problems.append("what was exchanged: \(exchanged)")
        }
        let staged = try? program.directory.names(in: "records/users/alice/Staging")
        if let staged, !staged.isEmpty { problems.append("still staged: \(staged)") }
        return problems
    }

    var failsToRemove: Bool { calls.contains { $0.isInjected && $0.isRemoval } }
}

extension SystemCall {
    /// Whether the call concerns the index or a directory above it, the home.
    var isForIndex: Bool { paths.contains { $0.contains("/.cache") || $0.hasSuffix("/home") } }

    fileprivate var isRemoval: Bool { ["unlink", "unlinkat", "rmdir"].contains(name) }
}
