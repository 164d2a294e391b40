import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords

@Suite struct DocumentDataTests {
    /// A data file in the form that an app writes, with the values of its only object.
    private func file(
        _ values: [(String, ArchivedValue)], className: String = "ScaryBugData",
        root: String = "Data"
    ) throws -> [UInt8] {
        var archive = KeyedArchive()
        let object = archive.addObject(className: className)
        archive.setRoot(root, to: object)
        for (key, value) in values { try archive.setValue(value, forKey: key, of: object) }
        return try archive.encoded()
    }

    private func read(_ bytes: [UInt8]) throws -> DocumentData {
        try DocumentData(bytes, kind: .bug, modified: Timestamp.sample)
    }

    @Test(arguments: DocumentKind.all)
    func `new documents copy nothing but their kind's template`(kind: DocumentKind) throws {
        let times = [1_000, 2_000].map { Timestamp(secondsSince1970: $0) }
        let data = try times.map { try DocumentData(new: kind, now: $0) }
        #expect(data[0].identifier != data[1].identifier)
        for (data, time) in zip(data, times) {
            var expected = KeyedArchive()
            let object = expected.addObject(className: kind.className)
            expected.setRoot(kind.rootKey, to: object)
            for (key, value) in [
                ("Rating", .float(0)), ("Identifier", .string(data.identifier)),
                ("Created", .date(time.secondsSince2001)),
                ("Modified", .date(time.secondsSince2001)), ("Version", .integer(1)),
            ] as [(String, ArchivedValue)] where key != "Rating" || kind != .book {
                let storage = key == "Rating" ? kind.ratingStorage : .automatic
                try expected.setValue(value, forKey: key, of: object, storage: storage)
            }
            #expect(try data.encoded() == expected.encoded())
        }
    }

    @Test func `a new document has an identity and no values`() throws {
        var data = try DocumentData(new: .bug, now: Timestamp.sample)
        try data.set(.text("Potato Bug"), for: .title)
        let again = try read(data.encoded())
        #expect(again.title == "Potato Bug")
        #expect(again[.rating] == .rating(0))
        #expect(again[.tags] == .list([]))
        #expect(again[.created] == .timestamp(Timestamp.sample))
        #expect(again.identifier == data.identifier)
        #expect(again.identifier.wholeMatch(of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) != nil)
        #expect(again.unknown.isEmpty)
    }

    @Test func `absent keys get defaults`() throws {
        let data = try read(file([]))
        #expect(data.title == "")
        #expect(data[.rating] == .rating(0))
        #expect(data[.created] == .timestamp(Timestamp.sample))
        #expect(data[.notes] == nil)
        #expect(data.warnings == [])
    }

    @Test(arguments: [
        (ArchivedValue.float(3.5), Float(3.5)), (.real(2.25), 2.25), (.integer(4), 4),
        (.float(9), 9), (.real(-1), -1),
    ])
    func `ratings of every form are read, and kept outside 0 to 5`(
        value: ArchivedValue, rating: Float
    ) throws {
        #expect(try read(file([("Rating", value)]))[.rating] == .rating(rating))
    }

    @Test(arguments: [ArchivedValue.string("high"), .float(.nan), .real(.infinity), .data([1])])
    func `a rating that is no number is 0, with a warning`(value: ArchivedValue) throws {
        let data = try read(file([("Rating", value)]))
        #expect(data[.rating] == .rating(0))
        #expect(data.warnings == ["the rating is not a number and is read as 0"])
    }

    @Test func `a document without an identifier always has the same one, kept at the first edit`()
        throws
    {
        let bytes = try file([("Title", .string("a"))])
        var data = try read(bytes)
        let identifier = data.identifier
        #expect(try read(bytes).identifier == identifier)
        #expect(try read(file([("Title", .string("b"))])).identifier != identifier)
        try data.set(.text("b"), for: .title)
        try data.touch(now: Timestamp.sample)
        #expect(try read(data.encoded()).identifier == identifier)
    }

