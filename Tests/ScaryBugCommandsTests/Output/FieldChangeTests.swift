import KeyedArchive
import ScaryBugs
import Testing

@testable import ScaryBugCommands

/// Changes of fields as commands print them.
@Suite struct FieldChangeTests {
    private typealias Value = FieldChange.Value

    private func record(_ field: String?, _ before: Value?, _ after: Value?) throws -> Record {
        let name = try #require(DocumentName(directoryName: "3.scarybug"))
        return Record(
            FieldChange(name, field, from: before, to: after), verbs: ("would add", "would remove"))
    }

    private func line(_ field: String?, _ before: Value?, _ after: Value?) throws -> String {
        try record(field, before, after).cells.map(\.text).joined(separator: "  ")
    }

    private static let jpeg = Picture(fileName: "a.jpg", size: 7, type: .jpeg)

    @Test func `a change is one line`() throws {
        #expect(
            try line("rating", .field(.rating(2)), .field(.rating(4))) == "3  rating 2 → 4")
        #expect(
            try line("tags", .field(.list(["garden", "spider"])), .field(.list(["garden"])))
                == "3  tags garden, spider → garden")
        #expect(try line("notes", nil, .field(.text("a\nb"))) == "3  notes (none) → a\\nb")
        #expect(try line("tags", .field(.list(["a"])), .field(.list([]))) == "3  tags a → (none)")
        #expect(
            try line("image", nil, .picture(Self.jpeg)) == "3  image (none) → JPEG, 7 bytes")
    }

    @Test func `a document without a field is added or removed`() throws {
        #expect(try line(nil, nil, .field(.text("Weta"))) == "would add  3  Weta")
        #expect(try line(nil, .field(.text("Weta")), nil) == "would remove  3  Weta")
    }

    @Test func `long texts are cut around their first difference`() throws {
        let long = String(repeating: "x", count: 100)
        #expect(
            try line("notes", .field(.text(long)), .field(.text("\(long) more")))
                == "3  notes …xxxxxxxxxxxx → …xxxxxxxxxxxx more")
        #expect(
            try line("notes", .field(.text(long)), nil)
                == "3  notes \(long.prefix(31))… → (none)")
    }

    @Test func `JSON and CSV have the whole values`() throws {
        let record = try record("tags", .field(.list(["a", "b,c"])), nil)
        #expect(
            JSON.line(record.values)
                == #"{"number":3,"kind":"bug","field":"tags","before":["a","b,c"],"after":null}"#)
        #expect(CSV.header(record.columns) == "number,kind,field,before,after")
        #expect(CSV.line(record.columns) == #"3,bug,tags,"a,b\,c","#)
    }

    @Test func `a picture takes one column`() throws {
        let record = try record("image", .picture(Self.jpeg), .other(.real(1.5)))
        #expect(
            JSON.line(record.values)
                == #"{"number":3,"kind":"bug","field":"image","#
                + #""before":{"bytes":7,"type":"image/jpeg"},"after":1.5}"#)
        #expect(CSV.header(record.columns) == "number,kind,field,before,after")
        #expect(CSV.line(record.columns) == #"3,bug,image,"image/jpeg, 7 bytes",1.5"#)
    }
}
