import KeyedArchive
import Testing

/// Objects or parts of an archive that must be refused, with the expected message.
struct HostileArchive: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let propertyList: PropertyList

    init(_ message: String, _ change: (inout PropertyListDictionary) -> Void) {
        testDescription = message
        var parts: PropertyListDictionary = [
            "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
            "$top": .dictionary([:]), "$objects": .array([.string("$null")]),
        ]
        change(&parts)
        propertyList = .dictionary(parts)
    }

    /// An archive whose root is object 1, with these objects after the null object.
    init(_ message: String, objects: PropertyList...) {
        self.init(message) {
            $0["$top"] = .dictionary(["root": .uid(1)])
            $0["$objects"] = .array([.string("$null")] + objects)
        }
    }
}

@Suite("A hostile archive")
struct HostileArchiveTests {
    static let refused: [HostileArchive] = [
        HostileArchive("a property list without $archiver") { $0["$archiver"] = nil },
        HostileArchive("$archiver is an integer, not a string") { $0["$archiver"] = .integer(1) },
        HostileArchive("an archive by \"NSArchiver\"; only NSKeyedArchiver is supported") {
            $0["$archiver"] = .string("NSArchiver")
        },
        HostileArchive("an archive without $version") { $0["$version"] = nil },
        HostileArchive("an archive of version 1; only version 100000 is supported") {
            $0["$version"] = .integer(1)
        },
        HostileArchive("$version is a real, not an integer") { $0["$version"] = .real(100_000) },
        HostileArchive("an archive without a dictionary $top") { $0["$top"] = .boolean(true) },
        HostileArchive("an archive without an array $objects") { $0["$objects"] = nil },
        HostileArchive("the first of $objects is not $null") { $0["$objects"] = .array([]) },
        HostileArchive("the root \"a\" refers to object 1, where there are 1") {
            $0["$top"] = .dictionary(["a": .uid(1)])
        },
        HostileArchive("the key \"x\" refers to object 9, where there are 1") {
            $0["x"] = .array([.uid(9)])
        },
        HostileArchive("object 1 points at itself", objects: .uid(1)),
        HostileArchive("object 1 is a bare reference", objects: .uid(2), .string("")),
        HostileArchive("object 1 has neither a class nor is one", objects: .dictionary([:])),
        HostileArchive(
            "the class of object 1 is a string", objects: .dictionary(["$class": .string("C")])),
        HostileArchive(
            "object 1, the class of 1, describes no class",
            objects: .dictionary(["$class": .uid(1), "$classname": .string("C")])),
        HostileArchive(
            "object 2, the class of 1, describes no class",
            objects: .dictionary(["$class": .uid(2)]), .boolean(true)),
        HostileArchive(
            "object 9, the class of 1, describes no class",
            objects: .dictionary(["$class": .uid(9)])),
        HostileArchive(
            "the superclasses of \"C\" are not a list of strings",
            objects: .dictionary(["$classname": .string("C"), "$classes": .string("C")])),
        HostileArchive(
            "object 1 refers to object 4294967295, where there are 3",
            objects: .dictionary(["$class": .uid(2), "a": .array([.uid(.max)])]),
            .dictionary(["$classname": .string("C")])),
    ]

    @Test("is refused with the reason", arguments: refused)
    func refusal(archive: HostileArchive) {
        let error = failure { () throws(KeyedArchiveError) in
            _ = try KeyedArchive(propertyList: archive.propertyList)
        }
        #expect(error?.description == archive.testDescription)
    }

    static let unresolved: [HostileArchive] = [
        instance("object 1 contains itself", "NSArray", ["NS.objects": .array([.uid(1)])]),
        instance(
            "object 1, of the class NSString, lacks text as NS.string", "NSString",
            ["NS.string": .uid(1)]),
        instance(
            "object 1 contains itself", "NSURL", ["NS.base": .uid(1), "NS.relative": .string("a")]),
        instance(
            "object 1, of the class NSSet, lacks an array as NS.objects", "NSSet", [:]),
        instance("object 1, of the class NSDate, lacks a value as NS.time", "NSDate", [:]),
        instance(
            "object 1, of the class NSDate, lacks a number as NS.time", "NSDate",
            ["NS.time": .string("1")]),
        instance(
            "object 1, of the class NSUUID, lacks 16 bytes as NS.uuidbytes", "NSUUID",
            ["NS.uuidbytes": .data([1])]),
        instance(
            "object 1, of the class NSMutableString, lacks valid UTF-8 as NS.bytes",
            "NSMutableString",
            ["NS.bytes": .data([0xFF])]),
        instance(
            "object 1 has 1 keys and 0 values", "NSDictionary",
            ["NS.keys": .array([.integer(1)]), "NS.objects": .array([])]),
        HostileArchive("object 1 contains itself", objects: .array([.uid(1)])),
        HostileArchive(
            "object 1 describes a class and is not a value",
            objects: .dictionary(["$classname": .string("C")])),
    ]

    static func instance(
        _ message: String, _ name: String, _ fields: PropertyListDictionary
    ) -> HostileArchive {
        var fields = fields
        fields["$class"] = .uid(2)
        return HostileArchive(
            message, objects: .dictionary(fields), .dictionary(["$classname": .string(name)]))
    }

    @Test("is kept, but not resolved", arguments: unresolved)
    func resolving(sample: HostileArchive) throws {
        let archive = try KeyedArchive(propertyList: sample.propertyList)
        let root = try #require(try archive.root("root"))
        let error = failure { () throws(KeyedArchiveError) in _ = try archive.value(of: root) }
        #expect(error?.description == sample.testDescription)
        let bytes = try archive.encoded()
        #expect(try KeyedArchive(bytes: bytes).encoded() == bytes)
    }

