import TestSupport
import Testing

/// The program gets the arguments that it was started with, wherever else the system keeps them.
@Suite struct ArgumentsTests {
    private let scarybug: Program

    init() throws { scarybug = try Program(user: "alice") }

    private func check(_ run: ([String]) throws -> Transcript) throws {
        #expect(try run(["--version"]).standardOutput.hasPrefix("scarybug "))
        #expect(try run(["new", "Moth", "rating=3"]).standardOutput == "1  Moth\n")
        #expect(try run(["list"]).gave("1  Moth  3\n"))
    }

    @Test(.enabled(if: Tool.isExpected("cc"), "there is no C compiler here"))
    func `a preloaded library may move the environment`() throws {
        let moved = try Shim.movedEnvironment.get().preloaded(in: scarybug)
        try check { try moved.run($0) }
    }

    @Test(.enabled(if: canHideProc, "nothing may be mounted here"))
    func `there need be no proc`() throws {
        try check { try scarybug.runWithoutProc([scarybug.executable] + $0) }
    }

    private static let canHideProc =
        (try? Program().runWithoutProc(["true"]).status == 0) ?? false
}

extension Program {
    fileprivate func runWithoutProc(_ words: [String]) throws -> Transcript {
        var shell = self
        shell.executable = "/usr/bin/unshare"
        let script = #"mount -t tmpfs none /proc && exec "$@""#
        return try shell.run(["-rm", "sh", "-c", script, "sh"] + words)
    }
}
