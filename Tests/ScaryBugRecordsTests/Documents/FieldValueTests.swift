import TestSupport
import Testing

@testable import ScaryBugRecords

@Suite struct FieldValueTests {
    @Test(arguments: [
        [], ["a"], ["a", "b"], ["", "a"], ["a,b", "c\\d"], [" a ", "a", "é,\u{301}"],
    ])
    func `the text of a list gives its elements back`(elements: [String]) {
        #expect(FieldValue.elements(ofListText: FieldValue.list(elements).text) == elements)
    }

    @Test(arguments: [
        ("4", Float(4), "4"), ("3.5", 3.5, "3.5"), ("0", 0, "0"), ("-0", 0, "0"), ("5", 5, "5"),
        (" 2 ", 2, "2"), ("0.1", 0.1, "0.1"), ("3.3333333333", 3.3333333, "3.3333333"),
    ])
    func `ratings`(text: String, rating: Float, shown: String) throws {
        let value = try FieldValue(text, for: .rating)
        #expect(value == .rating(rating))
        #expect(value.text == shown)
    }

    @Test(arguments: ["", "x", "-1", "5.1", "nan", "inf", "4,5,6", "٣"])
    func `invalid ratings`(text: String) {
        #expect(
            message { _ = try FieldValue(text, for: .rating) }
                == "the rating '\(text)' is not a number from 0 to 5")
    }

    private static let weight = Field("weight", key: "weight", .number, "")

    @Test(arguments: [
        ("4", 4.0, "4"), ("-2.5", -2.5, "-2.5"), ("0", 0, "0"), ("-0", 0, "0"), (" 2 ", 2, "2"),
        ("+.5", 0.5, "0.5"), ("1e6", 1_000_000, "1000000"), ("1E-7", 1e-7, "1e-07"),
        ("0.1", 0.1, "0.1"), ("9007199254740992.0", 9_007_199_254_740_992, "9007199254740992"),
        // As programs print all digits of a double.
        ("52.520006600000002", 52.5200066, "52.5200066"), ("1e23", 1e23, "1e+23"),
        ("1e300", 1e300, "1e+300"),
    ])
    func `numbers`(text: String, number: Double, shown: String) throws {
        let value = try FieldValue(text, for: Self.weight)
        #expect(value == .number(number))
        #expect(value.text == shown)
        #expect(try FieldValue(shown, for: Self.weight) == value)
    }

    @Test(arguments: [
        ("9007199254740993", "9007199254740992"), ("-9007199254740993.0", "-9007199254740992"),
        ("900719925474099301", "9.007199254740993e+17"), ("4503599627370497.3", "4503599627370497"),
        ("0.12345678901234567890", "0.12345678901234568"), ("1e-400", "0"),
    ])
    func `no number is rounded without a word`(text: String, rounded: String) {
        #expect(
            message { _ = try FieldValue(text, for: Self.weight) }
                == "weight '\(text)' has more digits than a number keeps, which rounds it to "
                + "\(rounded); a field of the type text keeps them")
    }

    @Test(arguments: ["", "x", "nan", "inf", "1e400", "4,5", "0x10", "1 000", "--1", "٣"])
    func `invalid numbers`(text: String) {
        #expect(
            message { _ = try FieldValue(text, for: Self.weight) }
                == "weight '\(text)' is not a number such as 4, -2.5 or 1e6")
    }

    @Test(arguments: [
        ("garden", ["garden"], "garden"),
        ("a,b , c", ["a", "b", "c"], "a,b,c"),
        ("a,,a, ", ["a"], "a"), ("ant,ANT,Käfer,KAFER", ["ant", "Käfer"], "ant,Käfer"),
        (#"a\,b,c\\d"#, ["a,b", #"c\d"#], #"a\,b,c\\d"#),
        ("a,\u{301}b", ["a", "\u{301}b"], "a,\u{301}b"),
        ("a\\,\u{301}b", ["a,\u{301}b"], "a\\,\u{301}b"),
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
