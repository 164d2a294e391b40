import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// A date in a data file: a date for the apps, and the text that was entered.
@Suite struct DateStorageTests {
    private func data(seen text: String, of kind: DocumentKind = .bug) throws -> DocumentData {
        var data = try DocumentData(new: kind, now: Bench.now)
        try data.set(.text("Ant"), for: .title)
        try data.set(FieldValue(text, for: .seen), for: .seen)
        return data
    }

    /// The data after another program set a key.
    private func changed(
        _ data: DocumentData, _ key: String, _ value: ArchivedValue?
    ) throws -> DocumentData {
        var archive = try KeyedArchive(bytes: data.encoded())
        let object = try #require(try archive.root(data.kind.rootKey))
        try archive.setValue(value, forKey: key, of: object)
        return try DocumentData(archive.encoded(), kind: data.kind, modified: Bench.now)
    }

    @Test(arguments: [
        ("1906~", "1906-01-01"), ("2026-05/..", "2026-05-01"), ("../2026-06", "2026-06-30"),
        ("2026-05-01", "2026-05-01"), ("2026-05-01T00:00Z", "2026-05-01"),
        ("2026-05-01T22:30-07:00", "2026-05-02T05:30:00Z"),
    ])
    func `text and date stand side by side`(text: String, date: String) throws {
        for kind in DocumentKind.all {
            let data = try data(seen: text, of: kind)
            #expect(data.stored("SeenText") == .string(text))
            #expect(data.stored("Seen") == Timestamp(date).map { .date($0.secondsSince2001) })
            #expect(data[.seen]?.text == text)
            #expect(data.unknown.isEmpty)
        }
    }

    @Test func `another program's date wins`() throws {
        let data = try data(seen: "1906~")
        let later = try #require(Timestamp("1907-01-01"))
        let other = try changed(data, "Seen", .date(later.secondsSince2001))
        #expect(other[.seen]?.text == "1907-01-01")
        #expect(try changed(data, "Seen", nil)[.seen] == nil)
        #expect(try changed(data, "SeenText", .string("soon"))[.seen]?.text == "1906-01-01")
        #expect(try changed(data, "SeenText", .integer(7))[.seen]?.text == "1906-01-01")
    }

    @Test func `a date without text is a day or a moment in UTC`() throws {
        for text in ["2026-05-01", "2026-05-01T05:30:00Z"] {
            let old = try changed(data(seen: text), "SeenText", nil)
            #expect(old[.seen]?.text == text)
        }
    }

    @Test func `clearing the field removes both`() throws {
        var data = try data(seen: "1906~")
        try data.set(nil, for: .seen)
        #expect(data.stored("Seen") == nil)
        #expect(data.stored("SeenText") == nil)
    }

    @Test func `another kind keeps both`() throws {
        let (book, lost) = try data(seen: "1906~").converted(to: .book)
        #expect(book[.seen]?.text == "1906~")
        #expect(lost == ["rating"] || lost.isEmpty)
    }

    @Test func `other data under the text's key is not overwritten`() throws {
        var data = try changed(data(seen: "1906"), "SeenText", .string("by lamplight"))
        let edit = { try data.set(FieldValue("1907", for: .seen), for: .seen) }
        #expect(message(edit) == "seen: the document holds other data under 'SeenText'")
    }

    @Test func `a custom date keeps its text under its own key`() throws {
        let found = try Field(custom: "found", .date)
        var data = try DocumentData(new: .bug.adding([found]), now: Bench.now)
        try data.set(FieldValue("2026-05?", for: found), for: found)
        #expect(data.stored("foundText") == .string("2026-05?"))
        #expect(data[found]?.text == "2026-05?")
        #expect(data.unknown.isEmpty)
    }

    @Test func `no field has the key of a date's text`() throws {
        let alice = try Bench().workspace()
        _ = try alice.add(Field(custom: "found", .date))
        #expect(
            message { _ = try alice.add(Field(custom: "foundText", .text)) }
                == "the field 'found' stores the text of a date under the same key; "
                + "choose another name")
        #expect(throws: ScaryBugsError.self) { try Field(custom: "SeenText", .text) }
    }
}
