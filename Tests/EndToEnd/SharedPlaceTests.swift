import Foundation
import TestSupport
import Testing

/// Other users can lock what they can open, and can put names into a shared directory.
struct SharedPlaceTests {
    private let scarybug: Program
    private let workspace: String

    init() throws {
        var program = try Program(user: "alice")
        program.environment["SCARYBUG"] = program.executable
        scarybug = program
        workspace = program.directory.path("records/users/alice")
        try scarybug.run("new", "Weta")
    }

    @Test(arguments: ["export 1", "export all out", "backup a.zip", "new Moth", "undo", "history"])
    func `nobody else's lock blocks a command`(line: String) throws {
        let transcript = try scarybug.shell(
            """
            touch .scarybug-$(id -u)
            chmod -R a+rX "$SCARYBUG_HOME"
            flock -s . flock -s "$SCARYBUG_HOME/users/alice" \
                flock -s "$SCARYBUG_HOME/users/alice/Private Documents" "$SCARYBUG" \(line)
            """)
        #expect(transcript.status == 0, "\(transcript)")
        let mode = try scarybug.shell("stat -c %a \"$SCARYBUG_HOME/users/alice/Lock\"")
        let isReading = ["export", "backup", "history"].contains { line.hasPrefix($0) }
        #expect(mode.gave("700\n") || isReading)
    }

    @Test func `an index in a directory that others can write to isn't used`() throws {
        let transcript = try scarybug.shell(
            """
            mkdir -p "$XDG_CACHE_HOME"; mkdir -m 777 "$XDG_CACHE_HOME/scarybug"
            "$SCARYBUG" count Weta
            ls "$XDG_CACHE_HOME/scarybug"
            """)
        #expect(transcript.gave("1\n"), "\(transcript)")
    }

    // MARK: A workspace that was replaced

    @Test(arguments: ["new Moth", "list", "set 1 rating=3", "commit"])
    func `a session notices that another workspace is at its path`(line: String) throws {
        let terminal = try PseudoTerminal(scarybug)
        for line in ["count", "begin", "new Bee"] {
            try terminal.expect("> ")
            try terminal.type(line + "\r")
        }
        try terminal.expect("2  Bee")
        try FileManager.default.moveItem(atPath: workspace, toPath: workspace + ".old")
        try FileManager.default.copyItem(atPath: workspace + ".old", toPath: workspace)
        try terminal.expect("> ")
        try terminal.type(line + "\r")
        try terminal.expect("was moved away or replaced since this session opened it")
        terminal.kill()
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }
}