    /// Collections that each contain the next one `copies` times.
    static func collections(_ levels: Int, copies: Int) throws -> KeyedArchive {
        var objects: [PropertyList] = [
            .string("$null"), .dictionary(["$classname": .string("NSArray")]),
        ]
        for level in 1...levels {
            let next = PropertyList.uid(UInt32(level + 2))
            let children = Array(repeating: next, count: copies)
            objects.append(.dictionary(["$class": .uid(1), "NS.objects": .array(children)]))
        }
        objects.append(.string("laugh"))
        return try KeyedArchive(
            propertyList: .dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["root": .uid(2)]), "$objects": .array(objects),
            ]))
    }

    @Test("that stands for ten thousand million values is not resolved")
    func laughs() throws {
        let archive = try Self.collections(10, copies: 10)
        let root = try #require(try archive.root("root"))
        let error = failure { () throws(KeyedArchiveError) in _ = try archive.value(of: root) }
        #expect(error?.message == "a value that stands for more than 65536 values")
    }

    /// The ways in which many keys of one object, or many elements, can share a long text.
    static let sharedTexts: [(name: String, value: PropertyList, shared: [PropertyList])] = {
        let text = PropertyList.string(String(repeating: "é", count: 500_000))
        let bytes = PropertyList.data(Array(repeating: 0x61, count: 1_000_000))
        let tenfold = PropertyList.array(Array(repeating: .uid(5), count: 10))
        let object = { (key: String, value: PropertyList) in
            PropertyList.dictionary(["$class": .uid(3), key: value])
        }
        let named = { (name: String) in PropertyList.dictionary(["$classname": .string(name)]) }
        return [
            ("text", .uid(3), [text]),
            ("text in bytes", .uid(4), [named("NSString"), object("NS.bytes", bytes)]),
            ("data", .uid(4), [named("NSData"), object("NS.data", bytes)]),
            ("URL", .uid(4), [named("NSURL"), object("NS.relative", .uid(5)), text]),
            ("array", .uid(4), [named("NSArray"), object("NS.objects", tenfold), text]),
            ("set in an object", .array([.uid(3)]), [text]),
        ]
    }()

    @Test("whose keys share a long text is refused", arguments: sharedTexts.indices, [1, 400])
    func sharing(index: Int, keys: Int) throws {
        let (name, value, shared) = Self.sharedTexts[index]
        var fields: PropertyListDictionary = ["$class": .uid(2)]
        for key in 0..<keys { fields["key \(key)"] = value }
        let objects: [PropertyList] = [
            .string("$null"), .dictionary(fields), .dictionary(["$classname": .string("Book")]),
        ]
        let archive = try KeyedArchive(
            propertyList: .dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["root": .uid(1)]), "$objects": .array(objects + shared),
            ]))
        let root = try #require(try archive.root("root"))
        #expect(try archive.value(forKey: "key 0", of: root) != nil)
        let error = failure { () throws(KeyedArchiveError) in
            try archive.checkExpansion(of: root)
        }
        let message =
            "values that together stand for more than 67108864 bytes of text and data"
        #expect(error?.message == (keys == 1 ? nil : message), "\(name)")
    }

    @Test("that is nested too deep is not resolved")
    func depth() throws {
        let deepest = try Self.collections(128, copies: 1)
        _ = try deepest.value(of: #require(try deepest.root("root")))
        let deeper = try Self.collections(129, copies: 1)
        let root = try #require(try deeper.root("root"))
        let error = failure { () throws(KeyedArchiveError) in _ = try deeper.value(of: root) }
        #expect(error?.message == "values nested more than 128 deep")
        #expect(try KeyedArchive(bytes: deeper.encoded()).encoded() == deeper.encoded())
    }

    @Test("keeps its references to itself where they are no collection")
    func cycles() throws {
        var archive = KeyedArchive()
        let one = archive.addObject(className: "C")
        archive.setRoot("root", to: one)
        try archive.setValue(.object(className: "C", one), forKey: "self", of: one)
        let read = try KeyedArchive(bytes: archive.encoded())
        let root = try #require(try read.root("root"))
        #expect(try read.value(forKey: "self", of: root) == .object(className: "C", root))
    }

    @Test("is not made by a wrong call")
    func wrongCalls() throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: "C")
        try archive.setValue(.string("a"), forKey: "a", of: object)
        let original = archive
        var larger = archive
        let foreign = (1...9).map { _ in larger.addObject(className: "D") }.last
        let other = try #require(foreign)
        expect("there is no object \(other.uid) among 4") { () throws(KeyedArchiveError) in
            try archive.setValue(.null, forKey: "a", of: other)
        }
        expect("there is no object \(other.uid) among 4") { () throws(KeyedArchiveError) in
            try archive.setValue(.object(className: "D", other), forKey: "a", of: object)
        }
        expect("a UUID of 1 bytes, where it has 16") { () throws(KeyedArchiveError) in
            try archive.setValue(.array([.uuid([1])]), forKey: "a", of: object)
        }
        expect("the class of an object is not changed through its keys") {
            () throws(KeyedArchiveError) in
            try archive.setValue(.null, forKey: "$class", of: object)
        }
        #expect(archive == original)
        archive.setRoot("root", to: other)
        expect("there is no object \(other.uid) among 4") { () throws(KeyedArchiveError) in
            _ = try archive.encoded()
        }
    }

    private func expect(_ message: String, of call: () throws(KeyedArchiveError) -> Void) {
        #expect(failure(call)?.message == message)
    }
}
