import Testing

@testable import KeyedArchive

/// An ordinary archive is decoded on demand. Whatever its bytes are, this must give what reading them as
/// a property list first gives: the same values, or the same error.
@Suite("An archive of few objects")
struct OrdinaryArchiveTests {
    /// Whether the bytes are decoded on demand.
    static func isOrdinary(_ bytes: [UInt8]) -> Bool { ArchiveBytes(bytes, memory: .max) != nil }

    /// The contents of an archive in the order of its objects, or the error.
    static func outcome(
        _ read: () throws(KeyedArchiveError) -> KeyedArchive
    ) -> Result<[String], KeyedArchiveError> {
        Result { () throws(KeyedArchiveError) in
            let archive = try read()
            var lines = [archive.top, archive.others].map { text(.dictionary($0)) }
            for uid in 0...UInt32(archive.stored.count) {
                lines.append(describe(KeyedArchive.Reference(uid: uid), of: archive))
            }
            // A NaN equals nothing, so the text decides.
            return lines + archive.objects.map(text)
        }
    }

    /// A description without the index that a large dictionary has.
    private static func text(_ value: PropertyList) -> String {
        switch value {
        case .array(let values): "array \(values.map(text))"
        case .set(let values): "set \(values.map(text))"
        case .dictionary(let dictionary):
            "dictionary \(dictionary.map { "\($0.key): \(text($0.value))" })"
        default: "\(value)"
        }
    }

    private static func describe(
        _ object: KeyedArchive.Reference, of archive: KeyedArchive
    ) -> String {
        let keys = Result { () throws(KeyedArchiveError) in try archive.keys(of: object) }
        var parts = [
            "\(keys)",
            "\(Result { () throws(KeyedArchiveError) in try archive.value(of: object) })",
            "\(Result { () throws(KeyedArchiveError) in try archive.className(of: object) })",
            "\(Result { () throws(KeyedArchiveError) in try archive.elements(of: object) })",
        ]
        for key in (try? keys.get()) ?? [] {
            let value = Result { () throws(KeyedArchiveError) in
                try archive.value(forKey: key, of: object)
            }
            parts.append("\(key): \(value)")
        }
        return parts.joined(separator: " ")
    }

    static func expectSame(_ bytes: [UInt8], memory: Int = .max) {
        let direct = outcome { () throws(KeyedArchiveError) in
            try KeyedArchive(bytes: bytes, memory: memory)
        }
        let throughPropertyList = outcome { () throws(KeyedArchiveError) in
            try KeyedArchive(propertyList: PropertyList(bytes: bytes, memory: memory))
        }
        #expect(direct == throughPropertyList, "\(bytes)")
    }

    static let values: [ArchivedValue] = [
        .null, .boolean(true), .integer(-1), .integer(300), .integer(Int128(1) << 100),
        .real(.nan), .float(0.5), .date(1e9), .data([1, 2]), .string(""), .string("Stag Beetle"),
        .string("Käfer"), .utf16([0xD800]), .array([.string("a"), .null, .array([])]),
        .array([.string("a"), .real(1)]),
        .set([.integer(1)]), .orderedSet([.string("b"), .real(2)]),
        .dictionary([.init(key: .string("k"), value: .date(0))]), .uuid(Array(0..<16)),
        .url(base: .url(base: nil, relative: "http://a/"), relative: "b"),
    ]

    /// An object with a value of each kind under keys of all lengths.
    static func archive() throws -> KeyedArchive {
        var archive = try SampleArchive.make()
        let object = archive.addObject(className: "Thing", superclasses: ["Base", "NSObject"])
        archive.setRoot("Thing", to: object)
        for (place, value) in values.enumerated() {
            let key = String("LongKeysOfAnObjectAndMore".prefix(place + 1))
            try archive.setValue(value, forKey: key, of: object)
        }
        return archive
    }

    @Test("is decoded on demand")
    func ordinary() throws {
        for archive in [try SampleArchive.make(), try Self.archive()] {
            let bytes = try archive.encoded()
            #expect(Self.isOrdinary(bytes))
            #expect(try KeyedArchive(bytes: bytes).encoded() == bytes)
            Self.expectSame(bytes)
        }
    }

    @Test("with any two bytes changed gives the same values or the same error", arguments: 1...8)
    func changed(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        for good in [try SampleArchive.make().encoded(), try Self.archive().encoded()] {
            for place in good.indices {
                var bytes = good
                bytes[place] = UInt8.random(in: 0...255, using: &random)
                if seed > 4 {
                    bytes[Int.random(in: good.indices, using: &random)] &+= 1
                }
                Self.expectSame(bytes)
            }
        }
    }

    @Test("needs the same memory")
    func memory() throws {
        let bytes = try Self.archive().encoded()
        for memory in stride(from: 0, to: 200 * bytes.count, by: 997) {
            Self.expectSame(bytes, memory: memory)
        }
    }

    @Test("is not one that is too large, or that has other keys")
    func others() throws {
        var large = try SampleArchive.make()
        let root = try #require(try large.root("Data"))
        try large.setValue(
            .string(String(repeating: "x", count: 8 << 10)), forKey: "Notes", of: root)
        var many = try SampleArchive.make()
        for place in 0..<300 { try many.setValue(.real(Double(place)), forKey: "k", of: root) }
        var foreign = try SampleArchive.make()
        try foreign.setValue(.integer(1), forKey: "Größe", of: root)
        for archive in [large, foreign] {
            let bytes = try archive.encoded()
            #expect(!Self.isOrdinary(bytes))
            Self.expectSame(bytes)
        }
        Self.expectSame(try many.encoded())
    }

    @Test("finds a key by an equal text of other characters")
    func equalKeys() throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: "Thing")
        archive.setRoot("root", to: object)
        try archive.setValue(.integer(1), forKey: "K", of: object)
        let read = try KeyedArchive(bytes: archive.encoded())
        let root = try #require(try read.root("root"))
        // The sign for the unit Kelvin.
        #expect(try read.value(forKey: "\u{212A}", of: root) == .integer(1))
        #expect(try read.value(forKey: "Ä", of: root) == nil)
    }

    @Test("can be changed in every way")
    func changing() throws {
        let bytes = try Self.archive().encoded()
        let list = try PropertyList(bytes: bytes)
        var outcomes: [[UInt8]] = []
        for read in [try KeyedArchive(bytes: bytes), try KeyedArchive(propertyList: list)] {
            var archive = read
            let root = try #require(try archive.root("Thing"))
            try archive.setValue(.string("new"), forKey: "L", of: root)
            try archive.setValue(nil, forKey: "Lo", of: root)
            try archive.rename(key: "Lon", to: "Other", of: root)
            try archive.setClass(of: root, to: "Else")
            archive.setRoot("list", to: try archive.addArray(of: [root]))
            archive.setRoot("copy", to: try archive.add(copyOf: root, from: read))
            outcomes.append(try archive.encoded())
        }
        #expect(outcomes[0] == outcomes[1])
    }
}

/// Knuth's linear congruential generator, so that a failure can be repeated.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 31
    }
}
