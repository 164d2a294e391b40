import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

/// The texts of `help` fit their width, and what they show works.
@Suite struct HelpTests {
    private static let declarations = Commands.all.map { $0.declaration }

    @Test(arguments: [40, 60, 80, 120])
    func `no line is longer than the width, except a word`(width: Int) {
        let help = Help(width: width)
        let texts = Self.declarations.map(help.text) + [help.program, help.overview]
        for line in texts.flatMap({ $0.split(separator: "\n") }) where line.count > width {
            #expect(line.split(separator: " ").count == 1 || line.hasPrefix("  "), "\(line)")
            #expect(width < 80, "\(line)")
        }
    }

    @Test func `paragraphs and lists wrap at words`() {
        let declaration = Declaration(
            "sting", "Sting someone.",
            discussion: [
                "One two three four\nfive six.", .list([("a", "seven eight nine ten eleven")]),
            ], parameters: [Parameter("VICTIM", .text, .several)],
            options: [Option("--hard", "twice")])
        #expect(
            Help(width: 22).text(for: declaration) == """
                usage: sting VICTIM...
                       [--hard]

                Sting someone.

                One two three four
                five six.
                  a  seven eight nine
                     ten eleven

                Options:
                  --hard
                    twice
                  --help
                    show this help
                """)
    }

    @Test(arguments: FieldHelp.selectionWords.map(\.term))
    func `each word of a SELECTION in the help selects`(word: String) throws {
        let scarybug = try InProcess(user: "alice")
        try scarybug.run(input: "new a\nnew b\nnew c\nnew d\nnew e\nnew f\n")
        let transcript = try scarybug.run(input: "list \(word)\n")
        #expect(transcript.gave(transcript.standardOutput))
    }

    @Test(arguments: declarations.map(\.name))
    func `command lines in quotes name commands and options that exist`(name: String) throws {
        let declaration = try Commands.named(name).declaration
        let text = Help(width: 1_000).text(for: declaration)
        for match in text.matches(of: /[ (]'([a-z]+)( [^']*)?'/) {
            // Not a command: words of a selection, and the name of a directory or mark.
            if ["all", "spider", "undone", "scarybug"].contains(match.1) { continue }
            #expect(throws: Never.self, "\(match.0)") {
                let words = match.2?.split(separator: " ").map(String.init) ?? []
                _ = try Commands.named(String(match.1)).declaration.parse(words + ["--help"])
            }
        }
    }

    @Test func `help follows the terminal's width`() throws {
        var scarybug = try InProcess(user: "alice")
        let lines = try scarybug.run("help", "set").lines
        #expect(lines.map(\.count).max() == 80)
        scarybug.terminalWidth = 60
        #expect(try scarybug.run("help", "set").lines.map(\.count).max() == 60)
        #expect(
            try scarybug.run("help", "set").standardOutput
                == scarybug.run("set", "-h").standardOutput)
    }
}
