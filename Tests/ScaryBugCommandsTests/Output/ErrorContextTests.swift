import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

/// At a terminal an error shows its line with the wrong part underlined, and names the topic of the
/// help.
@Suite struct ErrorContextTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(input: "new Weta\nfield add legs number\n")
        scarybug.messageWidth = 200
    }

    @Test(arguments: [
        ("lits tag:a", "lits tag:a", "~~~~", ""),
        ("list rating:>x sort:title", "list rating:>x sort:title", "     ~~~~~~~~~", "queries"),
        ("list 5-2", "list 5-2", "     ~~~", "selections"),
        ("show 1,7", "show 1,7", "       ~", ""),
        ("list seen:soon", "list seen:soon", "     ~~~~~~~~~", "dates"),
        ("list @nope", "list @nope", "     ~~~~~", ""),
        ("list kind:ant", "list kind:ant", "          ~~~", "queries"),
        ("set 1 seen=soon", "set 1 seen=soon", "      ~~~~~~~~~", "dates"),
        ("set 1 rating=9", "set 1 rating=9", "      ~~~~~~~~", "fields"),
        ("set 1 ratng=9", "set 1 ratng=9", "      ~~~~~", "fields"),
        ("set   1 'legs=a few'", "set 1 'legs=a few'", "      ~~~~~~~~~~~~", "fields"),
        ("list --colums x", "list --colums x", "     ~~~~~~~~", ""),
        ("list --columns title,plce", "list --columns title,plce", "                     ~~~~", ""),
        ("count by plce", "count by plce", "         ~~~~", ""),
        ("delete 1 -rf", "delete 1 -rf", "         ~~~", ""),
        ("delete -tag:x", "delete -tag:x", "       ~~~~~~", "selections"),
        ("export 'a rating:x' .", "export 'a rating:x' .", "          ~~~~~~~~", "queries"),
        ("new 蜂 --kind ant", "new 蜂 --kind ant", "              ~~~", ""),
        ("field add hue color", "field add hue color", "              ~~~~~", ""),
        ("config pagr=off", "config pagr=off", "       ~~~~~~~~", ""),
        ("login 'A B'", "login 'A B'", "      ~~~~~", ""),
        ("import x --map a", "import x --map a", "               ~", ""),
        ("field add 1x text", "field add 1x text", "          ~~", ""),
        ("query add a:b x", "query add a:b x", "          ~~~", ""),
        ("mode xml", "mode xml", "     ~~~", ""),
        ("undo x", "undo x", "     ~", ""),
        ("whoami there", "whoami there", "       ~~~~~", ""),
        ("import no-such-file", "import no-such-file", "       ~~~~~~~~~~~~", ""),
        ("new a 'b", "new a 'b", "      ~~", "scripts"),
        ("export 1 --format foo", "export 1 --format foo", "                  ~~~", ""),
        ("export 1 /nope/x", "export 1 /nope/x", "         ~~~~~~~", ""),
        ("query remove nope", "query remove nope", "             ~~~~", ""),
        ("field remove nope", "field remove nope", "             ~~~~", ""),
        ("set 1 rating", "set 1 rating", "      ~~~~~~", ""),
        ("set place = b", "set place = b", "          ~", ""),
        ("set 1 =x", "set 1 =x", "      ~~", ""),
        ("set 1 title=", "set 1 title=", "      ~~~~~~", "fields"),
        (
            "list --columns title,,rating", "list --columns title,,rating",
            "               ~~~~~~~~~~~~~", ""
        ),
        ("new X image=~/nope.jpg", "new X image=~/nope.jpg", "      ~~~~~~~~~~~~~~~~", ""),
        ("source nope.bugs", "source nope.bugs", "       ~~~~~~~~~", ""),
        ("source ~/nope.bugs", "source ~/nope.bugs", "       ~~~~~~~~~~~", ""),
        ("backup /nope/x.zip", "backup /nope/x.zip", "       ~~~~~~~~~~~", ""),
        ("backup ~/nope/x.zip", "backup ~/nope/x.zip", "       ~~~~~~~~~~~~", ""),
        ("restore nope.zip", "restore nope.zip", "        ~~~~~~~~", ""),
        ("undo 99", "undo 99", "     ~~", ""),
        ("new X title=Y", "new X title=Y", "      ~~~~~~~", ""),
        ("new ''", "new ''", "    ~~", ""),
    ])
    func `the wrong part is underlined`(
        line: String, shown: String, mark: String, topic: String
    ) throws {
        let transcript = try scarybug.run(input: line + "\n")
        let lines = transcript.standardError.split(separator: "\n")
        try #require(lines.count == 3, "\(transcript)")
        #expect(lines[1] == "  \(shown)")
        let blanks = mark.prefix { $0 == " " }
        #expect(lines[2] == "  \(blanks)^\(mark.dropFirst(blanks.count + 1))")
        #expect(lines[0].hasSuffix("; see 'help \(topic)'") == !topic.isEmpty, "\(transcript)")
        #expect(topic.isEmpty || HelpTopic(rawValue: topic) != nil)
    }

    @Test(arguments: [
        ("open open", "     ~~~~"), ("help help help", "          ~~~~"),
        ("help open open", "          ~~~~"), ("new new new", "        ~~~"),
        ("open 1 1", "       ~"), ("new X X", "      ~"), ("new X X X --kind X", "      ~"),
        ("list columns --columns columns", "                       ~~~~~~~"),
        ("list --columns columns columns", "               ~~~~~~~"),
        ("list --columns=columns", "               ~~~~~~~"),
        ("list --columns title,tit", "                     ~~~"),
        ("list --columns tit,title", "               ~~~"),
        ("list has has:has", "             ~~~"), ("list -kind:kind", "           ~~~~"),
        ("list sort:-sort", "           ~~~~"), ("count by by title:by", "         ~~"),
        ("field add hue hue", "              ~~~"), ("field remove x x", "               ~"),
        ("query remove remove", "             ~~~~~~"), ("set 1 x=x", "      ~"),
        ("show 1-7,7", "         ~"), ("lits lits tag:lits", "~~~~"),
    ])
    func `the wrong part is told from an earlier one with the same text`(
        line: String, mark: String
    ) throws {
        let lines = try scarybug.run(input: line + "\n").standardError.split(separator: "\n")
        let blanks = mark.prefix { $0 == " " }
        #expect(
            lines.suffix(2) == ["  \(line)", "  \(blanks)^\(mark.dropFirst(blanks.count + 1))"])
    }

    @Test func `each topic of an error is one of the help`() {
        for topic in ScaryBugsError.Topic.allCases {
            #expect(HelpTopic(rawValue: topic.rawValue) != nil)
        }
    }

    @Test func `an option of the program is marked too`() throws {
        #expect(
            try scarybug.run("--hom", "x").standardError.hasSuffix(
                "\n  scarybug --hom x\n           ^~~~~\n")
        )
    }

    @Test func `a colour terminal underlines`() throws {
        var scarybug = scarybug
        scarybug.environment["TERM"] = "xterm"
        let error = try scarybug.run("list", "rating:x").standardError
        #expect(error.hasSuffix("\n  list \u{1B}[4mrating:x\u{1B}[0m\n"), "\(error)")
    }

    @Test func `a part of the line that is not at fault has no mark`() throws {
        try scarybug.run(input: "query add odd legs:>6\nfield remove legs\n")
        let error = try scarybug.run("list", "@odd").standardError
        #expect(error.contains("there is no qualifier 'legs'"))
        #expect(error.split(separator: "\n").count == 1, "\(error)")
    }

    @Test func `an error in a file marks no word of the line`() throws {
        let path = try scarybug.directory.write("title,kind\nBee,ant\n", to: "ant.csv")
        let error = try scarybug.run("import", path).standardError
        #expect(
            error == "scarybug: \(path):2: there is no kind 'ant'; there are: bug, creature, book\n"
        )
    }

    @Test func `a mapping is underlined whose column the table lacks`() throws {
        let path = try scarybug.directory.write("title\nBee\n", to: "bees.csv")
        let error = try scarybug.run("import", path, "--map", "Foo=title").standardError
        #expect(error.contains("--map 'Foo=title': the table has no column 'Foo'\n"), "\(error)")
        let lines = error.split(separator: "\n").suffix(2)
        #expect(lines.first?.hasSuffix(" Foo=title") == true)
        #expect(lines.last?.hasSuffix(" ^~~~~~~~~") == true)
        #expect(lines.first?.count == lines.last?.count)
    }

    @Test func `off a terminal an error is one line`() throws {
        var scarybug = scarybug
        scarybug.messageWidth = nil
        #expect(
            try scarybug.run("set", "1", "rating=9").gave(
                error: "scarybug: the rating '9' is not a number from 0 to 5\n", status: 1))
    }

    @Test(arguments: [20, 40, 80])
    func `a long line is shortened around the mark`(width: Int) throws {
        let words = Array(repeating: "spider", count: 30)
        let line = (words + ["rating:x"] + words).map(LineWord.init)
        let text = try #require(ErrorMark(LinePart("rating:x"), in: line)).text(
            width: width, isColored: false)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count < width })
        let start = try #require(lines[0].firstRange(of: "rating:x")).lowerBound
        #expect(lines[0].first == " " && lines[0].contains("…"))
        #expect(lines[1] == lines[0][..<start].map { _ in " " }.joined() + "^~~~~~~~")
    }

    @Test func `control characters of the line are visible`() throws {
        let line = ["list", "a\u{1B}[2Jb", "rating:x"].map(LineWord.init)
        let text = try #require(ErrorMark(LinePart("rating:x"), in: line)).text(
            width: 80, isColored: false)
        #expect(!text.contains("\u{1B}"))
    }
}
