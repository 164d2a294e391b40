import Foundation
import TestSupport
import Testing

/// The README and the DocC pages show what the programs really print.
///
/// The language of a block says how it is tested: `console` is typed at a terminal, `swift` is the
/// source of a program that runs. The first test names the other blocks.
@Suite struct DocumentationTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../..").standardized.path
    private static let pages = "\(package)/Sources/ScaryBugs/ScaryBugs.docc"

    private static let blocks = Result {
        let names = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
        let paths = names.filter { $0.hasSuffix(".md") }.map { "\(pages)/\($0)" }
        return try (["\(package)/README.md"] + paths).flatMap(CodeBlock.blocks(inFile:))
    }

    private static func blocks(in language: String) -> [CodeBlock] {
        (try? blocks.get())?.filter { $0.language == language } ?? []
    }

    @Test func `each block is tested, or named here`() throws {
        let others = try Self.blocks.get().filter { $0.language != "console" }
        #expect(
            others.map { "\($0.language) in \($0)" } == [
                "sh in \(Self.installation)",
                // A line for cron, which no test runs at night.
                "crontab in README.md: 0 2 * * * $HOME/.local/bin/scarybug --user alice backup "
                    + "$HOME/alice.zip >/dev/null",
                // A shared folder.
                "text in Copies.md: Share/",
                // The program and its output.
                "swift in Library.md: import ScaryBugs",
                "text in Library.md: added 1",
                // The directories of a home.
                "text in Messages.md: HOME/",
                "text in OnDisk.md: HOME/",
            ])
        #expect(
            Set(Self.blocks(in: "console").map(\.file))
                == [
                    "Copies.md", "DarwinCore.md", "Maps.md", "Messages.md", "Positions.md",
                    "README.md",
                    "Selections.md", "Sharing.md",
                ])
    }

    /// `.ci/run` installs the packages and runs the tests, so a test can't.
    private static let installation =
        "README.md: Examples/run        # installs what is missing, builds the program, shows it at work "
        + "in a home of its own"

    @Test(
        .enabled(if: Tool.isExpected("jq"), "there is no jq here"),
        arguments: blocks(in: "console"))
    func `a block is what a terminal shows`(block: CodeBlock) throws {
        #expect(
            try Console(examples: "\(Self.package)/Examples").shown(typing: block) == block.text)
    }

    @Test func `the program that uses the library prints what its page says`() throws {
        let blocks = try Self.blocks.get().filter { $0.file == "Library.md" }.map(\.text)
        let source = "\(Self.package)/Examples/Library/main.swift"
        #expect(blocks.first == (try String(contentsOfFile: source, encoding: .utf8)))
        let transcript = try Program(named: "LibraryExample").run()
        #expect(transcript.gave(blocks.last ?? ""), "\(transcript)")
    }
}

/// A shell at a terminal, in a directory that contains the examples.
private struct Console {
    private let shell: Program

    init(examples: String) throws {
        let scarybug = try Program(user: "alice")
        let copied = try scarybug.shell("cp -r '\(examples)' Examples")
        guard copied.status == 0 else { throw TestFailure("\(copied)") }
        var shell = scarybug.inPath
        shell.executable = "/bin/bash"
        shell.environment["PS1"] = "$ "
        self.shell = shell
    }

    /// Types the lines of a block, and returns everything that the terminal shows.
    func shown(typing block: CodeBlock) throws -> String {
        // A dumb terminal shows no control sequences, and wide lines aren't wrapped.
        let terminal = try PseudoTerminal(
            shell, "--norc", "--noediting", "-i", kind: "dumb", columns: 200)
        return try terminal.shown(typing: block.lines)
    }
}
