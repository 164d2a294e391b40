import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

/// The confirmation before many documents are changed, in a session whose answers are given.
@Suite struct ConfirmationTests {
    private let directory: TemporaryDirectory
    private let results = MemorySink()
    private let messages = MemorySink()
    private let session: Session

    init() throws {
        directory = try TemporaryDirectory()
        session = Session(
            home: Home(path: directory.path("home")), user: try UserName("alice"),
            output: Output(results: results, messages: messages),
            isInteractive: true)
        for title in ["Bullet Ant", "Ladybird", "Stag Beetle", "Wasp"] {
            try session.run(["new", title])
        }
    }

    /// Runs a line and returns the question that it asked; nil if it asked none.
    private func question(of line: String, answer: String?) throws -> String? {
        var asked: String?
        session.ask = { question in
            asked = question
            return answer
        }
        try session.run(#require(LineLexer.words(of: line.utf8)))
        try session.output.flush()
        return asked
    }

    private var message: String { String(decoding: messages.bytes, as: UTF8.self) }

    @Test(arguments: ["y", "YES", " yes "])
    func `a yes deletes`(answer: String) throws {
        #expect(
            try question(of: "delete all", answer: answer)
                == "delete 4 documents (1 Bullet Ant; 2 Ladybird; 3 Stag Beetle; ...)? [y/N] ")
        #expect(message == "")
        #expect(try session.workspace.documentCount() == 0)
    }

