import Testing

@testable import Containers
@testable import ScaryBugFormats

@Suite("Bundles: damaged file wrappers")
struct BundleWrapperDamageTests {
    private static let sound = RawWrapper(
        .file("data.plist", "data"), .directory("__MACOSX", .file("x", padding: 9), .metadata),
        .metadata, .file("__@PreferredName@__", "Potato Bug", padding: 3)
    ).bytes

    @Test("one that was cut anywhere says so")
    func cut() throws {
        let place = try BundleWorkplace()
        #expect(try place.read(Self.sound).files.count == 1)
        for (bytes, shortest) in [
            (Self.sound, SerializedWrapper.signature.count), (StoredGzip.bytes(Self.sound), 2),
        ] {
            for length in bytes.indices {
                let error = #expect(throws: ScaryBugsError.self, "cut at \(length)") {
                    try place.read(Array(bytes.prefix(length)))
                }
                let message = error?.message ?? ""
                #expect(length < shortest || message.contains("truncated"), "\(length): \(message)")
            }
        }
    }

    @Test("any one byte changed is an error or harmless", arguments: [1, 0x80, 0xFF] as [UInt8])
    func changed(mask: UInt8) throws {
        let place = try BundleWorkplace()
        for offset in Self.sound.indices {
            var wrong = Self.sound
            wrong[offset] ^= mask
            do {
                let contents = try place.read(wrong)
                #expect(contents.files.reduce(0) { $0 + $1.size } < wrong.count, "at \(offset)")
            } catch is ScaryBugsError {}
        }
    }

    @Test("any one byte of its gzip changed is an error or has the same contents")
    func changedGzip() throws {
        let place = try BundleWorkplace()
        let bytes = StoredGzip.bytes(Self.sound)
        for offset in bytes.indices {
            var wrong = bytes
            wrong[offset] ^= 0x55
            guard let contents = try? place.read(wrong) else { continue }
            #expect(contents.dataFile == Array("data".utf8), "at \(offset)")
        }
    }
}
