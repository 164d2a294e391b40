import KeyedArchive
import Testing

@Suite("A keyed archive")
struct KeyedArchiveTests {
    static let values: [ArchivedValue] = [
        .null, .boolean(true), .integer(-1), .integer(1 << 64), .real(4.5), .float(4.5),
        .date(-0.5),
        .data([0, 255]), .string(""), .string("ä🐞"), .utf16([0xD800]), .array([]),
        .array([.null, .string("a"), .integer(1), .boolean(false), .array([.date(1)])]),
        .set([.string("a")]), .orderedSet([.string("b"), .string("a")]), .orderedSet([]),
        .dictionary([]),
        .dictionary([
            .init(key: .integer(1), value: .null), .init(key: .string("a"), value: .float(1)),
        ]),
        .uuid(Array(1...16)), .url(base: nil, relative: "https://example.com/"),
        .url(base: .url(base: nil, relative: "https://example.com/"), relative: "a.xml"),
    ]

    @Test(
        "gives back what was set, before and after writing", arguments: values,
        [KeyedArchive.Storage.automatic, .reference])
    func roundTrip(value: ArchivedValue, storage: KeyedArchive.Storage) throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: "C")
        archive.setRoot("root", to: object)
        try archive.setValue(value, forKey: "key", of: object, storage: storage)
        #expect(try archive.value(forKey: "key", of: object) == value)
        let read = try KeyedArchive(bytes: archive.encoded())
        let root = try #require(try read.root("root"))
        #expect(try read.value(forKey: "key", of: root) == value)
        #expect(try read.className(of: root) == "C")
        #expect(try read.values(of: root).keys == ["key"])
        #expect(try read.value(forKey: "other", of: root) == nil)
        #expect(try read.encoded() == archive.encoded())
    }

    @Test("takes any value as a root", arguments: values)
    func valueAsRoot(value: ArchivedValue) throws {
        var archive = KeyedArchive()
        archive.setRoot("root", to: try archive.add(value))
        let read = try KeyedArchive(bytes: archive.encoded())
        #expect(try read.root("root").map { try read.value(of: $0) } ?? .null == value)
    }

    @Test("is laid out as Apple's archiver does it")
    func layout() throws {
        var archive = KeyedArchive()
        let bug = archive.addObject(className: "ScaryBugData")
        archive.setRoot("Data", to: bug)
        try archive.setValue(.string("Ant"), forKey: "Title", of: bug)
        try archive.setValue(.float(4), forKey: "Rating", of: bug)
        try archive.setValue(.real(5), forKey: "Boxed", of: bug, storage: .reference)
        let written = try PropertyList(bytes: archive.encoded())
        let expected: PropertyList = .dictionary([
            "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
            "$top": .dictionary(["Data": .uid(1)]),
            "$objects": .array([
                .string("$null"),
                .dictionary([
                    "$class": .uid(2), "Title": .uid(3), "Rating": .float(4), "Boxed": .uid(4),
                ]),
                .dictionary([
                    "$classname": .string("ScaryBugData"),
                    "$classes": .array([.string("ScaryBugData"), .string("NSObject")]),
                ]),
                .string("Ant"), .real(5),
            ]),
        ])
        #expect(written == expected)
    }

    @Test("keeps everything that it doesn't know when a key is set")
    func survival() throws {
        let list = Self.foreignArchive
        var archive = try KeyedArchive(propertyList: list)
        let bug = try #require(try archive.root("Data"))
        let other = try #require(try archive.root("other"))
        try archive.setValue(.string("new"), forKey: "Title", of: bug)
        let read = try KeyedArchive(bytes: archive.encoded())
        let root = try #require(try read.root("Data"))
        #expect(try read.value(forKey: "Title", of: root) == .string("new"))
        guard case .object("Leg", let leg)? = try read.value(forKey: "leg", of: root) else {
            Issue.record("the leg is lost")
            return
        }
        #expect(try read.value(forKey: "owner", of: leg) == .object(className: "Bug", root))
        #expect(try read.value(forKey: "bytes", of: leg) == .data([1]))
        #expect(
            try read.value(forKey: "inline", of: leg) == .array([.string("deep"), .integer(1)]))
        #expect(try archive.value(of: other) == .string("deep"))
        guard case .dictionary(let parts) = try PropertyList(bytes: read.encoded()) else {
            Issue.record("the archive is not a dictionary")
            return
        }
        #expect(parts["$extra"] == .array([.string("kept")]))
        #expect(
            parts["$top"].map { if case .dictionary(let top) = $0 { top.keys } else { [] } }
                == ["Data", "other", "number"])
    }

    /// Objects in a cycle, an unknown key beside the roots, and a root that isn't a reference.
    static let foreignArchive: PropertyList = .dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
        "$extra": .array([.string("kept")]),
        "$top": .dictionary(["Data": .uid(5), "other": .uid(2), "number": .integer(3)]),
        "$objects": .array([
            .string("$null"), .string("old"), .string("deep"),
            .dictionary([
                "owner": .uid(5), "bytes": .data([1]), "inline": .array([.uid(2), .integer(1)]),
                "$class": .uid(4),
            ]),
            .dictionary([
                "$classname": .string("Leg"), "$classes": .array([.string("Leg")]),
                "$classhints": .array([.string("Limb")]),
            ]),
            .dictionary(["$class": .uid(6), "Title": .uid(1), "leg": .uid(3)]),
            .dictionary(["$classname": .string("Bug")]),
        ]),
    ])

    @Test("drops what no root leads to, and shares class descriptions")
    func garbage() throws {
        var archive = try SampleArchive.make()
        let bug = try #require(try archive.root("Data"))
        let before = try archive.encoded()
        for title in ["a", "b", "Potato Bug"] {
            try archive.setValue(.string(title), forKey: "Title", of: bug)
            try archive.setValue(.date(123_456_789.5), forKey: "Created", of: bug)
        }
        _ = archive.addObject(className: "Unused")
        #expect(try archive.encoded().count == before.count)
        try archive.setValue(nil, forKey: "Tags", of: bug)
        #expect(try archive.value(forKey: "Tags", of: bug) == nil)
        archive.setRoot("Data", to: nil)
        #expect(archive == archive)
        guard case .dictionary(let parts) = try PropertyList(bytes: archive.encoded()) else {
            return
        }
        #expect(parts["$objects"] == .array([.string("$null")]))
        #expect(archive.rootKeys.isEmpty)
    }

    @Test("gives the same bytes for the same archive, also after reading them")
    func determinism() throws {
        let bytes = try SampleArchive.make().encoded()
        #expect(try SampleArchive.make().encoded() == bytes)
        #expect(try KeyedArchive(bytes: bytes).encoded() == bytes)
    }

    @Test("reads XML as it reads the binary form")
    func xml() throws {
        let archive = try KeyedArchive(bytes: Array(XMLSamples.archive.utf8))
        #expect(archive.rootKeys == ["Data"])
        let bug = try #require(try archive.root("Data"))
        #expect(try archive.className(of: bug) == "ScaryBugData")
        #expect(try archive.value(forKey: "Title", of: bug) == .string("Potato & Bug"))
        #expect(try archive.value(forKey: "Rating", of: bug) == .real(4))
        #expect(try KeyedArchive(bytes: archive.encoded()).root("Data") != nil)
    }

    @Test("has no root where the key is absent or leads to nothing")
    func roots() throws {
        var archive = KeyedArchive()
        #expect(try archive.root("Data") == nil)
        let object = archive.addObject(className: "C")
        archive.setRoot("Data", to: object)
        #expect(try archive.root("Data") == object)
        let null = try KeyedArchive(
            propertyList: .dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["root": .uid(0)]), "$objects": .array([.string("$null")]),
            ]))
        #expect(try null.root("root") == nil)
        #expect(null.rootKeys == ["root"])
    }

    @Test("can set one object under two keys")
    func sharedObject() throws {
        var archive = KeyedArchive()
        let one = archive.addObject(className: "C")
        let two = archive.addObject(className: "D", superclasses: ["C", "NSObject"])
        archive.setRoot("root", to: one)
        try archive.setValue(.object(className: "D", two), forKey: "a", of: one)
        try archive.setValue(.array([.object(className: "D", two)]), forKey: "b", of: one)
        let read = try KeyedArchive(bytes: archive.encoded())
        let root = try #require(try read.root("root"))
        let found = try #require(try read.value(forKey: "a", of: root))
        #expect(found.references.count == 1)
        #expect(try read.value(forKey: "b", of: root) == .array([found]))
    }

    @Test("finds a key by an equal text of other characters")
    func equalKeys() throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: "C")
        archive.setRoot("root", to: object)
        try archive.setValue(.integer(1), forKey: "K", of: object)
        try archive.setValue(.integer(2), forKey: "Größe", of: object)
        let read = try KeyedArchive(bytes: archive.encoded())
        let root = try #require(try read.root("root"))
        // The sign for the unit Kelvin.
        #expect(try read.value(forKey: "\u{212A}", of: root) == .integer(1))
        #expect(try read.value(forKey: "Gro\u{308}ße", of: root) == .integer(2))
        #expect(try read.value(forKey: "Ä", of: root) == nil)
    }

    @Test("can be changed in every way after it is read")
    func changing() throws {
        let original = try KeyedArchive(bytes: SampleArchive.make().encoded())
        var archive = original
        let bug = try #require(try archive.root("Data"))
        try archive.setValue(.string("new"), forKey: "Title", of: bug)
        try archive.setValue(nil, forKey: "Tags", of: bug)
        try archive.rename(key: "Rating", to: "Score", of: bug)
        try archive.setClass(of: bug, to: "Else")
        archive.setRoot("list", to: try archive.addArray(of: [bug]))
        archive.setRoot("copy", to: try archive.add(copyOf: bug, from: original))
        let read = try KeyedArchive(bytes: archive.encoded())
        let changed = try #require(try read.root("Data"))
        #expect(try read.className(of: changed) == "Else")
        #expect(
            Set(try read.values(of: changed).keys)
                == ["Title", "Score", "Identifier", "Created", "Version"])
        #expect(try read.value(forKey: "Title", of: changed) == .string("new"))
        #expect(try read.value(forKey: "Score", of: changed) == .float(4))
        let list = try #require(try read.root("list"))
        #expect(try read.elements(of: list) == [.object(changed)])
        let copy = try #require(try read.root("copy"))
        #expect(try read.className(of: copy) == "ScaryBugData")
        #expect(try read.value(forKey: "Title", of: copy) == .string("Potato Bug"))
        #expect(try read.values(of: copy).keys == original.values(of: bug).keys)
    }
}
