import Testing

@testable import ScaryBugs

@Suite struct FieldValueTests {
    @Test(arguments: [
        ("4", Float(4), "4"), ("3.5", 3.5, "3.5"), ("0", 0, "0"), ("-0", 0, "0"), ("5", 5, "5"),
        (" 2 ", 2, "2"), ("0.1", 0.1, "0.1"), ("3.3333333333", 3.3333333, "3.3333333"),
    ])
    func `ratings`(text: String, rating: Float, shown: String) throws {
        let value = try FieldValue(text, for: .rating)
        #expect(value == .rating(rating))
        #expect(value.text == shown)
    }

    @Test(arguments: ["", "x", "-1", "5.1", "nan", "inf", "4,5", "٣"])
    func `ratings that are none`(text: String) {
        #expect(
            message { _ = try FieldValue(text, for: .rating) }
                == "the rating '\(text)' is not a number from 0 to 5")
    }

    @Test(arguments: [
        ("garden", ["garden"], "garden"),
        ("a,b , c", ["a", "b", "c"], "a,b,c"),
        ("a,,a, ", ["a"], "a"),
        (#"a\,b,c\\d"#, ["a,b", #"c\d"#], #"a\,b,c\\d"#),
        ("", [], ""),
    ])
    func `lists`(text: String, values: [String], shown: String) throws {
        let value = try FieldValue(text, for: .tags)
        #expect(value == .list(values))
        #expect(value.text == shown)
    }

    @Test func `titles are trimmed and not blank`() throws {
        #expect(try FieldValue("  Potato Bug\n", for: .title) == .text("Potato Bug"))
        #expect(
            message { _ = try FieldValue(" \t ", for: .title) } == "a title must not be blank")
    }
}
