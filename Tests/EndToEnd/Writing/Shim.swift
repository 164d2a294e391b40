import Foundation
import TestSupport

/// A library that takes the place of some of the system's calls.
struct Shim: Sendable {
    /// Calls that write do less than they are asked for; nil where there is no C compiler.
    static let fewBytes = try? Shim("few-bytes")
    /// No hard links, and only renames without flags; nil where there is no C compiler.
    static let plainRenames = try? Shim("plain-renames")

    private let directory: TemporaryDirectory
    private let path: String

    private init(_ name: String) throws {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("\(name).c").path
        let compiler = try Program(executable: "/usr/bin/env")
        directory = compiler.directory
        path = directory.path("\(name).so")
        let made = try compiler.run("cc", "-shared", "-fPIC", "-o", path, source)
        guard made.status == 0 else { throw TestFailure("\(made)") }
    }

    /// The same program with the library.
    func taking(over program: Program) -> Program {
        var program = program
        program.environment["LD_PRELOAD"] = path
        return program
    }
}
