import KeyedArchive
import Testing

/// The stored form of an object of one of Foundation's classes, and its value.
struct StoredClass: Sendable, CustomTestStringConvertible {
    let name: String
    let fields: PropertyListDictionary
    let value: ArchivedValue

    var testDescription: String { "\(name) with \(fields.keys)" }

    init(_ name: String, _ fields: PropertyListDictionary, _ value: ArchivedValue) {
        self.name = name
        self.fields = fields
        self.value = value
    }
}

@Suite("An object of a class of Foundation")
struct StoredClassTests {
    static let objects: PropertyListDictionary = ["NS.objects": .array([.integer(1)])]
    static let keyed: PropertyListDictionary = [
        "NS.keys": .array([.string("a")]), "NS.objects": .array([.integer(1)]),
    ]
    static let entries: [ArchivedValue.Entry] = [.init(key: .string("a"), value: .integer(1))]

    static let classes: [StoredClass] = [
        StoredClass("NSArray", objects, .array([.integer(1)])),
        StoredClass("NSMutableArray", objects, .array([.integer(1)])),
        StoredClass("NSSet", objects, .set([.integer(1)])),
        StoredClass("NSMutableSet", objects, .set([.integer(1)])),
        StoredClass("NSOrderedSet", objects, .orderedSet([.integer(1)])),
        StoredClass("NSMutableOrderedSet", objects, .orderedSet([.integer(1)])),
        StoredClass("NSOrderedSet", ["NS.object.0": .float(1)], .orderedSet([.float(1)])),
        StoredClass("NSDictionary", keyed, .dictionary(entries)),
        StoredClass("NSMutableDictionary", keyed, .dictionary(entries)),
        StoredClass("NSString", ["NS.string": .string("a")], .string("a")),
        StoredClass("NSMutableString", ["NS.string": .utf16([0xD800])], .utf16([0xD800])),
        StoredClass("NSMutableString", ["NS.bytes": .data([0xC3, 0xA4])], .string("ä")),
        StoredClass("NSData", ["NS.bytes": .data([1])], .data([1])),
        StoredClass("NSMutableData", ["NS.data": .data([1])], .data([1])),
        StoredClass("NSDate", ["NS.time": .integer(1)], .date(1)),
        StoredClass("NSNumber", ["NS.number": .real(1)], .real(1)),
        StoredClass("NSNumber", ["NS.boolval": .boolean(true)], .boolean(true)),
        StoredClass("NSNumber", ["NS.intval": .integer(1)], .integer(1)),
        StoredClass("NSNumber", ["NS.dblval": .float(1)], .float(1)),
        StoredClass("NSDecimalNumber", decimal(45, -1), .real(4.5)),
        StoredClass("NSDecimalNumber", decimal(7, 0, isNegative: true), .integer(-7)),
        StoredClass("NSDecimalNumber", decimal(70_000, 2), .integer(7_000_000)),
        StoredClass("NSDecimalNumber", decimal(1, 0, length: 0, isNegative: true), .null),
        StoredClass("NSDecimalNumber", decimal(45, -1, isBig: true), .real(4.5)),
        StoredClass("NSNull", [:], .null),
    ]

    /// A decimal number as Foundation stores it, in units of 16 bits.
    static func decimal(
        _ mantissa: Int, _ exponent: Int128, length: Int128 = 2, isNegative: Bool = false,
        isBig: Bool = false
    ) -> PropertyListDictionary {
        let units = [mantissa & 0xFFFF, mantissa >> 16] + Array(repeating: 0, count: 6)
        let bytes = units.flatMap { unit in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBig ? pair.reversed() : pair
        }
        return [
            "NS.exponent": .integer(exponent), "NS.length": .integer(length),
            "NS.negative": .boolean(isNegative), "NS.compact": .boolean(true),
            "NS.mantissa": .data(bytes), "NS.mantissa.bo": .integer(isBig ? 2 : 1),
        ]
    }

    @Test("reads as its kind, the mutable ones too", arguments: classes)
    func value(stored: StoredClass) throws {
        let archive = try ElementsTests.archive(stored.name, stored.fields)
        let root = try #require(try archive.root("root"))
        #expect(try archive.value(of: root) == stored.value)
    }

    @Test(
        "is handed out as an object where it is of any other class",
        arguments: ["NSAttributedString", "NSMutableAttributedString", "NSCountedSet", "MyArray"])
    func opaque(className: String) throws {
        let archive = try ElementsTests.archive(className, ["NSString": .uid(3)])
        let root = try #require(try archive.root("root"))
        #expect(try archive.value(of: root) == .object(className: className, root))
        #expect(try archive.values(of: root).keys == ["NSString"])
        #expect(try KeyedArchive(bytes: archive.encoded()).rootKeys == ["root"])
    }
}
