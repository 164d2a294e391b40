import Foundation
import KeyedArchive
import Testing

@Suite("Foundation")
struct FoundationTests {
    @Test("reads what is written, with secure coding required")
    func reads() throws {
        let bytes = try SampleArchive.make().encoded()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
        unarchiver.requiresSecureCoding = true
        unarchiver.setClass(ScaryBugData.self, forClassName: "ScaryBugData")
        let bug = try #require(
            unarchiver.decodeObject(of: ScaryBugData.self, forKey: "Data"))
        #expect(bug.title == "Potato Bug")
        #expect(bug.rating == 4)
        #expect(bug.identifier == SampleArchive.identifier)
        #expect(bug.created == Date(timeIntervalSinceReferenceDate: 123_456_789.5))
        #expect(bug.tags == ["garden", "é"])
        #expect(bug.version == 1)
        unarchiver.finishDecoding()
    }

    static let expected: [(String, ArchivedValue)] = [
        ("string", .string("text")), ("mutable", .string("ä")), ("float", .float(1.5)),
        ("double", .real(2.5)), ("bool", .boolean(true)), ("int", .integer(Int128(Int64.min))),
        ("number", .real(4.5)), ("data", .data([1, 2])), ("date", .date(7)),
        ("array", .array([.string("a"), .string("b")])),
        ("dictionary", .dictionary([.init(key: .string("k"), value: .string("v"))])),
        ("set", .set([.string("s")])), ("ordered", .orderedSet([.string("x"), .string("y")])),
        ("uuid", .uuid(Array(1...16))), ("url", .url(base: nil, relative: "https://example.com/a")),
        ("null", .null), ("nil", .null),
    ]

    @Test(
        "writes what is read",
        arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func writes(format: PropertyListSerialization.PropertyListFormat) throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.outputFormat = format
        archiver.encode(Everything(), forKey: "root")
        archiver.finishEncoding()
        let archive = try KeyedArchive(bytes: Array(archiver.encodedData))
        let root = try #require(try archive.root("root"))
        for (key, value) in Self.expected {
            let found = try archive.value(forKey: key, of: root)
            // XML has no 32-bit floating-point numbers.
            let isWidened = key == "float" && format == .xml
            #expect(found == (isWidened ? .real(1.5) : value), "\(key)")
        }
    }

    static var objects: [String: NSObject] {
        [
            "string": "text" as NSString, "data": Data([1, 2]) as NSData,
            "date": NSDate(timeIntervalSinceReferenceDate: 7), "array": ["a", "b"] as NSArray,
            "dictionary": ["k": "v"] as NSDictionary, "set": NSSet(object: "s"),
            "ordered": NSOrderedSet(array: ["x", "y"]), "uuid": NSUUID(uuidBytes: Array(1...16)),
            "url": NSURL(string: "https://example.com/a") ?? NSURL(fileURLWithPath: "/"),
        ]
    }

    @Test("reads each kind of value that is written")
    func readsEach() throws {
        var archive = KeyedArchive()
        let root = archive.addObject(className: "Everything")
        archive.setRoot("root", to: root)
        for (key, value) in Self.expected {
            try archive.setValue(value, forKey: key, of: root)
        }
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(archive.encoded()))
        unarchiver.requiresSecureCoding = true
        unarchiver.setClass(Everything.self, forClassName: "Everything")
        let read = try #require(unarchiver.decodeObject(of: Everything.self, forKey: "root"))
        #expect(read.objects == Self.objects)
    }

    @Test(
        "agrees about property lists",
        arguments: PropertyListRoundTripTests.integers.compactMap(Int64.init(exactly:)))
    func integers(number: Int64) throws {
        let data = Data(try PropertyList.array([.integer(Int128(number))]).binary())
        let read = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect((read as? [Int64]) == [number])
    }
}
