import Testing

@testable import ScaryBugCommands

@Suite struct LineLexerTests {
    private func words(_ lines: String...) throws -> [String] {
        var lexer = LineLexer()
        for line in lines { _ = lexer.read(Array(line.utf8)) }
        return try lexer.finish().map(\.text)
    }

    private func failure(_ line: [UInt8]) -> LineLexer.Failure? {
        failure([line])
    }

    private func failure(
        _ lines: [[UInt8]], spanning: LineLexer.Spanning = .none
    ) -> LineLexer.Failure? {
        var lexer = LineLexer(spanning: spanning)
        for line in lines { _ = lexer.read(line) }
        do throws(LineLexer.Failure) { _ = try lexer.finish() } catch { return error }
        return nil
    }

    @Test(arguments: [
        ("", []), ("   ", []), ("list", ["list"]), ("  list \t all  ", ["list", "all"]),
        ("new 'Potato Bug'", ["new", "Potato Bug"]),
        (#"new "Potato Bug""#, ["new", "Potato Bug"]),
        (#"new Potato\ Bug"#, ["new", "Potato Bug"]),
        (#"a'b'"c"d"#, ["abcd"]),
        ("''", [""]), (#"x="" y"#, ["x=", "y"]),
        (#"'a\nb'"#, [#"a\nb"#]), (#""a\nb\tc\\d\"e\q""#, ["a\nb\tc\\d\"eq"]),
        (##"a\nb \#"##, ["anb", "#"]),
        ("# all of it", []), ("list # rest", ["list"]), ("a#b '#' c", ["a#b", "#", "c"]),
        ("notes=Käfer 🐞", ["notes=Käfer", "🐞"]),
    ])
    func `a line is taken apart`(line: String, expected: [String]) throws {
        #expect(try words(line) == expected)
    }

    @Test func `a backslash at the end joins the next line`() throws {
        #expect(try words(#"new \"#, "Potato") == ["new", "Potato"])
        #expect(try words(#"new Pot\"#, "ato") == ["new", "Potato"])
        #expect(try words(#"new "Potato \"#, #"Bug""#) == ["new", "Potato Bug"])
        #expect(try words(#"# comment \"#) == [])
        var lexer = LineLexer()
        #expect([#"a\\"#, #"a\\\"#].map { lexer.read(Array($0.utf8)) } == [false, true])
    }

    @Test func `a text may span lines`() throws {
        var lexer = LineLexer(spanning: .allQuotes)
        for line in ["new Ant notes='a", "", " b\\", "c' x=\"d", "e \\"] {
            let goesOn = lexer.read(Array(line.utf8))
            #expect(goesOn)
        }
        let goesOn = lexer.read(Array("f\" # end".utf8))
        #expect(!goesOn)
        #expect(
            try lexer.finish().map(\.text) == ["new", "Ant", "notes=a\n\n b\\\nc", "x=d\ne f"])
    }

    @Test func `an open quote is an error where it began`() {
        let lines = ["a", "b 'c\" \"d' \"e", "f"].map { Array($0.utf8) }
        #expect(
            failure(Array(lines[1...]), spanning: .doubleQuotes)
                == .init(
                    column: 11,
                    message: "the quote \" is not closed; the line after it was read as its text"))
        #expect(
            failure([Array("a \"b".utf8), Array("\" 'c".utf8)], spanning: .doubleQuotes)
                == .init(
                    line: 2, column: 3,
                    message:
                        #"the quote ' is not closed; only "…" may span lines in a script"#))
    }

    @Test func `the lines of a damaged text are skipped`() throws {
        var lexer = LineLexer(spanning: .doubleQuotes)
        let lines = [Array("new Ant notes=\"a".utf8), [0x62, 0xFF], Array("delete all\"".utf8)]
        #expect(lines.map { lexer.read($0) } == [true, true, false])
        #expect(throws: LineLexer.Failure(line: 2, column: 2, message: "the bytes are not UTF-8")) {
            _ = try lexer.finish()
        }
    }

    @Test(arguments: [
        ("*.jpg", "*.jpg"), ("'*'.jp?", #"\*.jp?"#), (#"\~/a[1]"#, #"\~/a[1]"#), ("'a-*'", nil),
        (#"[a"-"z]*"#, #"[a\-z]*"#),
    ])
    func `unquoted wildcards make a pattern`(line: String, pattern: String?) throws {
        var lexer = LineLexer()
        _ = lexer.read(Array(line.utf8))
        #expect(try lexer.finish().first?.pattern(from: 0) == pattern)
    }

    @Test func `a word without wildcards is no pattern`() {
        #expect(LineWord("a*").pattern(from: 0) == nil)
    }

    @Test(arguments: [
        ("new 'x", 5, "the quote ' is not closed"),
        (#"é "x"#, 3, "the quote \" is not closed"),
        (#"'\"#, 1, "the quote ' is not closed"),
        ("ab\0c", 3, "a NUL has no place in a line"),
    ])
    func `an error names its column`(line: String, column: Int, message: String) {
        #expect(failure(Array(line.utf8)) == .init(column: column, message: message))
    }

    @Test(arguments: [
        ([0x61, 0xFF], 2), ([0xC3, 0xA9, 0xC3], 2), ([0xED, 0xA0, 0x80], 1),
        ([0xC0, 0x80], 1), ([0xF5, 0x80, 0x80, 0x80], 1),
    ])
    func `bytes that are not UTF-8`(line: [UInt8], column: Int) {
        #expect(failure(line) == .init(column: column, message: "the bytes are not UTF-8"))
    }

    @Test(arguments: [
        ([], ""), (["a", "b:>=4"], "a b:>=4"), (["two words", ""], "'two words' ''"),
        (["it's", "#1", "a#b"], ##""it's" '#1' a#b"##), ([#"a"b\c"#], #"'a"b\c'"#),
        ([#"'"\"#, "a\nb\t"], #""'\"\\" "a\nb\#t""#),
    ])
    func `joined words split into the same words`(words: [String], line: String) throws {
        #expect(LineLexer.line(of: words) == line)
        #expect(try self.words(line) == words)
    }
}
