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
}
