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
        let texts =
            Self.declarations.map { help.text(for: $0) } + HelpTopic.allCases.map(help.text)
            + [help.program, help.overview, help.commands]
        for line in texts.flatMap({ $0.split(separator: "\n") }) where line.count > width {
            #expect(line.split(separator: " ").count == 1 || line.hasPrefix("  "), "\(line)")
            #expect(width < 80, "\(line)")
        }
    }

    @Test func `the overview fits a screen, and each command a line`() {
        #expect(Help(width: 80).overview.split(separator: "\n").count <= 22)
        #expect(Help(width: 80).commands.split(separator: "\n").count == Commands.all.count)
        for name in Commands.names + HelpTopic.allCases.map(\.rawValue) where name != "help" {
            #expect(throws: Never.self) { try InProcess(user: "alice").run("help", name) }
        }
    }

    /// Commands without arguments. Each has one example.
    private static let alone = [
        "close", "previous", "begin", "commit", "rollback", "whoami", "refresh", "clear", "quit",
    ]

    @Test func `the help of import has the options that one needs`() throws {
        let help = try InProcess(user: "alice").run("help", "import").lines
        for option in ["update", "dry-run", "only-new"] {
            #expect(help.contains { $0.hasPrefix("  --\(option) ") }, "\(option)")
        }
    }

    @Test(arguments: declarations.map(\.name))
    func `the help of a command fits a screen, and begins with examples that work`(
        name: String
    ) throws {
        let declaration = try Commands.named(name).declaration
        let help = Help(width: 80).brief(for: declaration)
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 23)
        let examples = Help.examples(of: declaration).map(\.term)
        #expect(examples.count >= (Self.alone.contains(name) ? 1 : 3))
        for example in examples {
            let words = try #require(LineLexer.words(of: example.utf8)).dropFirst()
            #expect(throws: Never.self, "\(example)") {
                _ = try Commands.named(name).init(arguments: declaration.parse(words))
            }
        }
    }

    @Test func `a topic has the text of its page`() throws {
        let page = DocumentationPage(
            """
            # Stings

            What *hurts*, as <doc:Dates> and [others](x) say.

            ## How

            - `new` makes
              one.
            - `list tag:a` **shows** it.

            | word | meaning |
            | --- | --- |
            | `a\\|b` | either |

            ```console
            $ scarybug
            ```
            """)
        #expect(
            Help(width: 40).text(page.parts) == """
                What *hurts*, as 'help dates' and others
                say.

                HOW

                - new makes one.

                - 'list tag:a' shows it.
                  a|b  either
                  $ scarybug
                """)
    }

    @Test func `each command is in one group`() {
        let names = Self.declarations.map(\.name)
        #expect(Set(names).count == names.count)
        for name in names { #expect(Help(width: 80).overview.contains(name)) }
    }

    @Test func `a name of a command and a topic explains both`() throws {
        let scarybug = try InProcess(user: "alice")
        let help = Help(width: 80)
        for (name, command) in [("history", "history"), ("queries", "query"), ("fields", "field")] {
            let declaration = try Commands.named(command).declaration
            let topic = try #require(HelpTopic(rawValue: name))
            let text =
                help.text(for: declaration, before: topic) + "\n\n" + help.text(about: topic) + "\n"
            #expect(try scarybug.run("help", name, "--full").gave(text))
            #expect(!text.contains("'help \(name)'."))
        }
        #expect(try scarybug.run("help", "dates").gave(help.text(about: .dates) + "\n"))
    }

    @Test func `no paragraph stands in two places`() {
        let parts =
            Self.declarations.flatMap(\.discussion) + HelpTopic.allCases.flatMap(\.parts)
            + ProgramDeclaration.declaration.discussion
        var seen: Set<String> = []
        for part in parts {
            guard case .text(let text) = part else { continue }
            for sentence in text.split(separator: #/\.\s/#).map(String.init) {
                #expect(seen.insert(sentence).inserted, "\(sentence)")
            }
        }
    }

    @Test func `paragraphs and lists wrap at words`() {
        let declaration = Declaration(
            "sting", "Sting someone.",
            discussion: "One two three four\nfive six.",
            list: [("a", "seven eight nine ten eleven")],
            parameters: [Parameter("VICTIM", .text, .several)],
            options: [Option("--hard", "twice")], topics: [.bundles],
            example: "> sting Bob\nstung  Bob")
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

                Example:
                  > sting Bob
                  stung  Bob

                See also
                'help bundles'.
                """)
    }

    private static let words = [HelpTopic.selections, .queries].flatMap(\.parts).flatMap { part in
        if case .list(let terms) = part { terms.map(\.term) } else { [] as [String] }
    }.filter { !["5.scarycreature", "@last", "WORD...", "@NAME"].contains($0) }

    @Test(arguments: words)
    func `each word of a SELECTION in the help selects`(word: String) throws {
        let scarybug = try InProcess(user: "alice")
        try scarybug.run(input: "new a\nnew b\nnew c at=50,1\nnew d\nnew e\nnew f\n")
        let transcript = try scarybug.run(input: "list \(word)\n")
        #expect(transcript.gave(transcript.standardOutput))
    }

    private static let wideTexts =
        declarations.map { Help(width: 1_000).text(for: $0) }
        + HelpTopic.allCases.map(Help(width: 1_000).text)

    @Test(arguments: wideTexts)
    func `command lines in quotes name commands and options that exist`(text: String) throws {
        for match in text.matches(of: /[ (]'([a-z]+)( [^']*)?'/) {
            // Not a command: words of a selection, and the name of a directory or mark.
            if ["all", "spider", "undone", "scarybug", "today"].contains(match.1) { continue }
            // The pages also show programs, users and messages.
            if [
                "alice", "another", "bob", "column", "document", "exiftool", "imported", "lat",
                "notes",
                "plan", "sendmail", "sent", "updated",
            ].contains(match.1) {
                continue
            }
            #expect(throws: Never.self, "\(match.0)") {
                let words = match.2?.split(separator: " ").map(String.init) ?? []
                _ = try Commands.named(String(match.1)).declaration.parse(words + ["--help"])
            }
        }
    }

    @Test func `help follows the terminal's width`() throws {
        var scarybug = try InProcess(user: "alice")
        let lines = try scarybug.run("help", "set").lines
        #expect((75...80).contains(lines.map(\.count).max() ?? 0))
        scarybug.terminalWidth = 60
        let narrow = try scarybug.run("help", "set").lines
        #expect((55...60).contains(narrow.map(\.count).max() ?? 0))
        #expect(
            try scarybug.run("help", "set").standardOutput
                == scarybug.run("set", "-h").standardOutput)
    }
}
