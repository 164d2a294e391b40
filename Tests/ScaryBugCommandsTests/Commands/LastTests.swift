import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

/// `@last`, which selects what the last command of the session printed.
@Suite struct LastTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: "new Weta tags=a\nnew Moth\nnew Ant tags=a\nnew Wasp --kind creature\n")
    }

    @Test(arguments: [
        ("list tag:a", "1 3"), ("list", "1 2 3 4"), ("list --columns title 2-3", "2 3"),
        ("show 4 2", "2 4"), ("new Bee", "5"), ("set 2,4 rating=3", "2 4"),
        ("set 2,4 rating=3\ncount\nfields", "2 4"), ("list tag:a\ncount zebra OR", "1 3"),
        ("export 1 %/w.scarybug\nimport %/w.scarybug", "5"),
        ("list 1-3\ndelete 2", "1 3"), ("list 2\nopen @last", "2"),
    ])
    func `it stands for what was printed`(lines: String, numbers: String) throws {
        let transcript = try scarybug.run(input: lines + "\nset @last tags+=sent\n")
        let sent = try scarybug.run("list", "--columns", "number", "tag:sent")
        #expect(sent.lines.joined(separator: " ") == numbers, "\(transcript)")
    }

    @Test func `a query restricts it`() throws {
        #expect(
            try scarybug.run(input: "list 1-2\nlist @last tag:a\n").gave(
                "1  Weta    a\n2  Moth\n1  Weta    a\n"))
    }

    @Test(arguments: [
        ("delete @last", "@last stands for no documents: no list, show, new, set or import has"),
        ("list tag:a\nlist titel:x\ndelete @last", "the last command printed none"),
        ("list 2\nlits\ndelete @last", "the last command printed none"),
        ("list 2\nlist --colums title\ndelete @last", "the last command printed none"),
        (
            "list zebra\ndelete @last",
            "@last stands for no documents: the last command printed none"
        ),
        (
            "list\nlogin bob\nlist @last",
            "@last stands for no documents: no list, show, new, set or"
        ),
        ("list 2\ndelete 2\nshow @last", "there is no document 2"),
        ("query add last tag:a", "'last' cannot be the name of a query"),
        ("query add mine @last", "the saved query 'mine' has @last"),
    ])
    func `it never stands for everything`(lines: String, message: String) throws {
        let transcript = try scarybug.run(input: lines + "\n")
        #expect(transcript.standardError.contains(message), "\(transcript)")
        #expect(transcript.status == 1)
    }

    @Test(arguments: [
        "lits", "list --colums title", "new Bee --x", "new Bee Fly", "import w --kind moth",
        "set @last rating=9", "new Bee rating=9", "show 99", "list rating>3",
    ])
    func `a typed line with a mistake leaves it as it is`(line: String) throws {
        let session = Session(
            home: Home(path: scarybug.directory.path("records")), user: try UserName("alice"),
            output: Output(results: MemorySink(), messages: MemorySink()),
            isInteractive: true)
        for line in ["list 2", line] { try session.run(#require(LineLexer.words(of: line.utf8))) }
        #expect(session.lastPrinted?.map(\.number) == [2])
    }
}
