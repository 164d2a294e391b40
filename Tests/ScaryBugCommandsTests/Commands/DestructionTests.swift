import TestSupport
import Testing

@testable import ScaryBugCommands

/// Lines typed by habit or by mistake must not change or delete documents.
@Suite struct DestructionTests {
    private let scarybug: InProcess
    private static let listed = "1  Bullet Ant\n2  rf\n3  Stag Beetle\n"

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(input: "new 'Bullet Ant'\nnew rf\nnew 'Stag Beetle'\n")
    }

    /// Expects that a line fails with this message and changes nothing, in a script and from a
    /// shell.
    private func expectRefusal(of line: String, _ message: String) throws {
        let script = try scarybug.run(input: line)
        #expect(script.standardError.hasPrefix("scarybug: stdin:1: \(message)"), "\(script)")
        let command = try scarybug.run(#require(LineLexer.words(of: line.utf8)))
        #expect(command.standardError.hasPrefix("scarybug: \(message)"), "\(command)")
        for transcript in [script, command] {
            #expect(transcript.status == 1)
            #expect(transcript.standardOutput == "")
        }
        #expect(try scarybug.run("list").gave(Self.listed))
    }

    @Test(arguments: [
        (
            "rm -rf 1",
            "delete has no option -rf; the nearest is '--yes'; '-:rf' excludes the word rf"
        ),
        ("delete '-y'", "delete has no option -y; the nearest is '--yes'; "),
        ("export 'ant -rf' .", "export has no option -rf; the nearest is '--force'; "),
        ("query add q 'ant -rf'", "query has no option -rf; '-:rf' excludes the word rf"),
        ("query add q -- ant -rf", "query has no option -rf; '-:rf' excludes the word rf"),
        ("new -x", "new has no option -x; 'new -- -x' takes it as a text; usage: "),
    ])
    func `an option of another program is an error`(line: String, message: String) throws {
        try expectRefusal(of: line, message)
    }

    @Test(arguments: [
        ("delete -tag:dead", "-tag:dead", "all -tag:dead"),
        ("delete -3", "-3", "all -3"),
        ("delete -:rf sort:title", "-:rf sort:title", "all -:rf sort:title"),
        ("delete -- -rf", "-rf", "all -:rf"), ("delete -- -yes", "-yes", "all -:yes"),
        ("delete limit:1", "limit:1", "all limit:1"),
        ("set -蜂 rating=5", "-蜂", "all -蜂"),
        ("set sort:title rating=5", "sort:title", "all sort:title"),
    ])
    func `a selection must include something`(
        line: String, selection: String, advice: String
    ) throws {
        let name = line.prefix { $0 != " " }
        try expectRefusal(
            of: line,
            "\(name) needs something to select: '\(selection)' only excludes, sorts or limits; "
                + "write '\(advice)'\n")
    }

    @Test func `a saved query counts as its words`() throws {
        try scarybug.run(input: "query add alive -tag:dead\nquery add ants ant\n")
        try expectRefusal(of: "delete @alive", "delete needs something to select: '@alive' only ")
        #expect(try scarybug.run("delete", "@alive", "@ants").gave("deleted 1  Bullet Ant\n"))
    }

    @Test func `a word can be excluded, by a colon or after two dashes`() throws {
        let others = "1  Bullet Ant\n3  Stag Beetle\n"
        #expect(try scarybug.run("list", "-:rf").gave(others))
        #expect(try scarybug.run("list", "--", "-rf").gave(others))
        #expect(
            try scarybug.run("delete", "all", "-:rf").gave(
                "deleted 1  Bullet Ant\ndeleted 3  Stag Beetle\n"))
        #expect(try scarybug.run("list").gave("2  rf\n"))
    }
}
