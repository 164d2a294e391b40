import Foundation
import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// Custom fields and saved queries, as the preferences store them.
@Suite struct CustomFieldPreferencesTests {
    /// Preferences read from a file with these values.
    private func preferences(_ values: [String: ArchivedValue]) throws -> Preferences {
        var archive = KeyedArchive()
        let entries = values.map { ArchivedValue.Entry(key: .string($0), value: $1) }
        archive.setRoot("root", to: try archive.add(.dictionary(entries)))
        return try Preferences(archive.encoded())
    }

    private func entry(_ key: String, _ value: ArchivedValue) -> ArchivedValue.Entry {
        ArchivedValue.Entry(key: .string(key), value: value)
    }

    private func again(_ preferences: Preferences) throws -> Preferences {
        try Preferences(preferences.encoded())
    }

    // MARK: Round trips

    @Test func `fields keep the order in which they were added`() throws {
        var preferences = Preferences()
        let fields = try Field.ValueType.custom.map { try Field(custom: "my_\($0.name)1", $0) }
        for field in fields.reversed() { #expect(try preferences.add(field)) }
        #expect(try again(preferences).customFields == fields.reversed())
        #expect(try !preferences.add(#require(fields.first)))
        #expect(try again(preferences).customFields.count == fields.count)
        try preferences.removeField(named: "my_date1")
        #expect(
            try again(preferences).customFields == fields.reversed().filter { $0.type != .date })
        for field in preferences.customFields { try preferences.removeField(named: field.name) }
        #expect(try again(preferences).dictionary(Preferences.fieldsKey).isEmpty)
    }

