import KeyedArchive
import Testing

@Suite("The elements of an object")
struct ElementsTests {
    static let lists = [
        "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
    ]

    /// A root of the given class, with a bug as object 3.
    static func archive(
        _ className: String, _ fields: PropertyListDictionary
    ) throws -> KeyedArchive {
        var fields = fields
        fields["$class"] = .uid(2)
        return try archive(
            root: .dictionary(fields), .dictionary(["$classname": .string(className)]),
            .dictionary(["$class": .uid(4)]), .dictionary(["$classname": .string("Bug")]))
    }

    static func archive(root: PropertyList, _ others: PropertyList...) throws -> KeyedArchive {
        try KeyedArchive(
            propertyList: .dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["root": .uid(1)]),
                "$objects": .array([.string("$null"), root] + others),
            ]))
    }

    private func elements(of archive: KeyedArchive) throws -> [KeyedArchive.Element]? {
        try archive.elements(of: #require(try archive.root("root")))
    }

    @Test("of a collection are objects, or values where they stand in it", arguments: lists)
    func collection(className: String) throws {
        let stored: [PropertyList] = [
            .uid(3), .uid(0), .string("a"), .array([.uid(3), .real(1)]), .uid(3),
        ]
        let archive = try Self.archive(className, ["NS.objects": .array(stored)])
        let elements = try #require(try elements(of: archive))
        guard case .object(let bug)? = elements.first else {
            Issue.record("the bug is lost")
            return
        }
        #expect(try archive.className(of: bug) == "Bug")
        #expect(
            elements == [
                .object(bug), .value(.null), .value(.string("a")),
                .value(.array([.object(className: "Bug", bug), .real(1)])), .object(bug),
            ])
    }

    @Test("of an ordered set may be numbered")
    func numbered() throws {
        let archive = try Self.archive(
            "NSOrderedSet", ["NS.object.0": .uid(3), "NS.object.1": .integer(1)])
        #expect(try elements(of: archive)?.count == 2)
    }

    @Test("of an array that is no object of a class are found too")
    func direct() throws {
        for root in [PropertyList.array([.integer(1)]), .set([.integer(1)])] {
            #expect(try elements(of: Self.archive(root: root)) == [.value(.integer(1))])
        }
    }

    @Test("are none where it is no collection of elements")
    func others() throws {
        #expect(try elements(of: Self.archive(root: .string("a"))) == nil)
        #expect(try elements(of: Self.archive("NSCountedSet", [:])) == nil)
        let keyed: PropertyListDictionary = ["NS.keys": .array([]), "NS.objects": .array([])]
        #expect(try elements(of: Self.archive("NSDictionary", keyed)) == nil)
    }

    @Test("must be there")
    func missing() throws {
        let archive = try Self.archive("NSArray", [:])
        let root = try #require(try archive.root("root"))
        let error = failure { () throws(KeyedArchiveError) in _ = try archive.elements(of: root) }
        #expect(error?.message == "object 1, of the class NSArray, lacks an array as NS.objects")
    }
}
