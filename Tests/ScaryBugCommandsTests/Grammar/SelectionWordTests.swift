import ScaryBugs
import Testing

@testable import ScaryBugCommands

@Suite struct SelectionWordTests {
    @Test(
        arguments: [
            ("1-5", ["1-5"]), ("1 2", ["1", "2"]), ("spider rating:>3", ["spider", "rating:>3"]),
            ("'two words' -:x", ["two words", "-:x"]), ("title:\"a b\"", ["title:a b"]),
            ("red #1", ["red", "#1"]), ("#1", ["#1"]), ("-rf", ["-rf"]),
        ] as [(String, [String])])
    func `one word holds several`(word: String, words: [String]) throws {
        #expect(try SelectionWord.words(word, for: ExportCommand.declaration) == words)
    }

    @Test(arguments: [
        (#"tag:"dead wood""#, "tag:dead wood"), (#"tag:dead\ wood"#, "tag:dead wood"),
        ("tag:dead wood", "tag:dead wood"), ("it's", "it's"), (#"tag:a\|b"#, #"tag:a\|b"#),
        ("", ""),
    ])
    func `one of several words may have quotes of its own`(word: String, unquoted: String) {
        #expect(SelectionWord.unquoted(word) == unquoted)
    }

    @Test(arguments: ["", "  ", "'two words", "x\\", "spider -rf", "'-x'", " -f"])
    func `an open quote, an empty word and an option are refused`(word: String) {
        #expect(throws: ScaryBugsError.self) {
            try SelectionWord.words(word, for: ExportCommand.declaration)
        }
    }

    @Test(arguments: [
        ("1-5", true), ("1 2", true), ("all", true), ("5.scarybug", true), ("-3", true),
        ("kind:book", true), ("spider rating:>3", true), ("@scary", true), ("-spider", true),
        ("spider", false), ("Garden Spider.scarybug", false), ("Photos 2", false), ("-", false),
        ("./kind:book", false), ("it's", false), ("~/bundles", false), ("", false),
    ])
    func `a word is a selection or a path`(word: String, isSelection: Bool) {
        #expect(SelectionWord.mustBeMeant(by: word) == isSelection)
    }
}
