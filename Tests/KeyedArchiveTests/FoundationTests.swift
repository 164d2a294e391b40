import Foundation
import KeyedArchive
import Testing

/// What an app would declare to read a document's data file.
final class ScaryBugData: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let title: String?
    let rating: Float
    let identifier: String?
    let created: Date?
    let tags: [String]?
    let version: Int

    init?(coder: NSCoder) {
        title = coder.decodeObject(of: NSString.self, forKey: "Title") as String?
        rating = coder.decodeFloat(forKey: "Rating")
        identifier = coder.decodeObject(of: NSString.self, forKey: "Identifier") as String?
        created = coder.decodeObject(of: NSDate.self, forKey: "Created") as Date?
        tags =
            coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "Tags") as? [String]
        version = coder.decodeInteger(forKey: "Version")
    }

    func encode(with coder: NSCoder) {}
}

/// Writes one of each kind of value.
final class Everything: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    override init() {}
    init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
        coder.encode("text" as NSString, forKey: "string")
        coder.encode(NSMutableString(string: "ä"), forKey: "mutable")
        coder.encode(Float(1.5), forKey: "float")
        coder.encode(2.5, forKey: "double")
        coder.encode(true, forKey: "bool")
        coder.encode(Int64.min, forKey: "int")
        coder.encode(NSNumber(value: 4.5), forKey: "number")
        coder.encode(Data([1, 2]) as NSData, forKey: "data")
        coder.encode(Date(timeIntervalSinceReferenceDate: 7) as NSDate, forKey: "date")
        coder.encode(["a", "b"] as NSArray, forKey: "array")
        coder.encode(["k": "v"] as NSDictionary, forKey: "dictionary")
        coder.encode(NSSet(object: "s"), forKey: "set")
        coder.encode(NSOrderedSet(array: ["x", "y"]), forKey: "ordered")
        coder.encode(NSUUID(uuidBytes: Array(1...16)), forKey: "uuid")
        coder.encode(NSURL(string: "https://example.com/a"), forKey: "url")
        coder.encode(NSNull(), forKey: "null")
        coder.encode(nil as NSString?, forKey: "nil")
    }
}

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
            // XML has no reals of 32 bits
            let isWidened = key == "float" && format == .xml
            #expect(found == (isWidened ? .real(1.5) : value), "\(key)")
        }
    }

    @Test("agrees about property lists", arguments: PropertyListRoundTripTests.integers)
    func integers(value: Int128) throws {
        guard let number = Int64(exactly: value) else { return }
        let data = Data(try PropertyList.array([.integer(value)]).binary())
        let read = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect((read as? [Int64]) == [number])
    }
}
