import Foundation
import TestSupport
import Testing

/// Runs in a working directory that was removed, which no path leads to.
struct GoneDirectoryTests {
    private let scarybug: Program

    init() throws {
        var program = try Program(user: "alice")
        program.environment["SCARYBUG"] = program.executable
        scarybug = program
        try scarybug.run("new", "Weta")
    }

    private func run(_ line: String) throws -> Transcript {
        try scarybug.shell("mkdir gone; cd gone; rmdir ../gone; exec \"$SCARYBUG\" \(line)")
    }

    @Test(arguments: [
        "export 1", "export 1 .", "export 1 a.scarybug", "export 1 ./a.scarybug", "export 1 ..",
        "export 1 new/", "export all new/er", "export 1 --format picture", "backup a.zip",
        "backup ./a.zip",
    ])
    func `nothing is written there`(line: String) throws {
        let transcript = try run(line)
        #expect(
            transcript.gave("", error: "scarybug: cannot open .: \(missing)\n", status: 1),
            "\(transcript)")
    }

    @Test(arguments: [
        ("--home records new Moth", "cannot create records: "),
        ("--home ./records new Moth", "cannot create ./records: "),
        ("import a.scarybug", "cannot open a.scarybug: "), ("backup a/b.zip", "cannot open .: "),
    ])
    func `a relative path leads nowhere`(line: String, error: String) throws {
        let transcript = try run(line)
        #expect(
            transcript.gave("", error: "scarybug: \(error)\(missing)\n", status: 1),
            "\(transcript)")
    }

    @Test(arguments: ["list", "--home records list", "import .", "complete 'import ./'"])
    func `a command that needs no path ends by itself`(line: String) throws {
        #expect(try run(line).status < 2)
    }

    @Test func `a session and its open group go on`() throws {
        var program = scarybug
        program.workingDirectory = try program.directory.makeDirectory("gone")
        let terminal = try PseudoTerminal(program)
        try terminal.expect("> ")
        try FileManager.default.removeItem(atPath: program.workingDirectory)
        for line in ["config author=A", "begin", "new Moth", "export 1", "backup a.zip", "commit"] {
            try terminal.type(line + "\r")
            try terminal.expect("> ")
        }
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("list").gave("1  Weta\n2  Moth\n"))
    }

    private let missing = "No such file or directory"
}
