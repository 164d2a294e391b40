import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords

/// The conflicts of a document, from its data file alone.
@Suite struct ConflictTests {
    /// One document with the changes of Alice and of Bob.
    private let merged: DocumentData

    init() throws {
        merged = try Self.merged(
            [
                .set(.rating, .rating(4)), .clear(.notes), .set(.place, .text("Kent")),
                .set(.seen, .date(#require(EDTFDate("1906~")))), .add(.tags, ["oak"]),
            ],
            [
                .set(.rating, .rating(2)), .set(.notes, .text("In flight")),
                .set(.seen, .date(#require(EDTFDate("1907-05")))), .add(.tags, ["pond"]),
            ])
    }

    private static func merged(_ alice: [Edit], _ bob: [Edit]) throws -> DocumentData {
        var base = try DocumentData(new: .bug, now: Bench.now)
        for edit in [
            Edit.set(.title, .text("Ant")), .set(.notes, .text("Black")),
            .set(.seen, .date(try #require(EDTFDate("1900")))),
        ] { try base.apply(edit) }
        let none = ContentVersion([])
        let carol = Author(name: "carol", workspaceKey: "00000000", copy: 1)
        let exchanged = KnownCopy(base, none, exchanged: nil, author: carol).state
        let copy = { (name: String, edits: [Edit], seconds: Int64) in
            var data = base
            for edit in edits { try data.apply(edit) }
            try data.touch(
                now: Timestamp(secondsSince1970: Bench.now.secondsSince1970 + seconds))
            return KnownCopy(
                data, none, exchanged: exchanged,
                author: Author(name: name, workspaceKey: "00000000", copy: 1))
        }
        return try CopyMerge(of: copy("alice", alice, 20), with: copy("bob", bob, 10)).data
    }

    @Test func `each has its values with their authors, the shown one first`() {
        #expect(
            merged.conflicts.map { "\($0.name): \($0.text)" } == [
                "rating: 4 (alice) or 2 (bob)", "notes: (none) (alice) or In flight (bob)",
                "seen: 1906~ (alice) or 1907-05 (bob)",
            ])
    }

    @Test func `a cleared value may be the other one, and an author may be unknown`() throws {
        var data = try Self.merged(
            [.set(.notes, .text("Red"))], [.clear(.notes)])
        #expect(data.conflicts.map(\.text) == ["Red (alice) or (none) (bob)"])
        try data.store(nil)
        #expect(data.conflicts.map(\.text) == ["Red or (none)"])
    }

    @Test func `files are told by their keys, whoever is shown`() throws {
        var data = try DocumentData(new: .bug, now: Bench.now)
        for (key, value) in [
            ("/wing.jpg~0000000a", "Wing~0000000a.jpg"),
            ("/wing.jpg~0000000b", "Wing~0000000b.jpg"),
            ("/fullimage.jpg~0000000c", "fullImage~0000000c.jpg"), ("ImageName~0000000c", "b.jpg"),
            // These tell of no file that could lie beside another.
            ("/song.wav~0000000d", "data.plist"), ("/egg.jpg~0000000d", "egg~0000000e.jpg"),
        ] { try data.store(.string(value), forKey: key) }
        try data.store(.boolean(true), forKey: "/leg.jpg~-")
        #expect(
            data.conflicts.map { "\($0.name): \($0.text)" } == [
                "image: fullImage.jpg or b.jpg", "Wing.jpg: Wing.jpg or Wing.jpg or Wing.jpg",
                "leg.jpg: leg.jpg or (none)",
            ])
        #expect(
            data.filesBeside == [
                "fullImage~0000000c.jpg", "Wing~0000000a.jpg", "Wing~0000000b.jpg",
            ])
        try data.end(data.conflicts)
        #expect(data.keysBeside == ["/song.wav~0000000d", "/egg.jpg~0000000d"])
    }

    @Test func `the end of a conflict leaves the shown value`() throws {
        var data = merged
        try data.end(data.conflicts)
        #expect(data.keysBeside == [])
        #expect(data[.rating] == .rating(4))
        #expect(data[.seen] == .date(try #require(EDTFDate("1906~"))))
        #expect(data[.notes] == nil)
    }

    @Test func `the other value takes the place of the shown one`() throws {
        var data = merged
        for conflict in data.conflicts { try data.take(conflict.others[0], of: conflict) }
        #expect(data[.rating] == .rating(2))
        #expect(data[.seen] == .date(try #require(EDTFDate("1907-05"))))
        #expect(data[.notes] == .text("In flight"))
        data = try Self.merged([.set(.notes, .text("Red"))], [.clear(.notes)])
        for conflict in data.conflicts { try data.take(conflict.others[0], of: conflict) }
        #expect(data[.notes] == nil)
    }

    @Test func `an edit ends the conflict of its field only`() throws {
        var data = merged
        try data.apply(.set(.rating, .rating(4)))
        #expect(data.conflicts.map(\.name) == ["notes", "seen"])
        try data.apply(.clear(.seen))
        #expect(data.keysBeside.allSatisfy { $0.hasPrefix("Notes~") })
    }

    @Test func `nothing prints the keys, and limits count their texts`() throws {
        var data = merged
        try data.store(.string("x"), forKey: "Habitat")
        #expect(data.unknown.map(\.key) == ["Habitat"])
        let record = DocumentRecord(DocumentContents(data: data, picture: nil), number: 1)
        #expect(record.values.allSatisfy { !$0.name.contains("~") })
        try data.store(
            .string(String(repeating: "x", count: 2_000_000)), forKey: "Notes~0000000a")
        #expect(
            data.excesses(over: Limits(), fileSize: 2_000_000).map(\.message).first?
                .hasPrefix("Notes is longer than ") == true)
    }

    @Test func `a beginning and an end are changes`() throws {
        let name = DocumentName(number: 1, kind: .bug)
        let before = DocumentContents(data: merged, picture: nil)
        var after = before
        try after.data.apply(.set(.rating, .rating(4)))
        let text = FieldChange.Value.field(.text("4 (alice) or 2 (bob)"))
        #expect(
            FieldChange.list(of: name, from: before, to: after) == [
                FieldChange(name, "conflict rating", from: text, to: nil)
            ])
        #expect(
            FieldChange.list(of: name, from: after, to: before) == [
                FieldChange(name, "conflict rating", from: nil, to: text)
            ])
    }

