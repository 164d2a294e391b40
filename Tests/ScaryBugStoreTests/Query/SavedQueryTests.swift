import TestSupport
import Testing

@testable import ScaryBugRecords

@Suite struct SavedQueryTests {
    private static let saved = [
        "either": ["rating:>3", "OR", "tag:t3"], "nested": ["@either", "-1", "OR", "kind:book"],
        "scary": ["rating:>=2", "sort:-rating"], "pair": ["1-2"], "both": ["@scary", "@pair"],
        "self": ["x", "@self"], "there": ["@back"], "back": ["@there"],
        "wide": Array(repeating: "x", count: 600), "wider": ["@wide", "@wide"],
        "broken": ["@nowhere"], "outer": ["x", "@broken"],
    ].merging((1...60).map { ("deep\($0)", ["@deep\($0 + 1)", "@deep\($0 + 1)"]) }) { $1 }
        .merging(["deep61": []]) { $1 }

    private func numbers(_ words: [String]) throws -> [Int] {
        try Catalogue().numbers(words) { try Self.saved[$0] ?? QueryContext.noSavedQuery($0) }
    }

    @Test(arguments: [
        (["@scary"], [1, 2]), (["@scary", "limit:1"], [1]), (["@both"], [1, 2]),
        (["@pair", "beetle"], [2]), (["@scary", "-1"], [2]),
        (["@either"], [1, 3]), (["@either", "beetle"], [3]), (["1", "@either"], [1]),
        (["schmidt", "OR", "@either", "-1"], [3, 4]), (["@nested"], [3, 4, 5]),
    ])
    func `a saved query stands for its words`(words: [String], expected: [Int]) throws {
        #expect(try numbers(words) == expected)
    }

    @Test(arguments: [
        ("@self", "a saved query refers to itself: @self"),
        ("@there", "a saved query refers to itself: @there, @back, @there"),
        (
            "@wider",
            "the saved query 'wider' comes to more than 1,000 words; "
                + "'config queryWords=N' raises the limit"
        ),
        (
            "@deep1",
            "the saved query 'deep1' comes to more than 1,000 words; "
                + "'config queryWords=N' raises the limit"
        ),
        ("@nowhere", "there is no saved query 'nowhere'"),
        ("@outer", "the saved query 'broken' names '@nowhere': there is no saved query 'nowhere'"),
    ])
    func `a saved query that expands too far or is missing is refused`(
        word: String, expected: String
    ) {
        #expect(message { _ = try numbers([word]) } == expected)
    }
}
