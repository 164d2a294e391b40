import Foundation
import TestSupport

/// Identical workspaces to run a command in.
struct WritingBench {
    private var template: Program
    private let command: WritingCommand

    /// - Parameter isFirst: whether the home is empty; nil for the command's own choice.
    init(_ command: WritingCommand, isFirst: Bool? = nil) throws {
        self.command = command
        template = try Self.copy(of: Self.documents.get())
        for (index, line) in command.preparation.enumerated() {
            // The later value counts.
            template.environment["SOURCE_DATE_EPOCH"] = "\(1_767_225_610 + 10 * index)"
            try Self.succeed(template, line.split(separator: " ").map(String.init))
        }
        if isFirst ?? command.isFirst {
            try FileManager.default.removeItem(atPath: template.directory.path("records"))
        }
    }

    /// The documents and files that every command starts with.
    private static let documents = Result {
        let program = try Program(user: "alice")
        let directory = program.directory
        directory.keepUntilExit()
        for name in ["a.jpg", "b.jpg"] {
            try directory.write(
                SamplePicture.jpeg(Array(repeating: name.utf8.first ?? 0, count: 9_000)),
                to: "work/\(name)")
        }
        try directory.write("title,rating\nCricket,1\nMoth,2\n", to: "work/rows.csv")
        for words in preparation { try succeed(program, words) }
        return program
    }

    private static let preparation = [
        ["new", "Bullet Ant", "rating=4", "image=a.jpg"], ["new", "Ladybird"],
        ["export", "1", "one.scarybug"], ["export", "1", "taken", "--format", "directory"],
        ["field", "add", "size", "number"],
    ]

    private static func succeed(_ program: Program, _ words: [String]) throws {
        let transcript = try program.run(words)
        guard transcript.status == 0 else { throw TestFailure("\(transcript)") }
    }

    /// A separate workspace with an up-to-date index.
    func workspace() throws -> Program {
        let program = try Self.copy(of: template)
        try Self.succeed(program, ["count"])
        return program
    }

    private static func copy(of template: Program) throws -> Program {
        var program = try Program(user: "alice")
        program.environment["SOURCE_DATE_EPOCH"] = template.environment["SOURCE_DATE_EPOCH"]
        try FileManager.default.removeItem(atPath: program.directory.path("work"))
        for name in ["records", "work"] where template.directory.exists(name) {
            try FileManager.default.copyItem(
                atPath: template.directory.path(name), toPath: program.directory.path(name))
        }
        return program
    }

    /// Runs the command without a fault, recording its output, its files and its writing calls.
    func goodRun() throws -> WritingRun {
        let run = try run(with: [])
        guard run.transcript.status == 0 else { throw TestFailure("\(run.transcript)") }
        return run
    }

    /// Runs the command with faults.
    func run(with faults: [Fault]) throws -> WritingRun {
        try WritingRun(of: command, in: workspace(), with: faults)
    }
}

/// The output of a command, and the files after it.
struct WritingRun {
    let command: WritingCommand
    let program: Program
    let before: Snapshot
    let after: Snapshot
    let transcript: Transcript
    let calls: [SystemCall]

    /// Runs the command under strace.
    init(of command: WritingCommand, in program: Program, with faults: [Fault]) throws {
        (self.command, self.program) = (command, program)
        before = try Snapshot(of: program)
        (transcript, calls) = try program.traced(
            command.words, input: Array(command.input.utf8), with: faults)
        after = try Snapshot(of: program)
    }

    /// Runs the command without strace.
    init(of command: WritingCommand, in program: Program) throws {
        (self.command, self.program) = (command, program)
        before = try Snapshot(of: program)
        (transcript, calls) = (try program.run(command.words), [])
        after = try Snapshot(of: program)
    }

    /// Whether the command succeeded with the same output as another run. Bundles on standard
    /// output aren't compared, because their times differ, nor the sizes of removed histories.
    func saysSame(as good: WritingRun) -> Bool {
        transcript.status == 0 && errors == []
            && (command.words.first == "history"
                || transcript.standardOutputBytes.count == good.transcript.standardOutputBytes.count)
    }

    /// What standard error has but warnings, the note of a first bundle and the hints of a merge.
    var errors: [Substring] {
        transcript.standardError.split(separator: "\n").filter {
            !$0.contains("'resolve ") && !$0.contains("'undo', then 'import --update'")
                && !$0.contains("'list has:conflict'")
                && !$0.contains(
                    #/^scarybug: (stdin:\d+: |-c:\d+: )?(warning: |bundles tell )/#)
        }
    }
}
