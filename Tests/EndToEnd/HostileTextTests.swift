import TestSupport
import Testing

/// A real terminal shows control characters visibly and never obeys them.
@Suite struct HostileTextTests {
    @Test(arguments: ["--table", "--csv", "--json"], ["list", "show", "check"])
    func `at a terminal`(format: String, command: String) throws {
        let scarybug = try Program(user: "alice")
        let hostile = "\u{1B}]52;c;eA==\u{7}\u{1B}[2J\u{202E}\u{200B}\u{9B}2J"
        try scarybug.run("new", hostile, "notes=\(hostile)", "tags=\(hostile)")
        try scarybug.directory.write("", to: "records/users/alice/\(hostile)")
        let words = command == "check" ? [format, command] : [format, command, "1"]
        let terminal = try PseudoTerminal(scarybug, words)
        _ = try terminal.finish()
        #expect(terminal.seen.contains("]52;c;"))
        let hidden = hostile.unicodeScalars.filter { !$0.isASCII || $0.value < 0x20 }
        #expect(!terminal.seen.unicodeScalars.contains(where: hidden.contains))
    }
}
