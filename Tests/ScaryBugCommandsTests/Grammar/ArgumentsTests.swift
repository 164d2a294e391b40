import ScaryBugs
import Testing

@testable import ScaryBugCommands

@Suite struct ArgumentsTests {
    private static let selection = Parameter("SELECTION", .selection)
    private static let path = Parameter("PATH", .path, .optional)
    private static let force = Option("--force", "replace")
    private static let kind = Option("--kind", value: "KIND", "what")

    private let export = Declaration(
        "export", "Export.", parameters: [selection, path, .assignments], options: [force, kind])

    private func message(_ words: [String], to declaration: Declaration? = nil) -> String? {
        do { _ = try (declaration ?? export).parse(words) } catch { return "\(error)" }
        return nil
    }

    @Test func `words are sorted by what they are`() throws {
        let arguments = try export.parse([
            "--force", "1-3", "rating=4", "--kind", "bug", "out", "tags+=a=b", "--kind=book",
        ])
        #expect(arguments[Self.selection] == ["1-3"])
        #expect(arguments[Self.path] == ["out"])
        #expect(arguments.has(Self.force))
        #expect(arguments.value(of: Self.kind) == "book")
        #expect(arguments.occurrences.map(\.value) == ["", "bug", "book"])
        #expect(arguments.assignments.map(\.field) == ["rating", "tags"])
        #expect(arguments.assignments.map(\.operation) == [.set, .add])
        #expect(arguments.assignments.map(\.value) == ["4", "a=b"])
    }

    @Test func `two dashes end the options`() throws {
        let arguments = try export.parse(["--", "--force", "-"])
        #expect(arguments[Self.selection] == ["--force"])
        #expect(arguments[Self.path] == ["-"])
        #expect(!arguments.has(Self.force))
    }

    @Test func `a single dash is a word, alone or before a query`() throws {
        let arguments = try export.parse(["-tag:dead", "-"])
        #expect(arguments[Self.selection] == ["-tag:dead"])
        #expect(arguments[Self.path] == ["-"])
    }

    @Test(arguments: [
        ("-f", "the nearest is '--force'; '-:f' excludes the word f"),
        ("-rf", "the nearest is '--force'; '-:rf' excludes the word rf"),
        ("-K", "the nearest is '--kind'; '-:K' excludes the word K"),
        ("-xy", "'-:xy' excludes the word xy"),
    ])
    func `one or two letters after a dash are an option`(word: String, expected: String) {
        let beginning = "export has no option \(word); \(expected); usage: "
        #expect(message(["1", word])?.hasPrefix(beginning) == true)
        #expect(message([word, "--"])?.hasPrefix(beginning) == true)
    }

