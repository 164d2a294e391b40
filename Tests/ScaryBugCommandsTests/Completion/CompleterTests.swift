import Foundation
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
            output: Output(results: MemorySink(), messages: MemorySink()),
            cachePath: directory.path("cache"))
        try session.login(as: UserName("bob"))
        try session.workspace.create()
        try directory.write("", to: "Potato Bug.scarybug")
        try directory.write("", to: "photo.jpg")
        try directory.makeDirectory("pictures")
    }

    private func candidates(_ line: String) -> Candidates {
        Completer(session).complete(line, at: line.utf8.count).candidates
    }

    private func completions(_ line: String) -> [String] {
        candidates(line).list.map(\.replacement)
    }

    private func labels(_ line: String) -> [String] { candidates(line).labels() }

    private func run(_ line: String) throws {
        try session.run(#require(LineLexer.words(of: line.utf8)))
    }

    @Test func `commands`() {
        #expect(completions("ex") == ["exit", "export"])
        #expect(completions("help li") == ["list"])
        #expect(completions("help qu") == ["queries", "query", "quit"])
        #expect(completions("help hist") == ["history"])
        #expect(Completer(session).complete("  ex", at: 4).start == 2)
        #expect(completions("").count == Commands.names.count)
    }

    @Test func `a walk completes assignments, with the newest values and names of a list`() throws {
        try run("new A species='Aglais io' tags=oak")
        try run("new B species='Aglais urticae' tags=elm")
        #expect(completions("species=") == [])
        try run("next")
        #expect(completions("spec") == ["species="])
        #expect(completions("tags+=") == ["tags+=elm", "tags+=oak"])
        #expect(completions("rating=2 tags+=o") == ["tags+=oak"])
        #expect(completions("species=Ag") == ["'species=Aglais urticae'", "'species=Aglais io'"])
        try directory.write("species\nAglais ichnusa\nApis mellifera\n", to: "taxa.csv")
        try run("config names='\(directory.path("taxa.csv"))'")
        #expect(
            completions("species=ag") == [
                "'species=Aglais urticae'", "'species=Aglais io'", "'species=Aglais ichnusa'",
            ])
        #expect(completions("species=Api") == ["'species=Apis mellifera'"])
    }

    @Test func `fields and options`() {
        #expect(completions("new Potato ra") == ["rating="])
        #expect(completions("set 3 se") == ["seen=", "sex="])
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
        #expect(completions("list --columns title,see") == ["title,seen"])
        #expect(completions("list 1-5 sort:-ra") == ["sort:-rating"])
        #expect(completions("show -has:im") == ["-has:image"])
        #expect(
            completions("set so") == ["sort:"])
        #expect(completions("set kind:bo") == ["kind:book"])
        #expect(completions("count b") == ["by"])
        #expect(
            completions("count by se") == ["seen", "seen:day", "seen:month", "seen:year", "sex"])
        #expect(completions("count by ta") == ["tag", "tags"])
    }

    @Test func `steps of the history, the newest first`() throws {
        for line in ["new Weta", "set 1 rating=3", "set 1 rating=4", "undo 3"] { try run(line) }
        #expect(labels("undo ") == ["2  set 1 rating=3", "1  new Weta"])
        #expect(completions("undo 2 1") == ["1"])
        #expect(completions("undo 1-") == ["1-2", "1-1"])
        #expect(completions("redo ") == ["3"])
        #expect(completions("history ") == ["3", "2", "1", "forget"])
        #expect(completions("history f") == ["forget"])
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

    @Test func `only what the place takes`() throws {
        _ = try session.workspace.add(Field(custom: "hue", .text))
        _ = try session.workspace.save(SavedQuery(name: "scary", words: ["rating:>=4"]))
        #expect(completions("login ") == ["bob"])
        #expect(completions("login bob ") == [])
        #expect(completions("query remove ") == ["scary"])
        #expect(completions("query add ") == [])
        #expect(completions("query add x has:im") == ["has:image"])
        #expect(completions("field add ") == [])
        #expect(completions("field add x ") == ["boolean", "date", "list", "number", "text"])
        #expect(completions("field add x text ") == [])
        #expect(completions("field rename ") == ["hue"])
        #expect(completions("field rename hue ") == [])
        #expect(completions("export 1 --format=cr") == ["--format=creature"])
        #expect(completions("list -- --c") == [])
        #expect(completions("whoami ") == [])
        #expect(completions("history f") == ["forget"])
    }

    @Test func `the words of the program's command line`() {
        let completer = Completer(session)
        let words = { (word: String, earlier: [String]) in
            completer.programCandidates(for: word, after: earlier).list.map(\.word)
        }
        #expect(words("--us", []) == ["--user"])
        #expect(words("", ["--user"]) == ["bob"])
        #expect(words("ex", ["--user", "bob", "--json"]) == ["exit", "export"])
        #expect(words("--f", ["--json", "export", "1"]) == ["--force", "--format"])
        #expect(words("", ["-c"]) == [])
    }

    @Test func `the fields of the documents' kind`() throws {
        try run("new Ant")
        try run("new Emma --kind book")
        #expect(completions("set 1 au") == [])
        #expect(completions("set 2 au") == ["author="])
        #expect(completions("set 2 ra") == [])
        #expect(completions("set all au") == ["author="])
        #expect(completions("new Emma au") == [])
        #expect(completions("new Emma --kind book au") == ["author="])
        try run("open 2")
        #expect(completions("set au") == ["author:", "author="])
        #expect(completions("set ").contains("pageCount="))
    }

    @Test func `documents, with their titles`() throws {
        for number in 1...12 { try run("new 'Bug \(number)'") }
        #expect(labels("open 1") == ["1   Bug 1", "10  Bug 10", "11  Bug 11", "12  Bug 12"])
        #expect(completions("open ").count == 12)
        #expect(completions("show 1-3,1") == ["1-3,1", "1-3,10", "1-3,11", "1-3,12"])
        #expect(completions("show ").suffix(2) == ["@last", "all"])
        #expect(completions("open 0") == [])
        #expect(completions("open 1 ") == [])
        #expect(completions("edit 1 ") == [])
        try run("set 10 'title=\u{1B}[31mRed'")
        #expect(labels("open 10") == ["10  \\u{1B}[31mRed"])
        try run("delete 1-11")
        #expect(labels("show ").first == "12  Bug 12")
    }

    @Test func `documents that share a number have whole names`() throws {
        for kind in ["bug", "creature"] { try run("new Ant --kind \(kind)") }
        let documents = directory.path("home/users/bob/Private Documents")
        try FileManager.default.moveItem(
            atPath: "\(documents)/2.scarycreature", toPath: "\(documents)/1.scarycreature")
        for command in ["open", "show", "export"] {
            #expect(completions("\(command) 1") == ["1.scarybug", "1.scarycreature"])
            #expect(completions("\(command) 1.scaryc") == ["1.scarycreature"])
        }
        #expect(completions("show 3,1.scaryb") == ["3,1.scarybug"])
        #expect(labels("open ") == ["1.scarybug       Ant", "1.scarycreature  Ant"])
    }

    @Test func `values in use`() throws {
        _ = try session.workspace.add(Field(custom: "hue", .text))
        try run("new Ant tags=garden,'Dead wood' 'place=Old Mill' hue=red")
        try run("new Bee tags=Garden,'a|b','c\\,d' place=Öland")
        try run("new Emma --kind book 'author=Jane Austen'")
        #expect(completions("set 1 tags=ga") == ["tags=garden"])
        #expect(completions("set 1 tags+=x,de") == ["tags+=x,Dead\\ wood"])
        #expect(completions("set 1 tags-=c") == ["tags-=c\\\\,d"])
        #expect(
            completions("list tag:") == ["tag:a\\\\|b", "tag:c,d", "tag:Dead\\ wood", "tag:garden"])
        #expect(completions("list tag:a\\\\|") == ["tag:a\\\\|b"])
        #expect(completions("set 1 tags=c\\\\,") == ["tags=c\\\\,d"])
        #expect(completions("set 1 tags+=G") == ["tags+=garden"])
        #expect(completions("set 1 place+=") == [])
        #expect(completions("set 1 image-=") == [])
        #expect(completions("list -tags:x|g") == ["-tags:x|garden"])
        #expect(completions("list place:o") == ["place:Öland", "place:Old\\ Mill"])
        #expect(completions("new Cat place=old\\ m") == ["place=Old\\ Mill"])
        #expect(completions("list author:") == ["author:Jane\\ Austen"])
        #expect(completions("list hue:") == ["hue:red"])
        #expect(completions("set 1 title=") == [])
        #expect(completions("set 3 available=") == ["available=no", "available=yes"])
    }

    /// However many times a command splits its words.
    @Test(arguments: [
        ("dea", "dead wood"), ("it", "it's"), ("say", #"say "hush""#), ("x", #"x\y"#),
        ("both", #"both 'a' and "b""#), ("com", "comma, blank"), ("or", "or|not"),
        ("bar", #"bar \| it's"#), ("end", #"end\"#), ("🐞", "🐞 red"),
    ])
    func `a completed value means exactly itself`(beginning: String, tag: String) throws {
        try run("new Ant tags=wood,hush,y,blank,not,red")
        let escaped = tag.replacing(#"\"#, with: #"\\"#).replacing(",", with: #"\,"#)
        try session.run(["new", "Bee", "tags=\(escaped)"])
        let bundle = directory.path("bee.scarybug")
        for (command, rest) in [
            ("list", ""), ("export", bundle), ("query add q", ""), ("query add r", "limit:2"),
        ] {
            let value = try #require(completions("\(command) tag:\(beginning)").first)
            try run("\(command) \(value) \(rest)")
            if command == "export" { continue }
            if command != "list" { try run("list @\(command.suffix(1))") }
            #expect(session.lastPrinted?.map(\.number) == [2], "\(command) \(value)")
        }
        try run("import \(bundle)")
        #expect(try session.workspace.document(DocumentName(number: 3, kind: .bug)).title == "Bee")
    }

    @Test func `a backslash whose character isn't typed yet`() throws {
        try run("new Ant tags='dead wood',\"dead's\"")
        #expect(completions("list tag:dead\\") == ["tag:dead\\ wood", "tag:dead\\'s"])
        #expect(candidates("export tag:dead\\\\").labels() == ["dead wood", "dead's"])
        #expect(candidates("export 'tag:dead\\").labels() == ["dead wood", "dead's"])
    }

    @Test func `values that no document has any more`() throws {
        for title in ["Ant", "Bee"] { try run("new \(title) tags=wet,t\(title) place=Pond") }
        #expect(completions("list tag:") == ["tag:tAnt", "tag:tBee", "tag:wet"])
        try run("delete 1")
        #expect(completions("list tag:") == ["tag:tBee", "tag:wet"])
        #expect(completions("list place:") == ["place:Pond"])
        try run("set 2 tags-=wet place='Old pond'")
        #expect(completions("list tag:") == ["tag:tBee"])
        #expect(completions("list place:") == ["place:Old\\ pond"])
    }

    @Test func `what another process made`() throws {
        let other = Workspace(home: session.home, user: session.user)
        _ = session.workspace.preferences
        _ = try other.add(Field(custom: "habitat", .text))
        _ = try other.save(SavedQuery(name: "wet", words: ["habitat:pond"]))
        #expect(completions("set 1 hab") == ["habitat="])
        #expect(completions("list @w") == ["@wet"])
    }

    @Test func `the columns of the table on the line`() throws {
        try directory.write("Latin name,,Where seen\n", to: "a.csv")
        try directory.write("{\"Lang\":1}\n", to: "b.jsonl")
        let path = directory.path
        #expect(
            completions("import \(path)/a.csv --map ") == ["Latin\\ name=", "Where\\ seen="])
        #expect(completions("import \(path)/a.csv --map L") == ["Latin\\ name="])
        #expect(
            completions("import \(path)/a.csv \(path)/b.jsonl --map La") == [
                "Lang=", "Latin\\ name=",
            ])
        #expect(completions("preview --map X=sp") == ["X=species"])
        let line = "import --map W \(path)/a.csv"
        let completion = Completer(session).complete(line, at: 14)
        #expect(completion.candidates.list.map(\.word) == ["Where seen="])
    }

    @Test func `a link to a directory is completed like a directory`() throws {
        let path = directory.path
        for (link, target) in [
            ("to-directory", "pictures"), ("to-file", "photo.jpg"), ("to-none", "none"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(link)", withDestinationPath: target)
        }
        let found = candidates("set 1 image=\(path)/to-").list
        #expect(
            found.map(\.replacement)
                == ["directory/", "file", "none"].map { "image=\(path)/to-\($0)" })
        #expect(found.map(\.isFinal) == [false, true, true])
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

    @Test func `nothing stands in a comment`() throws {
        try run("new Ant tags=garden")
        for line in ["list # tag:", "import #", "# li", "#"] {
            #expect(completions(line) == [], "\(line)")
        }
        #expect(completions("list '#' tag:") == ["tag:garden"])
        #expect(completions("export 'tag:x #1 tag:") == ["tag:x\\ #1\\ tag:garden"])
    }

    @Test func `the lines before count`() {
        let earlier = "new Ant notes=\"a\n"
        let complete = { (line: String) in
            Completer(session).complete(line, at: line.utf8.count, continuing: earlier)
        }
        #expect(complete("b\" ra").candidates.list.map(\.replacement) == ["rating="])
        #expect(complete("b\" ra").start == 3)
        #expect(complete("b").candidates.list.isEmpty)
    }

    @Test(arguments: [
        "a b", "#1", "~", "*?[", "a#1", "it's", "\"\\", " \u{301}", "#\u{301}", "\t\u{200D}x",
    ])
    func `a quoted word is read back as the same word`(word: String) throws {
        #expect(LineLexer.words(of: LineLexer.escaped(word).utf8) == [word])
    }
}
