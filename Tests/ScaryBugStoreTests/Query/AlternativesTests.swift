import Foundation
import TestSupport
import Testing

@testable import ScaryBugRecords

/// A bar in a value means any of them.
@Suite struct AlternativesTests {
    @Test(arguments: [
        ("garden", ["garden"]), ("garden|todo", ["garden", "todo"]), ("a|b|c", ["a", "b", "c"]),
        (" a | b ", ["a", "b"]), (" a ", [" a "]), ("a|", ["a", ""]), ("|", ["", ""]),
        (#"a\|b"#, ["a|b"]), (#"a\|b|c"#, ["a|b", "c"]), (#"\|"#, ["|"]),
        (#"a\b|c\"#, [#"a\b"#, #"c\"#]),
        ("", [""]), ("é|\u{301}", ["é", "\u{301}"]),
    ])
    func `a value is split at its bars`(value: String, alternatives: [String]) {
        #expect(Alternatives.split(value) == alternatives)
    }

    @Test(arguments: [
        ("tag:t3|spider", [1, 3]), ("tag:t3|none", [3]), ("tag: T3 | dead wood ", [2, 3]),
        ("-tag:t3|t30", [1, 4, 5]), ("tag:t3|t30|dead", [2, 3, 5]), (#"tag:t3\|t30"#, []),
        ("categories:ants|moths", [4]), ("title:stag|café", [2, 3]),
        ("place:hyde park|pond", [1]), ("place:hyde par|pond", []),
        ("rating:0|>3", [1, 3]), ("-rating:0|>3", [2, 4, 5]), ("pageCount:228|>279", [4, 5]),
        ("seen:2026-05-01|2025", [1]), ("created:2025|yesterday|today", [1, 4]),
        ("available:yes|no", [4, 5]), ("kind:book|creature", [3, 4, 5]),
        ("-kind:book|creature", [1, 2]), ("number:1|>4", [1, 5]), ("-number:1|>4", [2, 3, 4]),
        ("has:image|author", [1, 4]), ("-has:image|author", [2, 3, 5]),
        ("schmidt|cervus", [2, 4]), ("-schmidt|cervus", [1, 3, 5]), ("spid|caf", [1, 3]),
        ("stag beetle|web", [1, 2]), ("stag beet|web", [1]), (":stag|:web", [1, 2]),
    ])
    func `any alternative selects, and none after a minus`(word: String, numbers: [Int]) throws {
        #expect(try Catalogue().numbers([word]) == numbers)
    }

    @Test(arguments: [
        (["t3|stag", "beetle"], [2, 3]), (["1-4", "number:1|>3"], [1, 4]),
        (["kind:bug|book", "limit:3"], [1, 2, 4]), (["kind:bug|book", "-ants|web"], [2]),
        (["kind:bug|book", "sort:-number"], [5, 4, 2, 1]),
    ])
    func `alternatives join other words`(words: [String], numbers: [Int]) throws {
        #expect(try Catalogue().numbers(words) == numbers)
    }

    @Test(arguments: [
        ("schmidt OR tag:t3", [3, 4]), ("stag beetle OR café", [2, 3]),
        ("stag -beetle OR -kind:bug rating:0", [3]), ("1 OR 3-4", [1, 3, 4]),
        ("-1-4 OR tag:t3", [3, 5]), ("has:image OR seen:2026-05-31", [1, 2]),
        ("kind:book OR kind:creature", [3, 4, 5]), ("-kind:book OR number:5", [1, 2, 3, 5]),
        ("schmidt OR tag:t3 limit:1", [3]), ("sort:-number schmidt OR tag:t3", [4, 3]),
        ("tag:t3|spider rating:>3 OR ants|moths author:schmidt", [1, 4]), ("9 OR 1", [1]),
        ("zebra OR lion", []), (":OR", []),
    ])
    func `OR joins whole conditions`(words: String, numbers: [Int]) throws {
        #expect(try Catalogue().numbers(words.components(separatedBy: " ")) == numbers)
    }

    @Test(arguments: ["OR", "a OR", "OR a", "a OR OR b", "sort:title OR a"])
    func `OR stands between two conditions`(words: String) {
        let expected = "'OR' stands between two conditions, as in tag:a OR place:b; "
        let told = message {
            _ = try Catalogue().numbers(words.components(separatedBy: " "))
        }
        #expect(told?.hasPrefix(expected) == true, "\(told ?? "")")
    }

    @Test(arguments: [1, 199, 201, 900])
    func `more alternatives than SQLite takes are answered without the index`(count: Int) throws {
        let many = (1...count).map { "x\($0)" }.joined(separator: "|")
        #expect(try Catalogue().numbers(["tag:\(many)|t3"]) == [3])
        #expect(try Catalogue().numbers(["\(many)|schmidt"]) == [4])
        #expect(try Catalogue().numbers(["number:\(many.replacing("x", with: ">1"))|3"]) == [3])
    }

    private static let empty =
        #" has an empty alternative; write a|b without blanks, or \| for a literal bar"#
    private static let joined = "; a bar joins values of one field, as in "

    @Test(arguments: [
        ("tag:a|", "'tag:a|'\(empty)"), ("-rating:|4", "'rating:|4'\(empty)"),
        ("a||b", "'a||b'\(empty)"), ("tag: | ", "'tag: | '\(empty)"),
        ("tag:a|tag:b", "'tag:' follows a bar in 'tag:a|tag:b'\(joined)tag:a|b"),
        ("a|place:pond", "'place:' follows a bar in 'a|place:pond'\(joined)place:a|b"),
        ("rating:1|x", "rating takes a number such as 4, >=4 or 3..5, not 'x'"),
        ("has:tag|imgae", "has: there is no field 'imgae'; the nearest is 'image'"),
        ("title:a|…", "'…' has nothing to search for: blanks and punctuation do not count"),
    ])
    func `each alternative must be valid`(word: String, expected: String) {
        #expect(message { _ = try Catalogue().numbers([word]) } == expected)
    }
}
