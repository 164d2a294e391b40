import TestSupport
import Testing

/// Whole screens, as a user at a terminal sees them.
@Suite struct ScreenTests {
    private var scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.run(
            input: """
                new 'Goliath birdeater of the northern rain forest' rating=4.5 \\
                    place='Sinnamary, French Guiana' tags=spider,night,hairy \\
                    notes='It rarely eats birds. It waits in its burrow for frogs and earthworms.'
                new 甲虫 rating=3 place=東京 tags=beetle
                new 'Ant 🐜' rating=3.3 tags=garden,spider
                """)
    }

    /// Expects a screen after lines that are typed in a session.
    private func expect(
        _ lines: String..., columns: Int = 80, rows: Int = 24, kind: String = "xterm",
        screen expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let terminal = try PseudoTerminal(scarybug, kind: kind, columns: columns, rows: rows)
        let end = "lists the commands\r\n"
        let greeting = try terminal.expect(end) + end
        for line in lines {
            try terminal.expect("alice>")
            try terminal.type("\(line)\r")
        }
        try terminal.expect("alice>")
        let screen = Screen(
            terminal.seen.replacing(greeting, with: ""), columns: columns, rows: rows)
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
        let text = screen.text.replacing(/[0-9A-F-]{26}\n +[0-9A-F]{10}/, with: "IDENTIFIER")
        #expect(text == expected + "\n", "\n\(text)", sourceLocation: sourceLocation)
    }

    // MARK: Text that fits

    @Test func `titles give way first, and ratings are stars`() throws {
        try expect(
            "list",
            screen: """
                alice> list
                1  Goliath birdeater of the northern rain forest  ★★★★½  spider, night, hairy
                2  甲虫                                           ★★★☆☆  beetle
                3  Ant 🐜                                           3.3  garden, spider
                alice>
                """)
        try expect(
            "list", columns: 40,
            screen: """
                alice> list
                1  Goliath b…  ★★★★½  spider, night, ha…
                2  甲虫        ★★★☆☆  beetle
                3  Ant 🐜        3.3  garden, spider
                alice>
                """)
    }

    @Test func `places give way after titles, and tags last`() throws {
        let line = "list --columns number,title,place,tags"
        try expect(
            line, columns: 200, rows: 50,
            screen: """
                alice> \(line)
                1  Goliath birdeater of the northern rain forest  Sinnamary, French Guiana  spider, night, hairy
                2  甲虫                                           東京                      beetle
                3  Ant 🐜                                                                   garden, spider
                alice>
                """)
        try expect(
            line, columns: 66,
            screen: """
                alice> \(line)
                1  Goliath birdeat…  Sinnamary, French Guia…  spider, night, hairy
                2  甲虫              東京                     beetle
                3  Ant 🐜                                     garden, spider
                alice>
                """)
    }

    @Test func `long values wrap at words`() throws {
        try expect(
            "show 1", columns: 40,
            screen: """
                alice> show 1
                1  Goliath birdeater of the northern
                   rain forest
                  kind        bug
                  rating      ★★★★½
                  tags        spider, night, hairy
                  notes       It rarely eats birds. It
                              waits in its burrow for
                              frogs and earthworms.
                  place       Sinnamary, French Guiana
                  identifier  IDENTIFIER
                  created     2026-01-01T00:00:00+00:00
                  modified    2026-01-01T00:00:00+00:00
                alice>
                """)
    }

    @Test func `a table is imported with short rows`() throws {
        try scarybug.directory.write("title\nBee\nMoth\n", to: "work/catalogue.csv")
        try expect(
            "import catalogue.csv",
            screen: """
                alice> import catalogue.csv
                imported from catalogue.csv:
                4  Bee
                5  Moth
                alice>
                """)
    }

    // MARK: Locales and terminals

    @Test func `another locale has numbers, and a dumb terminal the same text`() throws {
        var scarybug = self
        scarybug.scarybug.environment["LC_ALL"] = "C"
        for kind in ["xterm", "dumb"] {
            try scarybug.expect(
                "list 2,3", kind: kind,
                screen: """
                    alice> list 2,3
                    2  甲虫      3  beetle
                    3  Ant 🐜  3.3  garden, spider
                    alice>
                    """)
        }
    }

    @Test mutating func `numbers, errors and the prompt are coloured`() throws {
        scarybug.environment["NO_COLOR"] = nil
        try expect(
            "list 2", "show 9",
            screen: """
                [1 alice>] list 2
                [35 2]  甲虫  ★★★☆☆  beetle
                [1 alice>] show 9
                [1;31 scarybug:] there is no document 9; 'list' shows all documents
                  show [4 9]
                [1 alice>]
                """)
        try expect(
            "list 2", "show 9", kind: "dumb",
            screen: """
                alice> list 2
                2  甲虫  ★★★☆☆  beetle
                alice> show 9
                scarybug: there is no document 9; 'list' shows all documents
                  show 9
                       ^
                alice>
                """)
    }

    // MARK: Commands

    @Test func `@last selects the documents that were printed`() throws {
        try expect(
            "list rating:>3", "set @last tags+=sent", "list tag:sent",
            screen: """
                alice> list rating:>3
                1  Goliath birdeater of the northern rain forest  ★★★★½  spider, night, hairy
                3  Ant 🐜                                           3.3  garden, spider
                alice> set @last tags+=sent
                1  Goliath birdeater of the northern rain forest
                3  Ant 🐜
                alice> list tag:sent
                1  Goliath birdeater of the northern rain fo…  ★★★★½  spider, night, hairy, sent
                3  Ant 🐜                                        3.3  garden, spider, sent
                alice>
                """)
    }

    @Test func `statistics have bars that fit`() throws {
        try expect(
            "stats 1,3", columns: 40, rows: 50,
            screen: """
                alice> stats 1,3
                2 documents

                kind
                  bug  2  ##########

                rating
                  ★★★★★  0
                  ★★★★☆  1  ##########
                  ★★★☆☆  1  ##########
                  ★★☆☆☆  0
                  ★☆☆☆☆  0

                tag
                  spider  2  ##########
                  garden  1  #####
                  hairy   1  #####
                  night   1  #####

                place
                  Sinnamary, French Guia…  1  ##########
                alice>
                """)
    }

    @Test func `a longer list is shown by pages`() throws {
        try scarybug.run(input: (4...30).map { "new 'Moth \($0)'\n" }.joined())
        let terminal = try PseudoTerminal(scarybug, "list", columns: 40, rows: 6)
        try terminal.expect(":")
        #expect(
            Screen(terminal.seen, columns: 40, rows: 6).text == """
                 1  Goliath b…  ★★★★½  spider, night, h…
                 2  甲虫        ★★★☆☆  beetle
                 3  Ant 🐜        3.3  garden, spider
                 4  Moth 4
                 5  Moth 5
                :

                """)
        try terminal.type("q")
        #expect(try terminal.finish() == 0)
    }
}
