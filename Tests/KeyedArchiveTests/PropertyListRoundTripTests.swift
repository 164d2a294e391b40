import KeyedArchive
import Testing

@Suite("A property list")
struct PropertyListRoundTripTests {
    static let values: [PropertyList] =
        [
            .null, .boolean(true), .boolean(false), .real(0), .real(-0.0), .real(.infinity),
            .real(.leastNonzeroMagnitude), .float(1.5), .float(-.infinity), .date(-1), .date(1e300),
            .date(.infinity), .data([]), .data([1, 2, 3]),
            .data(Array(repeating: 7, count: 70_000)),
            .string(""), .string("fourteen bytes"), .string("fifteen bytes !"), .string("é"),
            .string("e\u{301}"), .string("🐞 \0 \u{FEFF}"), .utf16([0xD800]),
            .utf16([0x41, 0xDC00]),
            .uid(0), .uid(255), .uid(256), .uid(65535), .uid(65536), .uid(.max), .array([]),
            .array(Array(repeating: .integer(1), count: 20)), .set([.integer(1), .string("1")]),
            .dictionary([:]),
            .dictionary(["b": .null, "a": .array([.dictionary(["": .real(1)])])]),
        ] + integers.map { .integer($0) }

    static let integers: [Int128] = [
        0, 1, -1, 127, 128, 255, 256, 32767, 65535, 65536, 1 << 31, 1 << 32 - 1, 1 << 32,
        Int128(Int64.max), Int128(Int64.max) + 1, Int128(UInt64.max), Int128(UInt64.max) + 1,
        Int128(Int64.min), Int128(Int64.min) - 1, .max, .min,
    ]

    @Test("reads what it wrote", arguments: values)
    func roundTrip(value: PropertyList) throws {
        let bytes = try value.binary()
        #expect(try PropertyList(bytes: bytes) == value)
        #expect(try PropertyList(bytes: bytes).binary() == bytes)
    }

    @Test("holds more objects than one byte counts", arguments: [200, 255, 256, 70_000])
    func manyObjects(count: Int) throws {
        let value = PropertyList.array((0..<count).map { .integer(Int128($0)) })
        #expect(try PropertyList(bytes: value.binary()) == value)
    }

    @Test("holds nothing but containers", arguments: [50, 600, 1000, 20_000, 70_000])
    func manyContainers(count: Int) throws {
        let value = PropertyList.array(Array(repeating: .dictionary([:]), count: count))
        #expect(try PropertyList(bytes: value.binary()) == value)
    }

    @Test("holds one long text any number of times", arguments: [1, 100, 2000])
    func equalTexts(count: Int) throws {
        let text = PropertyList.string(String(repeating: "long", count: 400_000 / count))
        let value = PropertyList.array(Array(repeating: text, count: count))
        #expect(try PropertyList(bytes: value.binary()) == value)
    }

    @Test("keeps the bits of a number that is none")
    func notANumber() throws {
        let bits: UInt64 = 0x7FF8_0000_DEAD_BEEF
        let bytes = try PropertyList.real(Double(bitPattern: bits)).binary()
        guard case .real(let value) = try PropertyList(bytes: bytes) else {
            Issue.record("no real")
            return
        }
        #expect(value.bitPattern == bits)
    }

    @Test("stores equal scalars once, but never mixes up what only looks equal")
    func uniquing() throws {
        let same = try PropertyList.array([.string("abc"), .string("abc")]).binary()
        #expect(same.count == 8 + 3 + 4 + 2 + 32)
        let alike: PropertyList = .array([.string("é"), .string("e\u{301}"), .real(1), .integer(1)])
        guard case .array(let values) = try PropertyList(bytes: alike.binary()),
            case .string(let first) = values[0], case .string(let second) = values[1]
        else {
            Issue.record("no array of strings")
            return
        }
        #expect(Array(first.utf8) == Array("é".utf8))
        #expect(Array(second.utf8) == Array("e\u{301}".utf8))
        #expect(values[2...] == [.real(1), .integer(1)])
    }

    @Test("is written byte for byte as the format says")
    func exactBytes() throws {
        let bytes = try PropertyList.dictionary(["a": .integer(-2)]).binary()
        let objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, 0x61], [0x13] + bigEndian(-2, size: 8)]
        #expect(bytes == BinaryFile(objects: objects, offsetSize: 1).bytes)
    }

    @Test("is not written deeper than it would be read")
    func depth() throws {
        var value = PropertyList.integer(1)
        for _ in 0..<256 { value = .array([value]) }
        #expect(try PropertyList(bytes: value.binary()) == value)
        let error = failure { () throws(KeyedArchiveError) in
            _ = try PropertyList.array([value]).binary()
        }
        #expect(error?.message == "containers nested more than 256 deep")
    }
}
