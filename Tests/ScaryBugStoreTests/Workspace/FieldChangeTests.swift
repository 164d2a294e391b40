import KeyedArchive
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct FieldChangeTests {
    private let name = DocumentName(number: 3, kind: .bug)
    private let habitat: Field
    private let wasp: DocumentData

    init() throws {
        habitat = try Field(custom: "habitat", .text)
        var data = try DocumentData(new: DocumentKind.bug.adding([habitat]), now: Bench.now)
        try data.set(.text("Wasp"), for: .title)
        wasp = data
    }

    /// The changes as `FIELD BEFORE AFTER`.
    private func changes(
        pictures: (Picture?, Picture?) = (nil, nil), hasNewPicture: Bool = false,
        _ change: (inout DocumentData) throws -> Void
    ) throws -> [String] {
        var other = wasp
        try change(&other)
        return FieldChange.list(
            of: name, from: DocumentContents(data: wasp, picture: pictures.0),
            to: DocumentContents(data: other, picture: pictures.1), hasNewPicture: hasNewPicture
        ).map { "\($0.field ?? "all") \(text($0.before)) \(text($0.after))" }
    }

    private func text(_ value: FieldChange.Value?) -> String {
        switch value {
        case .field(let value): value.text
        case .picture(let picture): "\(picture.size)"
        case .other(.string(let text)): text
        case .other: "?"
        case nil: "-"
        }
    }

    @Test func `changes have the order of the fields`() throws {
        let changes = try changes { data in
            try data.set(.text("oak"), for: habitat)
            try data.set(.list(["a", "b"]), for: .tags)
            try data.set(.rating(4), for: .rating)
        }
        #expect(changes == ["rating 0 4", "tags  a,b", "habitat - oak"])
    }

    @Test func `a modification date is not a change`() throws {
        #expect(try changes { try $0.touch(now: Timestamp(secondsSince1970: 7)) } == [])
    }

    @Test func `an empty text is like none`() throws {
        #expect(try changes { try $0.set(.text(""), for: .notes) } == [])
    }

    @Test func `texts that differ only in their bytes are a change`() throws {
        var composed = wasp
        try composed.set(.list(["\u{E9}"]), for: .tags)
        var decomposed = wasp
        try decomposed.set(.list(["e\u{301}"]), for: .tags)
        let list = FieldChange.list(
            of: name, from: DocumentContents(data: composed, picture: nil),
            to: DocumentContents(data: decomposed, picture: nil))
        #expect(list.map(\.field) == ["tags"])
    }

    @Test func `a photograph is a field`() throws {
        let jpeg = Picture(fileName: "a.jpg", size: 3, type: .jpeg)
        let renamed = Picture(fileName: "b.jpg", size: 3, type: .jpeg)
        let longer = Picture(fileName: "a.jpg", size: 4, type: .jpeg)
        let nothing: (inout DocumentData) throws -> Void = { _ in }
        #expect(try changes(pictures: (nil, jpeg), nothing) == ["image - 3"])
        #expect(try changes(pictures: (jpeg, renamed), nothing) == [])
        #expect(try changes(pictures: (jpeg, longer), nothing) == ["image 3 4"])
        #expect(
            try changes(pictures: (jpeg, jpeg), hasNewPicture: true, nothing) == ["image 3 3"])
    }

    @Test func `values that belong to no field are compared by their keys`() throws {
        var oak = wasp
        try oak.set(.text("oak"), for: habitat)
        // Read again without the custom field.
        let versions = try [wasp, oak].map { data in
            DocumentContents(
                data: try DocumentData(data.encoded(), kind: .bug, modified: Bench.now),
                picture: nil)
        }
        let list = FieldChange.list(of: name, from: versions[0], to: versions[1])
        #expect(list.map(\.field) == ["habitat"])
        #expect(list.map(\.after) == [.other(.string("oak"))])
    }

    @Test func `a whole document appears or disappears`() throws {
        let contents = DocumentContents(data: wasp, picture: nil)
        let title = FieldChange.Value.field(.text("Wasp"))
        #expect(
            FieldChange.list(of: name, from: nil, to: contents)
                == [FieldChange(name, nil, from: nil, to: title)])
        #expect(
            FieldChange.list(of: name, from: contents, to: nil)
                == [FieldChange(name, nil, from: title, to: nil)])
        #expect(FieldChange.list(of: name, from: nil, to: nil) == [])
    }
}
