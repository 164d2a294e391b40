import TestSupport
import Testing

@testable import ScaryBugCommands

/// Colours of results and messages.
@Suite struct ColorTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        scarybug.environment["TERM"] = "xterm"
        try scarybug.run(input: (1...10).map { "new 'Moth \($0)'\n" }.joined())
    }

    @Test func `numbers, headings, errors and warnings are coloured`() throws {
        let transcript = try scarybug.run(
            "--color", "always", "-c", "list 9-10", "-c", "show 9", "-c", "lst")
        #expect(
            transcript.standardOutput.hasPrefix(
                " \u{1B}[35m9\u{1B}[0m  Moth 9\n\u{1B}[35m10\u{1B}[0m  Moth 10\n"
                    + "\u{1B}[1m9  Moth 9\u{1B}[0m\n  kind"))
        #expect(
            transcript.standardError.hasPrefix("\u{1B}[1;31mscarybug:\u{1B}[0m -c:3: there is no"))
        #expect(
            try !scarybug.run("--color=always", "--json", "list", "9").standardOutput.contains(
                "\u{1B}"))
    }

    @Test mutating func `a line is cut at the same place`() throws {
        try scarybug.run("set", "10", "title=A much longer title of a moth")
        scarybug.terminalWidth = 20
        let plain = try scarybug.run("--color=never", "list").standardOutput
        let colored = try scarybug.run("list").standardOutput
        #expect(colored != plain)
        #expect(colored.replacing("\u{1B}[35m", with: "").replacing("\u{1B}[0m", with: "") == plain)
    }

    @Test(
        arguments: [
            ("auto", [:], true, true), ("auto", [:], false, false), ("never", [:], true, false),
            ("always", ["NO_COLOR": "1", "TERM": "dumb"], false, true),
            ("auto", ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
            ("auto", ["CLICOLOR_FORCE": "1"], false, true),
            ("auto", ["CLICOLOR_FORCE": "0"], false, false),
            ("auto", ["TERM": "dumb"], true, false), ("auto", ["TERM": ""], true, false),
        ] as [(String, [String: String], Bool, Bool)])
    func `the option overrides every variable`(
        mode: String, variables: [String: String], isTerminal: Bool, expected: Bool
    ) throws {
        var scarybug = scarybug
        scarybug.environment.merge(variables) { $1 }
        scarybug.terminalWidth = isTerminal ? 80 : nil
        let output = try scarybug.run("--color", mode, "list").standardOutput
        #expect(output.contains("\u{1B}") == expected)
    }

    @Test func `another word is an error`() throws {
        let transcript = try scarybug.run("--color=sometimes", "list")
        #expect(
            transcript.gave(
                error: "scarybug: --color 'sometimes' is not one of auto, always, never\n",
                status: 2))
    }
}
