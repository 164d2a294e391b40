import Testing

@testable import ScaryBugCommands

@Suite struct LineLexerTests {
    private func words(_ lines: String...) throws -> [String] {
        var lexer = LineLexer()
        for line in lines { _ = try lexer.read(Array(line.utf8)) }
        return lexer.finish()
    }

    private func failure(_ line: [UInt8]) -> LineLexer.Failure? {
        var lexer = LineLexer()
        do throws(LineLexer.Failure) { _ = try lexer.read(line) } catch { return error }
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
        #expect(try lexer.read(Array(#"a\\"#.utf8)) == false)
        #expect(try lexer.read(Array(#"a\\\"#.utf8)) == true)
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
