import Foundation
import TestSupport
import Testing

/// Makes every reading call fail once. Whatever the command then says, nothing of it may last: the
/// next commands give the right answers, and nothing has moved to `Lost and Found`.
///
/// `Tests/Faults/run` fails all calls with all errors. The usual run fails a part of them.
@Suite(.enabled(if: Program.isTraceable, "there is no strace here, or a sanitizer"))
struct ReadFaultTests {
    private static let isThorough = WritingCommand.isThorough
    private static let errors = ["EIO", "EMFILE", "ENOMEM", "EACCES"]

    @Test(arguments: [
        "list", "count size:>1", "check --repair", "set 1 size=7",
        "import one.scarybug --skip-known",
        "undo", "history",
    ])
    func `each call that reads fails once in a command`(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let good = try Self.workspace()
        let before = try Outcome(in: good)
        let calls = try good.traced(words, recording: Program.readingCalls).calls
        let after = try Outcome(in: good)
        let faults = Self.faults(in: calls)
        #expect(!faults.isEmpty)
        let step = Self.isThorough ? 1 : 13
        for fault in stride(from: 0, to: faults.count, by: step).map({ faults[$0] }) {
            let program = try Self.workspace()
            let run = try program.traced(words, with: [fault], recording: Program.readingCalls)
            let found = try Outcome(in: program)
            #expect(
                found == before || found == after,
                "\(fault): \(run.calls.filter(\.isInjected))\n\(run.transcript)")
        }
    }

    /// The calls on the home and the index, each with one error or with all.
    private static func faults(in calls: [SystemCall]) -> [Fault] {
        var counts: [String: Int] = [:]
        return calls.flatMap { call -> [Fault] in
            counts[call.name, default: 0] += 1
            guard call.paths.contains(where: { $0.contains("/records") || $0.contains("/.cache") })
            else { return [] }
            let number = counts[call.name] ?? 0
            return (isThorough ? errors : [errors[number % errors.count]]).map {
                Fault(call.name, "\(number)", $0)
            }
        }
    }

    /// What the next commands say.
    private struct Outcome: Equatable {
        let answers: [String]
        let isSound: Bool

        init(in program: Program) throws {
            let lines = [
                ["list"], ["count"], ["count", "size:>1"], ["list", "tag:red"], ["check"],
                ["--json", "history", "3"], ["config", "historySteps"],
            ]
            let runs = try lines.map { try program.run($0) }
            answers = runs.map(\.standardOutput)
            isSound =
                runs.allSatisfy { $0.status == 0 && $0.standardError == "" }
                && !program.directory.exists("records/users/alice/Lost and Found")
        }
    }

    /// A copy of a workspace that has no index yet.
    private static func workspace() throws -> Program {
        let program = try Program(user: "alice")
        try FileManager.default.removeItem(atPath: program.directory.path("work"))
        for name in ["records", "work"] {
            try FileManager.default.copyItem(
                atPath: try template.get().directory.path(name),
                toPath: program.directory.path(name))
        }
        return program
    }

    private static let template = Result {
        let program = try Program(user: "alice")
        program.directory.keepUntilExit()
        try program.directory.write(
            SamplePicture.jpeg(Array(repeating: 7, count: 9_000)),
            to: "work/a.jpg")
        for line in [
            "field add size number", "config historySteps=500", "new Ant size=4 image=a.jpg",
            "new Bee size=3 tags=red", "export 1 one.scarybug",
            "set 2 notes=\(String(repeating: "x", count: 9_000))", "set 2 notes=", "set 2 size=5",
        ] {
            let transcript = try program.run(line.split(separator: " ").map(String.init))
            guard transcript.status == 0 else { throw TestFailure("\(transcript)") }
        }
        return program
    }
}
