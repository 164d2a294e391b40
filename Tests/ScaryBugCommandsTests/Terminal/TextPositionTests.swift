import Glibc
import Testing

@testable import ScaryBugCommands

@Suite struct TextPositionTests {
    init() {
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    @Test(arguments: [
        ("", 0, 0), ("abc", 0, 3), ("0123456789", 1, 0), ("0123456789a", 1, 1),
        ("a\tb", 0, 9), ("\u{1}", 0, 2), ("\u{85}", 0, 7), ("12345678日", 1, 0),
        ("123456789日", 1, 2), ("e\u{301}", 0, 1),
    ])
    func endOf(_ text: String, isAt row: Int, _ column: Int) {
        var position = TextPosition(columns: 10)
        position.advance(over: text)
        #expect([position.row, position.column] == [row, column])
    }

    @Test func escapesOfThePromptHaveNoWidth() {
        var position = TextPosition(columns: 10)
        position.advance(overPrompt: "|\u{1B}[1m|bold|\u{1B}[m|> ", escape: "|")
        #expect([position.row, position.column] == [0, 6])
    }
}
