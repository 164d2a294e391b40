import Foundation
import ScaryBugs
import Synchronization
import SystemPackage
import TestSupport

@testable import ScaryBugCommands

/// The program, run within the process of the tests, with a separate home for each value.
///
///     let scarybug = try InProcess(user: "alice")
///     #expect(try scarybug.run("new", "Potato Bug").gave("1  Potato Bug\n"))
///     #expect(try scarybug.run("export", "1", "%/a").gave("exported 1 to %/a\n"))
///
/// All tests share one working directory, so they give absolute paths. `%/` stands for the
/// directory `work`, in arguments, in input and in transcripts.
struct InProcess {
    let directory: TemporaryDirectory
    /// The program's whole environment. Change it before a run.
    var environment: [String: String]
    /// The width of the terminal that shows the results, in columns; nil for a pipe.
    var terminalWidth: Int?
    /// The width of the terminal that shows the messages, in columns; nil for a pipe.
    var messageWidth: Int?
    /// The seconds that pass with each look at the clock; nil for the real time.
    var secondsPerLook: Double?

    /// The process has one time zone, which it reads once.
    private static let usesUTC = setenv("TZ", "UTC", 1) == 0

    /// - Parameter user: the value of `SCARYBUG_USER`.
    init(user: String) throws {
        guard Self.usesUTC else { throw TestFailure("the time zone cannot be set") }
        directory = try TemporaryDirectory()
        try directory.makeDirectory("work")
        environment = [
            "HOME": directory.path("home"),
            "XDG_DATA_HOME": directory.path("home/.local/share"),
            "XDG_CACHE_HOME": directory.path("home/.cache"),
            "SCARYBUG_HOME": directory.path("records"),
            "SCARYBUG_USER": user,
            // 2026-01-01 00:00:00 UTC
            "SOURCE_DATE_EPOCH": "1767225600",
        ]
    }

    /// Runs the program to its end.
    ///
    /// - Parameter input: its standard input; empty by default.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> Transcript {
        try run(arguments, input: input)
    }

    /// Runs the program to its end, with the arguments as an array.
    @discardableResult
    func run(_ arguments: [String], input: String = "") throws -> Transcript {
        let path = try directory.write(expanded(input), to: ".input")
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        defer { try? file.close() }
        let results = MemorySink(terminalWidth: terminalWidth)
        let messages = MemorySink(terminalWidth: messageWidth)
        let status = ScaryBugCommands.Program.run(
            { arguments.map(expanded) },
            Environment(standardInput: file, seconds: clock) { [environment] in environment[$0] },
            Output(results: results, messages: messages))
        return Transcript(
            commandLine: ["scarybug"] + arguments, standardOutputBytes: shortened(results.bytes),
            standardErrorBytes: shortened(messages.bytes), status: Int(status))
    }

    private var clock: @Sendable () -> Double {
        guard let secondsPerLook else { return { MonotonicClock.seconds } }
        let looks = Atomic(0)
        return { Double(looks.add(1, ordering: .relaxed).newValue) * secondsPerLook }
    }

    private func expanded(_ text: String) -> String {
        text.replacing("%/", with: directory.path("work/"))
    }

    private func shortened(_ bytes: [UInt8]) -> [UInt8] {
        bytes.replacing(Array(directory.path("work/").utf8), with: Array("%/".utf8))
    }

    /// The contents of all files in the home and the working directory, by path.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for folder in ["records", "work"] {
            let root = URL(fileURLWithPath: directory.path(folder))
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                // Readers of the history's database write to it, too.
                if file.lastPathComponent == "history.db-shm" { continue }
                contents[file.path] = (try? Data(contentsOf: file)) ?? Data()
            }
        }
        return contents
    }
}
