import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct SelectionTests {
    private let context = QueryContext(now: Bench.now)

    @Test(
        arguments: [
            ("all", [], [DocumentName.numbers], []),
            ("3", [3], [], []),
            ("1-5", [], [1...5], []),
            ("2,4-6", [2], [4...6], []),
            ("1 2 5-7", [1, 2], [5...7], []),
            ("5.scarycreature,3", [5, 3], [], []),
            ("kind:book", [], [], [.book]),
            ("kind:bug 1-5", [], [1...5], [.bug]),
            ("2 -3", [2], [], []),
            ("spider 7", [7], [], []),
        ] as [(String, [Int], [ClosedRange<Int>], [DocumentKind])])
    func `selections are read`(
        text: String, named: [Int], ranges: [ClosedRange<Int>], kinds: [DocumentKind]
    ) throws {
        let selection = try Selection(text.split(separator: " ").map(String.init), in: context)
        #expect(selection.named.map(\.number) == named)
        #expect(selection.ranges.map(\.range) == ranges)
        #expect(selection.kinds == kinds)
    }

    @Test(arguments: [
        ("3", true), ("1-5", true), ("all", true), ("5.scarycreature", true), ("spider", true),
        ("kind:book", true), ("has:image", true), ("all -tag:dead", true), ("3 -3", true),
        ("-tag:dead spider", true), ("@dead", true), ("@alive spider", true), ("@alive all", true),
        ("-tag:dead", false), ("-3", false), ("-all", false), ("-:rf", false), ("-rf", false),
        ("sort:title", false), ("limit:1", false), ("-has:image sort:title limit:1", false),
        ("@alive", false), ("@first -kind:book", false), ("", false),
    ])
    func `some selections only exclude, sort or limit`(text: String, includes: Bool) throws {
        let saved = ["dead": ["tag:dead"], "alive": ["-tag:dead"], "first": ["@alive", "limit:1"]]
        let context = QueryContext(now: Bench.now) {
            try saved[$0] ?? QueryContext.noSavedQuery($0)
        }
        let selection = try Selection(text.split(separator: " ").map(String.init), in: context)
        #expect(selection.includesSomething == includes)
    }

    private static let forms = "a number (3), a range (1-5), a list (2,4-6) or 'all'"

    @Test(arguments: [
        ("0", "'0' is not a document number: numbers go from 1 to 999999999"),
        ("1000000000", "'1000000000' is not a document number: numbers go from 1 to 999999999"),
        (
            "99999999999999999999",
            "'99999999999999999999' is not a document number: "
                + "numbers go from 1 to 999999999"
        ),
        ("5-1", "the range '5-1' runs backwards; write 1-5"),
        ("1,,2", "'1,,2' is not a selection: \(forms)"),
        (
            "1-2-3",
            "'1-2-3' is not a selection: \(forms)"
        ),
        ("-2-1", "the range '2-1' runs backwards; write 1-2"),
    ])
    func `invalid selections are refused`(word: String, expected: String) {
        #expect(message { _ = try Selection([word], in: context) } == expected)
    }

    @Test func `named numbers must be there, ranges may have holes`() throws {
        let bench = try Bench()
        let workspace = try bench.workspace()
        for title in ["a", "b", "c", "d"] { try workspace.add(title) }
        try workspace.delete(2)
        let numbers = { (words: [String]) in
            try workspace.documentNames(in: Selection(words, in: context)).map(\.number)
        }
        #expect(try numbers(["1-3"]) == [1, 3])
        #expect(try numbers(["4", "1", "1-3"]) == [1, 3, 4])
        #expect(try numbers(["5-999999999"]) == [])
        #expect(try numbers(["all"]) == [1, 3, 4])
        #expect(try numbers(["-3"]) == [1, 4])
        #expect(try numbers(["1-4", "-2-3,7"]) == [1, 4])
        #expect(try numbers(["1", "3", "-1"]) == [3])
        #expect(
            message { _ = try numbers(["1,2"]) }
                == "there is no document 2; 'list' shows all documents")
    }

    @Test func `a number that two kinds share needs the name of its directory`() throws {
        let bench = try Bench()
        let workspace = try bench.workspace()
        for kind in [DocumentKind.bug, .book, .creature] { try workspace.add("x", kind: kind) }
        try bench.directory.rename(
            bench.documentPath("3.scarycreature"), bench.documentPath("1.scarycreature"))
        let names = { (words: [String]) in
            try workspace.documentNames(in: Selection(words, in: context)).map(\.directoryName)
        }
        #expect(
            message { _ = try names(["1"]) }
                == "the number 1 is ambiguous: there are 1.scarybug and 1.scarycreature; "
                + "give one of them")
        #expect(try names(["1.scarycreature"]) == ["1.scarycreature"])
        #expect(try names(["1.scarybug,2"]) == ["1.scarybug", "2.book"])
        #expect(try names(["1-2"]) == ["1.scarybug", "1.scarycreature", "2.book"])
        #expect(try names(["kind:book"]) == ["2.book"])
        #expect(try names(["1-9", "kind:creature"]) == ["1.scarycreature"])
        #expect(try names(["2", "kind:bug"]) == [])
        #expect(try names(["1", "kind:creature"]) == ["1.scarycreature"])
        #expect(
            message { _ = try names(["2.scarybug"]) }
                == "there is no document 2.scarybug; 'list' shows all documents")
    }
}