    @Test func `queries round-trip, word by word`() throws {
        var preferences = Preferences()
        let scary = try SavedQuery(name: "scary", words: ["rating:>=4", "two words", "é'\"\\\n#"])
        try preferences.save(scary)
        try preferences.save(SavedQuery(name: "dead", words: ["-tag:alive"]))
        #expect(try again(preferences).savedQueries.map(\.name) == ["scary", "dead"])
        #expect(try again(preferences).savedQuery(named: "scary") == scary.words)
        let other = try SavedQuery(name: "scary", words: ["rating:5"])
        try preferences.save(other)
        #expect(try again(preferences).savedQueries.map(\.name) == ["scary", "dead"])
        #expect(try again(preferences).savedQuery(named: "scary") == other.words)
        try preferences.removeQuery(named: "scary")
        #expect(
            message { _ = try again(preferences).savedQuery(named: "scary") }
                == "there is no saved query 'scary'; there are: dead")
        #expect(
            message { try preferences.removeQuery(named: "ded") }
                == "there is no saved query 'ded'; the nearest is 'dead'")
    }

    @Test func `Foundation reads what is written, with secure coding required`() throws {
        var preferences = Preferences()
        _ = try preferences.add(Field(custom: "habitat", .text))
        try preferences.save(SavedQuery(name: "scary", words: ["rating:>=4", "wasp"]))
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [NSDictionary.self, NSArray.self, NSString.self],
            from: Data(preferences.encoded()))
        let expected: NSDictionary = [
            "fields": ["habitat": "text"] as NSDictionary,
            "queries": ["scary": ["rating:>=4", "wasp"] as NSArray] as NSDictionary,
        ]
        #expect(read as? NSDictionary == expected)
    }

    // MARK: Names

    @Test(
        arguments: [
            ("rating", "a bug has the field 'rating'"), ("Notes", "a bug has the field 'notes'"),
            ("AUTHOR", "a book has the field 'author'"), ("image", "a bug has the field 'image'"),
            ("Identifier", "a bug has the field 'identifier'"),
        ]
            + [
                "kind", "Number", "was", "other", "has", "sort", "limit", "tag", "version",
                "imageBytes", "Conflict", "conflicts",
            ]
            .map { ($0, "it means something else in queries, tables or data files") })
    func `a name that is already in use is refused`(name: String, reason: String) {
        #expect(
            message { _ = try Field(custom: name, .text) }
                == "'\(name)' cannot be the name of a custom field: \(reason)")
    }

    @Test(arguments: [
        "", "1st", "_x", "a-b", "a b", "a.b", "a:b", "$class", "a\u{200D}", "🐞", "\u{301}a",
    ])
    func `a name that a line cannot have is refused`(name: String) {
        #expect(
            message { _ = try Field(custom: name, .text) }
                == "'\(name)' cannot be the name of a field: letters, digits and _, a letter first")
        #expect(
            message { _ = try SavedQuery(name: name, words: ["x"]) }
                == "'\(name)' cannot be the name of a query: letters, digits and _, a letter first")
    }

    @Test(arguments: ["habitat", "Größe", "体長", "a1_", "ต้นไม้", String(repeating: "é", count: 32)])
    func `names in any script`(name: String) throws {
        #expect(try Field(custom: name, .number).key == name)
        #expect(try SavedQuery(name: name, words: ["x"]).name == name)
    }

    @Test func `a name has a maximum length`() {
        #expect(
            message { _ = try Field(custom: String(repeating: "é", count: 33), .text) }
                == "the name of a field has at most 64 bytes, not 66")
    }

    @Test(arguments: [("habitat", Field.ValueType.number), ("Habitat", .text)])
    func `a second field of a name is refused`(name: String, type: Field.ValueType) throws {
        var preferences = Preferences()
        _ = try preferences.add(Field(custom: "habitat", .text))
        #expect(
            message { _ = try preferences.add(Field(custom: name, type)) }
                == "you have a field 'habitat' already, of the type text; "
                + "'field remove habitat' removes it")
    }

    @Test func `there is a maximum number of fields`() throws {
        var preferences = Preferences()
        let most = Limits().customFields
        for number in 1...most { _ = try preferences.add(Field(custom: "f\(number)", .text)) }
        #expect(
            message { _ = try preferences.add(Field(custom: "last", .text)) }
                == "there are \(most) custom fields, the most that there can be; "
                + "'field remove NAME' removes one; 'config customFields=N' raises the limit")
        #expect(try !preferences.add(Field(custom: "f1", .text)))
    }

    @Test func `there is a maximum number of saved queries`() throws {
        var preferences = Preferences()
        for number in 1...Limits().savedQueries {
            try preferences.save(SavedQuery(name: "q\(number)", words: ["ant"]))
        }
        #expect(
            message { try preferences.save(SavedQuery(name: "last", words: ["ant"])) }
                == "there are 1,000 saved queries, the most that there can be; "
                + "'query remove NAME' removes one; 'config savedQueries=N' raises the limit")
        try preferences.save(SavedQuery(name: "q1", words: ["bee"]))
        #expect(try preferences.savedQuery(named: "q1") == ["bee"])
    }

    // MARK: Hostile values

    @Test(arguments: [
        ArchivedValue.string("text"), .null, .array([.string("habitat")]), .integer(7),
        .dictionary([]), .data([1, 2]),
    ])
    func `a value that is not a dictionary is ignored, and replaced by a change`(
        value: ArchivedValue
    ) throws {
        var preferences = try preferences(["fields": value, "queries": value])
        #expect(preferences.customFields.isEmpty)
        #expect(preferences.savedQueries.isEmpty)
        _ = try preferences.add(Field(custom: "habitat", .text))
        try preferences.save(SavedQuery(name: "all", words: ["all"]))
        #expect(try again(preferences).customFields.map(\.name) == ["habitat"])
        #expect(try again(preferences).savedQueries.map(\.name) == ["all"])
    }

    @Test func `invalid fields are ignored, kept, and can be removed`() throws {
        let foreign: [ArchivedValue.Entry] = [
            entry("rating", .string("number")), entry("x y", .string("text")),
            entry("place2", .string("map")), entry("size", .integer(3)),
            .init(key: .integer(1), value: .string("text")), entry("HABITAT", .string("text")),
            entry(String(repeating: "x", count: 100_000), .string("text")),
        ]
        var preferences = try preferences([
            "fields": .dictionary([entry("habitat", .string("text"))] + foreign)
        ])
        #expect(preferences.customFields.map(\.name) == ["habitat"])
        #expect(
            preferences.warnings == [
                "7 of 8 custom fields are skipped: 'rating' cannot be the name of "
                    + "a custom field: a bug has the field 'rating'"
            ])
        _ = try preferences.add(Field(custom: "weight", .number))
        let kept = try again(preferences)
        #expect(kept.customFields.map(\.name) == ["habitat", "weight"])
        #expect(Array(kept.dictionary("fields").dropFirst().dropLast()) == foreign)
        for name in ["rating", "x y", "place2", "size"] { try preferences.removeField(named: name) }
        #expect(preferences.dictionary("fields").count == 5)
    }

    @Test func `fields beyond the limit are ignored`() throws {
        let entries = (0..<5_000).map { entry("f\($0)", .string("text")) }
        let preferences = try preferences(["fields": .dictionary(entries)])
        #expect(preferences.customFields.count == Limits().customFields)
        #expect(
            preferences.warnings
                == [
                    "4,900 of 5,000 custom fields are skipped: there are more than 100; "
                        + "'config customFields=N' raises the limit"
                ])
    }

    @Test(arguments: [
        ArchivedValue.string("rating:>=4"), .array([]), .array([.integer(1)]),
        .array([.string("a"), .null]), .null,
    ])
    func `an invalid saved query is skipped with a warning`(value: ArchivedValue) throws {
        let preferences = try preferences([
            "queries": .dictionary([entry("odd", value), entry("good", .array([.string("all")]))])
        ])
        #expect(preferences.savedQueries.map(\.name) == ["good"])
        #expect(preferences.warnings.count == 1)
        #expect(
            preferences.warnings.first?.hasPrefix("1 of 2 saved queries are skipped") == true)
    }
}