    @Test func `has:conflict finds them with and without an index`() throws {
        let bench = try IndexBench()
        let workspace = try bench.session()
        try workspace.add("Weta")
        try workspace.add("Ant")
        try bench.bench.directory.write(
            merged.encoded(), to: bench.bench.documentPath("2.scarybug/data.plist"))
        for cache in ["cache", nil] {
            let session = try bench.session(cache: cache)
            #expect(try bench.numbers(["has:conflict"], in: session) == [2])
            #expect(try bench.numbers(["-has:conflict"], in: session) == [1])
            #expect(try bench.numbers(["has:conflict|image"], in: session) == [2])
        }
    }

    @Test func `an old custom field of the name wins`() throws {
        let own = Field("conflict", key: "conflict", .text, "an old field")
        let context = QueryContext(
            now: Bench.now, fields: QueryContext.fields(adding: [own]))
        #expect(context.presences.filter { $0 == "conflict" } == ["conflict"])
        let query = try Selection(["has:conflict"], in: context).query(naming: [])
        #expect(query.conditions.map(\.test) == [.has(own)])
        var data = try DocumentData(
            merged.encoded(), kind: .bug, customFields: [own], modified: Bench.now)
        let contents = {
            Document(
                name: DocumentName(number: 1, kind: .bug), data: data, picture: nil)
        }
        #expect(try !query.matches(contents()))
        try data.set(.text("war"), for: own)
        #expect(try query.matches(contents()))
    }
}
