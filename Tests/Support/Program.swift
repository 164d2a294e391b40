import Foundation

/// The program under test, with a separate home for each value.
///
///     let scarybug = try Program()
///     try scarybug.run("new", "Potato Bug")
///     #expect(try scarybug.run("list").gave("1  Potato Bug\n"))
///
/// The environment starts empty, so that no test depends on the user who runs it.
public struct Program: Sendable {
    /// Contains the home, the working directory and the records. It is removed with the last copy.
    public let directory: TemporaryDirectory
    /// The path of the executable.
    public var executable: String
    /// The program's whole environment. Change it before a run.
    public var environment: [String: String]
    /// The directory that the program runs in.
    public var workingDirectory: String

    /// Finds a program beside the tests in the build folder. `SCARYBUG_PROGRAM` is the path of
    /// another build of `scarybug`.
    ///
    /// - Parameter user: the value of `SCARYBUG_USER`; nil for the user who runs the tests.
    /// - Throws: ``TestFailure`` if it hasn't been built.
    public init(named name: String = "scarybug", user: String? = nil) throws {
        let other = ProcessInfo.processInfo.environment["SCARYBUG_PROGRAM"]
        try self.init(executable: name == "scarybug" ? other ?? Self.find(name) : Self.find(name))
        environment["SCARYBUG_USER"] = user
    }

    /// Uses another program of the system in the same environment.
    public init(executable: String) throws {
        self.executable = executable
        directory = try TemporaryDirectory()
        workingDirectory = try directory.makeDirectory("work")
        environment = Self.environment(home: try directory.makeDirectory("home"), in: directory)
        environment["TMPDIR"] = try directory.makeDirectory("temporary")
    }

    private static func environment(
        home: String, in directory: TemporaryDirectory
    ) -> [String: String] {
        [
            "HOME": home,
            "XDG_DATA_HOME": "\(home)/.local/share",
            "XDG_CONFIG_HOME": "\(home)/.config",
            "XDG_STATE_HOME": "\(home)/.local/state",
            "XDG_CACHE_HOME": "\(home)/.cache",
            "SCARYBUG_HOME": directory.path("records"),
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "NO_COLOR": "1",
            "TERM": "dumb",
            "PATH": Tool.searchPath.joined(separator: ":"),
            // 2026-01-01 00:00:00 UTC
            "SOURCE_DATE_EPOCH": "1767225600",
        ].merging(sanitizers) { own, _ in own }
    }

    /// The sanitizers' options, for a program built with a sanitizer.
    private static let sanitizers = ProcessInfo.processInfo.environment.filter {
        ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
    }

    private static func find(_ name: String) throws -> String {
        // The tests run as a separate executable, and SwiftPM puts it beside the others.
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let beside = URL(fileURLWithPath: tests).deletingLastPathComponent()
        let path = beside.appendingPathComponent(name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw TestFailure("there is no \(path): build it with `swift build --product \(name)`")
        }
        return path
    }

    // MARK: Running

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - input: its standard input; empty by default.
    ///   - seconds: the time limit. The program is then killed, and the transcript says so.
    @discardableResult
    public func run(
        _ arguments: String..., input: String = "", within seconds: Double = 60
    ) throws -> Transcript {
        try run(arguments, input: Array(input.utf8), within: seconds)
    }

    /// Runs the program to its end, with arguments and input as bytes.
    @discardableResult
    public func run(
        _ arguments: [String], input: [UInt8] = [], within seconds: Double = 60
    ) throws -> Transcript {
        let running = try start(arguments)
        return running.finish(giving: input, within: seconds)
    }

    /// Starts the program. The test writes to it, reads from it and ends it.
    public func start(_ arguments: String...) throws -> RunningProgram {
        try start(arguments)
    }

    /// Starts the program. The test writes to it, reads from it and ends it.
    public func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(self, arguments)
    }
}
