import Foundation

/// The program that was built, with a home of its own for each value.
///
///     let scarybug = try Program()
///     try scarybug.run("new", "Potato Bug")
///     #expect(try scarybug.run("list").gave("1  Potato Bug\n"))
///
/// The environment is made from nothing, so that no test depends on who runs it.
public struct Program {
    /// Holds the home directory, the working directory and the records; gone with the last copy.
    public let directory: TemporaryDirectory
    /// The path of what is run.
    public var executable: String
    /// All that the program gets; to be changed before it is run.
    public var environment: [String: String]
    /// Where the program is run.
    public var workingDirectory: String

    /// Finds the program beside the tests in the build folder.
    ///
    /// - Parameter user: who uses it, with `SCARYBUG_USER`; nil for whoever runs the tests.
    /// - Throws: ``TestFailure`` if it has not been built.
    public init(named name: String = "scarybug", user: String? = nil) throws {
        try self.init(executable: try Self.find(name))
        environment["SCARYBUG_USER"] = user
    }

    /// Takes another program of the system, in the same surroundings.
    public init(executable: String) throws {
        self.executable = executable
        directory = try TemporaryDirectory()
        workingDirectory = try directory.makeDirectory("work")
        environment = Self.environment(home: try directory.makeDirectory("home"), in: directory)
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
            "TERM": "dumb",
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            // 2026-01-01 00:00:00 UTC
            "SOURCE_DATE_EPOCH": "1767225600",
        ].merging(sanitizers) { own, _ in own }
    }

    /// How a program that was built with a sanitizer is to report.
    private static let sanitizers = ProcessInfo.processInfo.environment.filter {
        ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
    }

    private static func find(_ name: String) throws -> String {
        // The tests run as an executable of their own, which SwiftPM puts beside the others.
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
    ///   - input: its standard input; empty without.
    ///   - seconds: how long it may take before it is killed, which the transcript then says.
    @discardableResult
    public func run(
        _ arguments: String..., input: String = "", within seconds: Double = 60
    ) throws -> Transcript {
        try run(arguments, input: Array(input.utf8), within: seconds)
    }

    /// Runs the program to its end; arguments and input as they are.
    @discardableResult
    public func run(
        _ arguments: [String], input: [UInt8] = [], within seconds: Double = 60
    ) throws -> Transcript {
        let running = try start(arguments)
        return running.finish(giving: input, within: seconds)
    }

    /// Starts the program, to be fed, watched and ended by the test.
    public func start(_ arguments: String...) throws -> RunningProgram {
        try start(arguments)
    }

    /// Starts the program, to be fed, watched and ended by the test.
    public func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(self, arguments)
    }
}