    @Test(arguments: [
        ("2026-05-01T10:00:00Z", "2026-05-01T10:00:01Z", "2026-05-01T10:00:01Z"),
        ("2026-05-01T10:00:00Z", "2026-05-01T10:00:00Z", "2026-05-01T10:00:01Z"),
        ("2099-01-01T00:00:00Z", "2026-05-01T10:00:00Z", "2099-01-01T00:00:01Z"),
        ("9999-12-31T23:59:59Z", "2026-05-01T10:00:00Z", "2026-05-01T10:00:00Z"),
    ])
    func `an edit's date is later than the one it replaces`(
        before: String, now: String, after: String
    ) throws {
        var data = try DocumentData(new: .bug, now: #require(Timestamp(before)))
        try data.touch(now: #require(Timestamp(now)))
        #expect(data[.modified]?.text == after)
    }

    @Test func `an edit's date replaces one that has a fraction or that no calendar has`() throws {
        for (seconds, after) in [(0.75, 1.0), (1e300, 0), (-.infinity, 0)] {
            var data = try read(file([("Title", .string("a")), ("Modified", .date(seconds))]))
            try data.touch(now: #require(Timestamp(secondsSince2001: 0)))
            #expect(data.archivedValue(of: .modified) == .date(after))
        }
    }

    @Test func `keys that are not known survive an edit`() throws {
        let habitat = ArchivedValue.array([.string("wood"), .integer(7)])
        var data = try read(file([("Title", .string("a")), ("Habitat", habitat)]))
        try data.set(.rating(3), for: .rating)
        let again = try read(data.encoded())
        #expect(again.unknown.map(\.key) == ["Habitat"])
        #expect(again.unknown.first?.value == habitat)
    }

    @Test func `text that is not valid Unicode stays as it is`() throws {
        let broken = ArchivedValue.utf16([0x41, 0xD800])
        var data = try read(file([("Title", .string("a")), ("Notes", broken)]))
        #expect(data[.notes] == .text("A\u{FFFD}"))
        try data.set(.rating(3), for: .rating)
        let archive = try KeyedArchive(bytes: data.encoded())
        let object = try #require(try archive.root("Data"))
        #expect(try archive.value(forKey: "Notes", of: object) == broken)
    }

    @Test(arguments: [
        "ScaryBugData", "RWTScaryBugData", "Bugs.ScaryBugData", "Bugs.RW2ScaryBugData",
        "_TtC4Bugs12ScaryBugData",
    ])
    func `names of the class in real apps`(name: String) throws {
        #expect(try read(file([("Title", .string("a"))], className: name)).title == "a")
    }

    @Test(arguments: [
        "NSWindow", "NotScaryBugDataAtAll", "xScaryBugData", "ScaryBugDataX", "ScaryBugData.",
        "_TtC5Bugs12ScaryBugData", "ScaryCreatureData",
    ])
    func `every other class is refused by name`(name: String) throws {
        let bytes = try file([], className: name)
        #expect(message { _ = try read(bytes) } == "it holds \(name), not ScaryBugData")
    }

    @Test func `bytes that are not an archive are refused`() throws {
        #expect(
            message { _ = try read([]) } == "an empty file, not a property list (at byte 0)")
        #expect(
            message { _ = try read(Array("hello".utf8)) }
                == "neither a binary nor an XML property list (at byte 0)")
        let bytes = try file([], root: "Other")
        #expect(message { _ = try read(bytes) } == "the archive has no root 'Data'")
    }

    @Test func `the rating is written as the app reads it, an inline 32-bit number`() throws {
        var data = try DocumentData(new: .bug, now: Timestamp.sample)
        try data.set(.rating(3.3), for: .rating)
        guard case .dictionary(let root) = try PropertyList(bytes: data.encoded()),
            case .array(let objects) = root["$objects"], objects.count > 1,
            case .dictionary(let object) = objects[1]
        else {
            Issue.record("not an archive")
            return
        }
        #expect(object["Rating"] == .float(3.3))
    }

    @Test(arguments: [(DocumentKind.bug, "Data", false), (.creature, "root", true)])
    func `an edit converts a document in an older form to its app's form`(
        kind: DocumentKind, root: String, isReferred: Bool
    ) throws {
        for (oldRoot, rating) in [("Data", ArchivedValue.real(3.3)), ("root", .float(3.3))] {
            let bytes = try file(
                [("Title", .string("a")), ("Rating", rating)], className: kind.className,
                root: oldRoot)
            var data = try DocumentData(bytes, kind: nil, modified: Timestamp.sample)
            #expect(data.kind == kind)
            try data.touch(now: Timestamp.sample)
            let again = try KeyedArchive(bytes: data.encoded())
            #expect(again.rootKeys == [root])
            let object = try #require(try again.root(root))
            #expect(try again.value(forKey: "Rating", of: object) == .float(3.3))
            #expect(try isReference("Rating", in: data.encoded()) == isReferred)
        }
    }

    /// Whether the first object stores the value of a key as a reference.
    private func isReference(_ key: String, in bytes: [UInt8]) throws -> Bool {
        guard case .dictionary(let root) = try PropertyList(bytes: bytes),
            case .array(let objects) = root["$objects"], case .dictionary(let object) = objects[1],
            let value = object[key]
        else { throw TestFailure("no archive") }
        if case .uid = value { return true }
        return false
    }

    @Test func `a book keeps its categories as a set and its numbers inline`() throws {
        var data = try DocumentData(
            file(
                [
                    ("title", .string("Hush")), ("pageCount", .integer(300)),
                    ("categories", .set([.string("horror")])), ("available", .boolean(true)),
                ], className: "Library.Book", root: "root"),
            kind: nil, modified: Timestamp.sample)
        let categories = try #require(DocumentKind.book.field(named: "categories"))
        let pageCount = try #require(DocumentKind.book.field(named: "pageCount"))
        #expect(data.kind == .book)
        #expect(data.title == "Hush")
        #expect(data[.rating] == nil)
        #expect(data[categories] == .list(["horror"]))
        try data.apply(.add(categories, ["fiction"]))
        try data.apply(.set(pageCount, FieldValue("352", for: pageCount)))
        try data.touch(now: Timestamp.sample)
        let archive = try KeyedArchive(bytes: data.encoded())
        let object = try #require(try archive.root("Data"))
        #expect(
            try archive.value(forKey: "categories", of: object)
                == .set([.string("horror"), .string("fiction")]))
        #expect(try archive.value(forKey: "pageCount", of: object) == .integer(352))
        #expect(try archive.value(forKey: "available", of: object) == .boolean(true))
        #expect(try archive.className(of: object) == "Library.Book")
    }

