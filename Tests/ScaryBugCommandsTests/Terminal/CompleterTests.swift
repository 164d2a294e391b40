import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

@Suite struct CompleterTests {
    private let directory: TemporaryDirectory
    private let session: Session

    init() throws {
        directory = try TemporaryDirectory()
        session = Session(
            home: Home(path: directory.path("home")), user: try UserName("alice"),
            output: Output(format: .table), durability: .batched)
        try session.login(as: UserName("bob"))
        try session.workspace.create()
        try directory.write("", to: "Potato Bug.scarybug")
        try directory.write("", to: "photo.jpg")
        try directory.makeDirectory("pictures")
    }

    private func completions(_ line: String) -> [String] {
        Completer(session).complete(line, at: line.utf8.count).candidates.map(\.replacement)
    }

    @Test func `commands`() {
        #expect(completions("ex") == ["exit", "export"])
        #expect(completions("help li") == ["list"])
        #expect(Completer(session).complete("  ex", at: 4).start == 2)
        #expect(completions("").count == Commands.names.count)
    }

    @Test func `fields and options`() {
        #expect(completions("new Potato ra") == ["rating="])
        #expect(completions("set 3 s") == ["seen=", "species="])
        #expect(completions("export 1 --f") == ["--force", "--format"])
        #expect(completions("delete 1-5 --y") == ["--yes"])
        #expect(completions("export 1 --format cr") == ["creature"])
        #expect(completions("new Hush --kind bo") == ["book"])
        #expect(completions("list kind:b") == ["kind:book", "kind:bug"])
        #expect(completions("mode ") == ["csv", "json", "table"])
        #expect(completions("list al") == ["all"])
    }

    @Test func `queries`() {
        #expect(completions("list rat") == ["rating:"])
        #expect(completions("list -ta") == ["-tag:", "-tags:"])
        #expect(completions("list -so") == [])
        #expect(completions("list -") == ["--columns", "--csv", "--help", "--json", "--table"])
        #expect(completions("list --columns title,se") == ["title,seen"])
        #expect(completions("list 1-5 sort:-ra") == ["sort:-rating"])
        #expect(completions("show -has:im") == ["-has:image"])
        #expect(completions("set s") == ["seen:", "sort:", "species:", "seen=", "species="])
        #expect(completions("set kind:bo") == ["kind:book"])
        #expect(completions("count b") == ["by"])
        #expect(completions("count by se") == ["seen", "seen:day", "seen:month", "seen:year"])
        #expect(completions("count by ta") == ["tag", "tags"])
    }

    @Test func `preferences, and the values that have names`() {
        #expect(completions("config bund") == ["bundleBytes", "bundleEntries"])
        #expect(completions("config kind=b") == ["kind=book", "kind=bug"])
        #expect(completions("config bundleBytes=") == [])
    }

    @Test func `custom fields and saved queries`() throws {
        for name in ["habitat", "hue"] {
            _ = try session.workspace.add(Field(custom: name, .text))
        }
        _ = try session.workspace.save(SavedQuery(name: "scary", words: ["rating:>=4"]))
        #expect(completions("new Ant h") == ["habitat=", "hue="])
        #expect(completions("set 1 ha") == ["habitat="])
        #expect(completions("field a") == ["add"])
        #expect(completions("field remove hu") == ["hue"])
        #expect(completions("field add x b") == ["boolean"])
        #expect(completions("query remove s") == ["scary"])
        #expect(completions("list @") == ["@last", "@scary"])
        #expect(completions("list ha") == ["habitat:", "has:"])
        #expect(completions("list sort:-hu") == ["sort:-hue"])
    }

    @Test func `users`() {
        #expect(completions("login ") == ["bob"])
    }

    @Test func `paths, quoted as a line needs them`() {
        let path = directory.path
        #expect(completions("import \(path)/P") == ["\(path)/Potato\\ Bug.scarybug"])
        #expect(completions("import '\(path)/Potato B") == ["\(path)/Potato\\ Bug.scarybug"])
        #expect(completions("source \(path)/p") == ["\(path)/photo.jpg", "\(path)/pictures/"])
        #expect(completions("set 1 image=\(path)/ph") == ["image=\(path)/photo.jpg"])
        #expect(completions("set 1 notes=@\(path)/ph") == ["notes=@\(path)/photo.jpg"])
        #expect(completions("import /no/such/directory/x") == [])
    }

    @Test func `the lines before count`() {
        let earlier = "new Ant notes=\"a\n"
        let complete = { (line: String) in
            Completer(session).complete(line, at: line.utf8.count, continuing: earlier)
        }
        #expect(complete("b\" ra").candidates.map(\.replacement) == ["rating="])
        #expect(complete("b\" ra").start == 3)
        #expect(complete("b").candidates.isEmpty)
    }

    @Test(arguments: [
        "a b", "#1", "~", "*?[", "a#1", "it's", "\"\\", " \u{301}", "#\u{301}", "\t\u{200D}x",
    ])
    func `a quoted word is read back as the same word`(word: String) throws {
        #expect(LineLexer.words(of: Completer.Word.quoted(word).utf8) == [word])
    }
}
