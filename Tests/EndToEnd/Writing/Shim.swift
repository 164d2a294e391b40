import Foundation
import TestSupport

/// A preloaded library that replaces some system calls.
struct Shim: Sendable {
    /// Writes fewer bytes than requested.
    static let fewBytes = Result { try Shim("few-bytes") }
    /// Keeps times as whole seconds.
    static let coarseTimes = Result { try Shim("coarse-times") }
    /// Moves the environment before the program begins.
    static let movedEnvironment = Result { try Shim("moved-environment") }
    /// Refuses hard links and renames with flags.
    static let plainRenames = Result { try Shim("plain-renames") }

    private let directory: TemporaryDirectory
    private let path: String

    private init(_ name: String) throws {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("\(name).c").path
        let compiler = try Program(executable: "/usr/bin/env")
        directory = compiler.directory
        directory.keepUntilExit()
        path = directory.path("\(name).so")
        let made = try compiler.run("cc", "-shared", "-fPIC", "-o", path, source)
        guard made.status == 0 else { throw TestFailure("\(made)") }
    }

    /// Returns the program with the library preloaded.
    func preloaded(in program: Program) -> Program {
        var program = program
        program.environment["LD_PRELOAD"] = path
        return program
    }
}