    @Test(arguments: ["n", "y"])
    func `an export asks about what may tell a place`(answer: String) throws {
        try session.run(["set", "2", "place=Itchen Valley", "notes=Itchen Valley, noon"])
        let path = directory.path("a.scarybug")
        #expect(
            try question(of: "export 2 \(path) --without location", answer: answer)
                == "let 1 document out with that? [y/N] ")
        #expect(message.hasSuffix("scarybug: nothing went out\n") == (answer == "n"))
        #expect(directory.exists("a.scarybug") == (answer == "y"))
        #expect(try question(of: "export 2 \(path) --force --all-fields", answer: nil) == nil)
    }

    @Test func `an import of many photographs asks`() throws {
        try directory.makeDirectory("card")
        for number in 0...50 {
            try directory.write(
                SamplePhotograph.jpeg(nil, data: [UInt8(number)]), to: "card/\(100 + number).jpg")
        }
        let path = directory.path("card")
        #expect(
            try question(of: "import \(path)", answer: "n")
                == "import 51 photographs as new documents? [y/N] ")
        #expect(message == "scarybug: nothing was changed\n")
        #expect(try question(of: "import \(path) --dry-run", answer: nil) == nil)
        #expect(try question(of: "import \(path)/100.jpg", answer: nil) == nil)
        #expect(try session.workspace.documentCount() == 5)
    }

    @Test(arguments: [nil, "", "n", "yep", "y es", "yesterday"])
    func `every other answer changes nothing`(answer: String?) throws {
        #expect(try question(of: "delete all", answer: answer) != nil)
        #expect(message == "scarybug: nothing was changed\n")
        #expect(try session.workspace.documentCount() == 4)
    }

    @Test(arguments: [
        "delete 1", "delete 2-3 --yes", "delete all --dry-run", "set all rating=1", "list",
        "show all",
    ])
    func `no question for one document, with --yes, or for few changes`(line: String) throws {
        #expect(try question(of: line, answer: nil) == nil)
        #expect(message == "")
    }

    @Test func `a script asks nothing`() throws {
        session.position = ScriptPosition(script: "trip.bugs", line: 1)
        #expect(try question(of: "delete all", answer: nil) == nil)
        #expect(try session.workspace.documentCount() == 0)
    }

    @Test func `set asks about more than twenty documents`() throws {
        for number in 5...20 { try session.run(["new", "bug \(number)"]) }
        #expect(try question(of: "set 1-20 rating=1", answer: nil) == nil)
        try session.run(["new", "bug 21"])
        #expect(try question(of: "set all ratng=2", answer: "y") == nil)
        #expect(message.hasSuffix("the nearest is 'rating'\n"))
        let question = try question(of: "set all rating=2", answer: "n")
        #expect(question?.hasPrefix("change 21 documents (1 Bullet Ant; ") == true)
        #expect(try session.workspace.documentNames(in: session.selection(["rating:2"])) == [])
        #expect(try self.question(of: "set all rating=3 --yes", answer: nil) == nil)
        #expect(try self.question(of: "set all rating=4", answer: "y") != nil)
        let changed = try session.workspace.documentNames(in: session.selection(["rating:4"]))
        #expect(changed.count == 21)
    }

    @Test func `a title is cut, and cannot command the terminal`() throws {
        try session.run(["new", "a\u{1B}]0;title\u{7}" + String(repeating: "x", count: 200)])
        let question = try question(of: "delete 4-5", answer: nil)
        #expect(question == "delete 2 documents (4 Wasp; 5 a\\u{1B}]0;title\\u{7}xxx…)? [y/N] ")
    }

    @Test func `undo and redo ask before several steps, and name them`() throws {
        let undo = "undo 2 steps (4 new Wasp; 3 new 'Stag Beetle')? [y/N] "
        #expect(try question(of: "undo 3-4", answer: "") == undo)
        #expect(message == "scarybug: nothing was changed\n")
        #expect(try question(of: "undo 3-4", answer: "y") == undo)
        #expect(try session.workspace.documentCount() == 2)
        let redo = "redo 2 steps (3 new 'Stag Beetle'; 4 new Wasp)? [y/N] "
        #expect(try question(of: "redo", answer: "y") == redo)
        #expect(try question(of: "undo 3-4 --yes", answer: nil) == nil)
        #expect(try question(of: "redo --yes", answer: nil) == nil)
        #expect(try session.workspace.documentCount() == 4)
    }

    @Test func `undo asks before a step with many documents`() throws {
        for number in 5...21 { try session.run(["new", "bug \(number)"]) }
        try session.run(["set", "all", "rating=1", "--yes"])
        #expect(
            try question(of: "undo", answer: "n")
                == "undo a step of 21 documents (22 set all rating=1 --yes)? [y/N] ")
        #expect(try question(of: "undo", answer: "y") != nil)
        #expect(try session.workspace.documentNames(in: session.selection(["rating:1"])) == [])
    }

    @Test func `history forget asks`() throws {
        let asked = "forget the history, so that nothing done so far can be undone? [y/N] "
        #expect(try question(of: "history forget", answer: "n") == asked)
        #expect(try session.workspace.history().count == 4)
        #expect(try question(of: "history forget", answer: "y") == asked)
        #expect(try session.workspace.history().count == 0)
    }

    @Test func `a shorter history is asked about`() throws {
        let asked = "the history has 4 steps; remove the oldest steps for good? [y/N] "
        #expect(try question(of: "config historySteps=2", answer: "n") == asked)
        #expect(try session.workspace.history().count == 4)
        #expect(try question(of: "config historySteps=2", answer: "y") == asked)
        #expect(try session.workspace.history().count == 2)
        #expect(try question(of: "config historySteps=100", answer: "n") == nil)
        #expect(
            try question(of: "config historyBytes=1", answer: "n")?.hasPrefix("the history has ")
                == true)
    }

    @Test(arguments: [("u", 4), ("n", 4), ("c", 8), ("", 4), ("x", 4)])
    func `a table of list whose documents are here asks what is meant`(
        answer: String, count: Int
    ) throws {
        let path = try directory.write(
            "identifier,title\n"
                + session.workspace.documentNames().map { name in
                    "\(try session.workspace.document(name).data.identifier),New\n"
                }.joined(), to: "t.csv")
        let asked = try question(of: "import \(path)", answer: answer)
        #expect(asked?.hasPrefix("\(path): 4 of 4 documents are here; update them,") == true)
        #expect(try session.workspace.documentCount() == count)
        let titles = try session.workspace.documentNames().map {
            try session.workspace.document($0).title
        }
        #expect(titles.contains("New") == ["u", "c"].contains(answer))
        #expect(message.contains("--copies") == ["", "x"].contains(answer))
    }

    @Test func `Ctrl-C at the question about a table ends the import`() throws {
        let name = try #require(session.workspace.documentNames().first)
        let identifier = try session.workspace.document(name).data.identifier
        let paths = try ["a.csv", "b.csv"].map {
            try directory.write("identifier,title\n\(identifier),New\n", to: $0)
        }
        let moth = try directory.write("title\nMoth\n", to: "moth.csv")
        let line = "import \(moth) \(paths[0]) \(paths[1]) \(moth)"
        #expect(try question(of: line, answer: nil)?.hasPrefix(paths[0]) == true)
        #expect(message.hasSuffix("\(paths[0]): not answered, so the import ends here\n"))
        #expect(try session.workspace.documentCount() == 6)
    }

    @Test(arguments: [("y", 1), ("bob", 2), ("n", 1), ("", 1)])
    func `an identifier that is known from another table asks whose it is`(
        answer: String, count: Int
    ) throws {
        let table = "occurrenceID,scientificName,eventDate\n7,Apis,2024-05-01\n"
        let paths = try ["a.csv", "b.csv"].map { try directory.write(table, to: $0) }
        #expect(try question(of: "import \(paths[0])", answer: nil) == nil)
        let asked = try question(of: "import \(paths[1]) --only-new", answer: answer)
        #expect(
            asked
                == "\(paths[1]): the identifier 7 is known from a.csv; is this the same table? [y, or "
                + "another name] ")
        #expect(try session.workspace.documentCount() == 4 + count)
    }
}
