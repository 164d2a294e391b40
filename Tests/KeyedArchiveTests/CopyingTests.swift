import KeyedArchive
import Testing

@Suite("An object copied into another archive")
struct CopyingTests {
    /// Two objects that refer to each other, with values of each kind and one shared name.
    static func pair() throws -> KeyedArchive {
        var archive = KeyedArchive()
        let ant = archive.addObject(className: "Bug")
        let friend = archive.addObject(className: "Bug")
        archive.setRoot("Data", to: ant)
        let values = ArchivedValue.array(KeyedArchiveTests.values)
        try archive.setValue(values, forKey: "values", of: ant)
        try archive.setValue(.object(className: "Bug", friend), forKey: "friend", of: ant)
        try archive.setValue(.object(className: "Bug", ant), forKey: "friend", of: friend)
        return archive
    }

    @Test("takes along all that it leads to, shared and in circles")
    func copies() throws {
        let source = try Self.pair()
        let root = try #require(try source.root("Data"))
        var archive = try SampleArchive.make()
        let copy = try archive.add(copyOf: root, from: source)
        archive.setRoot("copy", to: copy)
        #expect(try archive.className(of: copy) == "Bug")
        #expect(try archive.values(of: copy).keys == source.values(of: root).keys)
        #expect(
            try archive.value(forKey: "values", of: copy)
                == source.value(forKey: "values", of: root))
        guard case .object("Bug", let friend)? = try archive.value(forKey: "friend", of: copy)
        else {
            Issue.record("the friend is lost")
            return
        }
        #expect(
            try archive.value(forKey: "friend", of: friend) == .object(className: "Bug", copy))
        archive.setRoot("Data", to: nil)
        var alone = KeyedArchive()
        alone.setRoot("copy", to: try alone.add(copyOf: copy, from: archive))
        #expect(try KeyedArchive(bytes: alone.encoded()).encoded() == archive.encoded())
    }

    @Test("keeps values inside of it that nothing here understands")
    func unknown() throws {
        let source = try KeyedArchive(propertyList: KeyedArchiveTests.foreignArchive)
        let root = try #require(try source.root("Data"))
        var archive = KeyedArchive()
        archive.setRoot("Data", to: try archive.add(copyOf: root, from: source))
        let kept = try #require(try objects(of: archive.encoded()))
        #expect(kept.contains(.dictionary(Self.hintedClass)))
        let leg = kept.lazy.compactMap { object -> PropertyListDictionary? in
            if case .dictionary(let fields) = object, fields["bytes"] != nil { fields } else { nil }
        }.first
        guard case .array(let inline)? = leg?["inline"], case .uid(let text)? = inline.first else {
            Issue.record("the leg's values are lost")
            return
        }
        #expect(inline.last == .integer(1))
        #expect(kept[Int(text)] == .string("deep"))
    }

    static let hintedClass: PropertyListDictionary = [
        "$classname": .string("Leg"), "$classes": .array([.string("Leg")]),
        "$classhints": .array([.string("Limb")]),
    ]

    @Test("shares the descriptions of its classes, also ones in another order of keys")
    func classes() throws {
        let apple = try KeyedArchive(bytes: Array(XMLSamples.archive.utf8))
        let root = try #require(try apple.root("Data"))
        var archive = try SampleArchive.make()
        archive.setRoot("a", to: try archive.add(copyOf: root, from: apple))
        archive.setRoot("b", to: try archive.add(copyOf: root, from: apple))
        let names = try #require(try objects(of: archive.encoded())).compactMap { object in
            if case .dictionary(let fields) = object { fields["$classname"] } else { nil }
        }
        #expect(names.count { $0 == .string("ScaryBugData") } == 1)
    }

    @Test("must be one of the other archive")
    func foreign() throws {
        let large = try SampleArchive.make()
        let root = try #require(try large.root("Data"))
        var archive = try SampleArchive.make()
        let before = archive
        expectFailure("there is no object 1 among 1") { () throws(KeyedArchiveError) in
            _ = try archive.add(copyOf: root, from: KeyedArchive())
        }
        #expect(archive == before)
    }

    /// With quadratic time this would take minutes.
    @Test("costs as much in a large archive as in a small one", .timeLimit(.minutes(1)))
    func manyObjects() throws {
        let source = try SampleArchive.make()
        let root = try #require(try source.root("Data"))
        var shelf = KeyedArchive()
        var books: [ArchivedValue] = []
        for number: Int128 in 1...10_000 {
            let book = try shelf.add(copyOf: root, from: source)
            try shelf.setValue(.integer(number), forKey: "number", of: book)
            books.append(.object(className: "ScaryBugData", book))
        }
        let holder = shelf.addObject(className: "Shelf")
        try shelf.setValue(.array(books), forKey: "books", of: holder)
        for book in books {
            guard case .object(_, let book) = book else { continue }
            var alone = KeyedArchive()
            let copy = try alone.add(copyOf: book, from: shelf)
            #expect(try alone.value(forKey: "Title", of: copy) == .string("Potato Bug"))
        }
    }

    @Test("can be given another class")
    func setClass() throws {
        var archive = try SampleArchive.make()
        let bug = try #require(try archive.root("Data"))
        let keys = try archive.values(of: bug).keys
        try archive.setClass(of: bug, to: "Beetle", superclasses: ["ScaryBugData", "NSObject"])
        let read = try KeyedArchive(bytes: archive.encoded())
        let beetle = try #require(try read.root("Data"))
        #expect(try read.className(of: beetle) == "Beetle")
        #expect(try read.values(of: beetle).keys == keys)
        #expect(try read.value(forKey: "Title", of: beetle) == .string("Potato Bug"))
    }

    @Test("has no class to change where it is a value")
    func setClassOfValue() throws {
        var archive = try KeyedArchive(propertyList: KeyedArchiveTests.foreignArchive)
        let text = try #require(try archive.root("other"))
        expectFailure("object 2 is a string, without keys") { () throws(KeyedArchiveError) in
            try archive.setClass(of: text, to: "C")
        }
    }

    private func objects(of bytes: [UInt8]) throws -> [PropertyList]? {
        guard case .dictionary(let parts) = try PropertyList(bytes: bytes),
            case .array(let objects)? = parts["$objects"]
        else { return nil }
        return objects
    }

    private func expectFailure(
        _ message: String, of call: () throws(KeyedArchiveError) -> Void
    ) {
        #expect(failure(call)?.message == message)
    }
}
