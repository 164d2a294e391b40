import Testing

@testable import ScaryBugCommands

@Suite struct WordWrapTests {
    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]),
        ("one extraordinary two", 5, ["one", "extraordinary", "two"]),
        // Two columns each.
        ("甲虫 甲虫 x", 9, ["甲虫 甲虫", "x"]),
        ("e\u{301}e\u{301} ab", 5, ["e\u{301}e\u{301} ab"]),
        ("", 5, []),
    ])
    func `lines are as long as fits`(text: String, width: Int, lines: [String]) {
        #expect(WordWrap.lines(of: text.split(separator: " "), width: width) == lines)
    }

    @Test(arguments: [
        ("no such bug; 'list' shows all", 80, ["no such bug; 'list' shows all"]),
        ("no such bug; 'list' shows all", 20, ["no such bug; 'list'", "    shows all"]),
        ("one; write 'undo 2'; that's all", 19, ["one; write", "    'undo 2';", "    that's all"]),
        // The second quotation is longer than a line.
        ("a ('b c', 'd e f')", 12, ["a ('b c',", "    'd e f')"]),
        ("a ('b c', 'd e f g')", 11, ["a ('b c',", "    'd e f", "    g')"]),
        ("cannot open /a/long/path: no", 12, ["cannot open", "    /a/long/path:", "    no"]),
        ("the title 'a  b", 80, ["the title 'a  b"]),
        ("the title 'a  b", 12, ["the title 'a", "    b"]),
    ])
    func `a message wraps with an indent, and quotations stay whole`(
        text: String, width: Int, lines: [String]
    ) {
        #expect(WordWrap.lines(ofMessage: text, width: width) == lines)
    }

    @Test(arguments: [
        ("see 'a b c' too", 9, ["see", "'a b c'", "too"]),
        ("see 'a b c' too", 6, ["see 'a", "b c'", "too"]),
    ])
    func `quotations of a text stay whole`(text: String, width: Int, lines: [String]) {
        #expect(WordWrap.lines(ofText: text.split(separator: " "), width: width) == lines)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]),
        ("  indented text", 10, ["  indented", "text"]),
        ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
        ("甲虫 甲虫甲虫", 5, ["甲虫", "甲虫", "甲虫"]), ("a👩‍🔬b🐞", 2, ["a", "👩‍🔬", "b", "🐞"]), ("", 5, [""]),
        ("甲", 1, ["甲"]),
    ])
    func `a long line is divided at blanks`(text: String, width: Int, lines: [Substring]) {
        #expect(WordWrap.lines(of: text, width: width) == lines)
    }
}
