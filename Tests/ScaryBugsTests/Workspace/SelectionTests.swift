import Testing

@testable import ScaryBugs

@Suite struct SelectionTests {
    @Test(arguments: [
        ("all", Selection.all),
        ("3", .numbers(named: [3], ranges: [])),
        ("1-5", .numbers(named: [], ranges: [1...5])),
        ("2,4-6", .numbers(named: [2], ranges: [4...6])),
        ("1 2 5-7", .numbers(named: [1, 2], ranges: [5...7])),
    ])
    func `selections are read`(text: String, selection: Selection) throws {
        #expect(try Selection(text.split(separator: " ").map(String.init)) == selection)
    }

    @Test(arguments: [
        ("0", "'0' is no document's number: they go from 1 to 999999999"),
        ("1000000000", "'1000000000' is no document's number: they go from 1 to 999999999"),
        (
            "99999999999999999999",
            "'99999999999999999999' is no document's number: "
                + "they go from 1 to 999999999"
        ),
        ("5-1", "the range '5-1' runs backwards; it is written 1-5"),
        (
            "spider",
            "'spider' is not a selection: a number (3), a range (1-5), a list (2,4-6) "
                + "or 'all'"
        ),
        ("1,,2", "'1,,2' is not a selection: a number (3), a range (1-5), a list (2,4-6) or 'all'"),
        (
            "1-2-3",
            "'1-2-3' is not a selection: a number (3), a range (1-5), a list (2,4-6) "
                + "or 'all'"
        ),
        ("٣", "'٣' is not a selection: a number (3), a range (1-5), a list (2,4-6) or 'all'"),
    ])
    func `what is no selection is refused`(word: String, expected: String) {
        #expect(message { _ = try Selection([word]) } == expected)
    }

    @Test func `named numbers must be there, ranges may have holes`() throws {
        let bench = try Bench()
        let workspace = try bench.workspace()
        for title in ["a", "b", "c", "d"] { try workspace.add(title) }
        try workspace.delete(2)
        let numbers = { (words: [String]) in
            try workspace.documentNames(in: Selection(words)).map(\.number)
        }
        #expect(try numbers(["1-3"]) == [1, 3])
        #expect(try numbers(["4", "1", "1-3"]) == [1, 3, 4])
        #expect(try numbers(["5-999999999"]) == [])
        #expect(try numbers(["all"]) == [1, 3, 4])
        #expect(
            message { _ = try numbers(["1,2"]) }
                == "there is no document 2; 'list' shows those there are")
    }
}
