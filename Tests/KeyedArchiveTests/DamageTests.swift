import KeyedArchive
import Testing

/// Reading any bytes gives a value or an error.
@Suite("A damaged archive")
struct DamageTests {
    static let binary = try? SampleArchive.make().encoded()
    static let xml = Array(XMLSamples.archive.utf8)

    static func readAll(_ bytes: [UInt8]) {
        guard let archive = try? KeyedArchive(bytes: bytes) else { return }
        try? archive.readThroughout()
        _ = try? archive.encoded()
    }

    @Test("is refused when it is cut off anywhere")
    func truncated() throws {
        let bytes = try #require(Self.binary)
        for length in 0..<bytes.count {
            #expect(throws: KeyedArchiveError.self) {
                try KeyedArchive(bytes: Array(bytes[..<length]))
            }
        }
        for length in 0..<Self.xml.count - 1 {
            #expect(throws: KeyedArchiveError.self) {
                try KeyedArchive(bytes: Array(Self.xml[..<length]))
            }
        }
    }

    @Test("with any byte changed gives a value or an error")
    func flipped() throws {
        for good in [try #require(Self.binary), Self.xml] {
            for place in good.indices {
                for change in [0x00, 0xFF, 0x01, 0x10, 0x7F, 0x80, 0x20] as [UInt8] {
                    var bytes = good
                    bytes[place] = change == 0 ? 0 : bytes[place] ^ change
                    Self.readAll(bytes)
                }
            }
        }
    }

    @Test("with many bytes changed gives a value or an error", arguments: 1...8)
    func scrambled(seed: UInt64) throws {
        let good = try #require(Self.binary)
        var random = seed
        for _ in 0..<2000 {
            var bytes = good
            for _ in 0..<4 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(random >> 33) % bytes.count] = UInt8(truncatingIfNeeded: random >> 56)
            }
            Self.readAll(bytes)
        }
    }
}