    @Test func `numbers and sets stay as their app stores them`() throws {
        var archive = KeyedArchive()
        let book = archive.addObject(className: "Book")
        archive.setRoot("Data", to: book)
        try archive.setValue(.integer(300), forKey: "pageCount", of: book, storage: .reference)
        try archive.setValue(.orderedSet([.string("a")]), forKey: "categories", of: book)
        var data = try DocumentData(archive.encoded(), kind: .book, modified: Timestamp.sample)
        let categories = try #require(DocumentKind.book.field(named: "categories"))
        let pageCount = try #require(DocumentKind.book.field(named: "pageCount"))
        try data.apply(.add(categories, ["b"]))
        try data.apply(.set(pageCount, .count(352)))
        let again = try KeyedArchive(bytes: data.encoded())
        let object = try #require(try again.root("Data"))
        #expect(try again.storage(forKey: "pageCount", of: object) == .reference)
        #expect(
            try again.value(forKey: "categories", of: object)
                == .orderedSet([.string("a"), .string("b")]))
    }

    @Test(arguments: [
        ArchivedValue.array([.string("a"), .integer(5)]), .string("a"), .integer(5),
    ])
    func `a list of unknown form cannot be extended, but can be replaced`(
        value: ArchivedValue
    ) throws {
        var data = try read(file([("Tags", value)]))
        #expect(data.warnings == ["the value of tags is not understood"])
        #expect(
            message { try data.apply(.add(.tags, ["b"])) }
                == "tags holds more than texts; tags=VALUE puts a new list in its place")
        try data.apply(.set(.tags, .list(["b"])))
        #expect(data[.tags] == .list(["b"]))
        #expect(data.warnings == [])
    }

    @Test func `values of a list that differ in case or accents are one`() throws {
        var data = try read(file([("Tags", .array([.string("ant"), .string("ANT")]))]))
        try data.apply(.add(.tags, ["Ant", "Käfer", "kafer"]))
        #expect(data[.tags] == .list(["ant", "ANT", "Käfer"]))
        try data.apply(.remove(.tags, ["Ant", "KAFER"]))
        #expect(data[.tags] == .list([]))
    }
}