    @Test(arguments: [
        ("-force", "the nearest is '--force'; '-:force' excludes the word force"),
        ("-sort", "write sort:title; '-:sort' excludes the word sort"),
        ("-limit", "write limit:title; '-:limit' excludes the word limit"),
    ])
    func `the name of an option or of an order after one dash is an option`(
        word: String, expected: String
    ) throws {
        let beginning = "export has no option \(word); \(expected); usage: "
        #expect(message([word, "title"])?.hasPrefix(beginning) == true)
        #expect(try export.parse(["--", word])[Self.selection] == [word])
        #expect(throws: ScaryBugsError.self) {
            try SelectionWord.words("ant \(word)", for: export)
        }
    }

    @Test(arguments: [
        (["Hornet", "Giant"], "'Giant'; a title with blanks needs quotes: new 'Hornet Giant'"),
        (
            ["Hornet", "of", "Asia", "rating=3"],
            "'of'; a title with blanks needs quotes: new 'Hornet of Asia'"
        ),
        (
            ["Hornet", "notes=in", "the", "park", "rating=3"],
            "'the'; a value with blanks needs quotes: 'notes=in the park'"
        ),
        (["Hornet", "rating:3"], "'rating:3'; write rating=3"),
        (["Hornet", "rating", "3"], "'rating'; write rating=3"),
        (["Weta", "place=", "Kent"], "'Kent'; write place=Kent without a blank beside ="),
        (["Weta", "place", "=", "Kent"], "'place'; write place=Kent without a blank beside ="),
    ])
    func `a title or a value that lacks its quotes`(words: [String], expected: String) {
        let message = message(words, to: NewCommand.declaration)
        #expect(message?.hasPrefix("new does not take \(expected); usage: ") == true)
    }

    @Test func `a path that lacks its quotes`() {
        #expect(
            message(["my", "list.bugs"], to: SourceCommand.declaration)
                == "source does not take 'list.bugs'; a path with blanks needs quotes: "
                + "source 'my list.bugs'; usage: source FILE")
    }

    @Test(arguments: [
        (["1", "rating", "4"], "; write rating=4"), (["1", "rating:4"], "; write rating=4"),
        (["1", "notes", "in the park"], "; write notes='in the park'"),
        (["1", "rating"], "; write rating=VALUE"), (["1", "4"], ""),
        (["1", "rating", "=", "4"], "; write rating=4 without a blank beside ="),
        (["1", "rating", "=4"], "; write rating=4 without a blank beside ="),
        (["1", "hue", "=", "dark red"], "; write hue='dark red' without a blank beside ="),
        (["1", "=x"], "; a field stands before '=x'"), (["=x"], "; a field stands before '=x'"),
        (["1", "=", "x"], "; a field stands before '='"),
    ])
    func `an assignment without its sign`(words: [String], expected: String) {
        #expect(
            message(words, to: SetCommand.declaration)
                == "set needs FIELD=VALUE\(expected); usage: "
                + "set [SELECTION] FIELD=VALUE... [--yes] [--dry-run] [--all] [--force]")
    }

    @Test(arguments: [
        ("-x", ""), ("-h", nil), ("-f", "; the nearest is '--force'"),
        ("-n", "; the nearest is '--dry-run'"),
    ])
    func `a letter suggests an option only if one has it, or its meaning`(
        word: String, expected: String?
    ) {
        let command = Declaration(
            "move", "Move.", parameters: [Parameter("USER", .user)],
            options: [Self.force, .dryRun])
        #expect(
            message([word], to: command)
                == expected.map {
                    "move has no option \(word)\($0); usage: move USER [--force] [--dry-run]"
                })
    }

    @Test(arguments: [
        "-:rf", "-蜂", "-é", "-3", "-12", "-a1", "-abc", "-tag:x", "-a:b", "-", "-a=b", "-@",
    ])
    func `other words with a dash are words`(word: String) throws {
        #expect(try export.parse([word])[Self.selection] == [word])
    }

    @Test func `letters after a dash are a word after two dashes, or a value`() throws {
        let arguments = try export.parse(["--kind", "-x", "notes=-a", "--", "-rf", "-h"])
        #expect(arguments[Self.selection] == ["-rf"])
        #expect(arguments[Self.path] == ["-h"])
        #expect(arguments.value(of: Self.kind) == "-x")
        #expect(arguments.assignments.map(\.value) == ["-a"])
    }

    @Test(arguments: [
        ([], "export needs SELECTION; usage: "),
        (["1", "2", "3"], "export does not take '3'; usage: "),
        (["1", "--forse"], "export has no option --forse; the nearest is '--force'; usage: "),
        (["1", "--xyzzy"], "export has no option --xyzzy; usage: "),
    ])
    func `misuse is answered with the usage`(words: [String], expected: String) {
        let usage = "export SELECTION [PATH] [FIELD=VALUE]... [--force] [--kind KIND]"
        #expect(message(words) == expected + usage)
    }

    @Test func `values where they belong`() {
        #expect(message(["1", "--kind"]) == "--kind needs a value: --kind KIND")
        #expect(message(["1", "--force=yes"]) == "--force takes no value")
    }

    @Test func `help needs no other words`() throws {
        #expect(try export.parse(["--help"]).has(.help))
        #expect(try export.parse(["-h"]).has(.help))
    }

    @Test(arguments: ["=4", "a b=4", "rating:4", "a-b=4", "+=4", "http://x?a=b"])
    func `words of other forms are not assignments`(word: String) {
        #expect(Assignment(word) == nil)
    }
}
