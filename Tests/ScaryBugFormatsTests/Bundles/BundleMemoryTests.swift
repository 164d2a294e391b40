import Containers
import Testing

@testable import ScaryBugFormats

/// A few bytes that ask for a lot of memory, with the expected message.
struct HungryBundle: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let message: String
}

@Suite("Bundles: the memory that they ask for")
struct BundleMemoryTests {
    private typealias Entry = RawTar.Entry

    @Test("what asks for too much is refused", arguments: hungry)
    func refused(_ bundle: HungryBundle) throws {
        let place = try BundleWorkplace()
        let error = #expect(throws: ScaryBugsError.self) { try place.read(bundle.bytes) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains(bundle.message) == true, "\(error?.message ?? "")")
    }

    @Test("that takes little memory")
    func memory() async {
        // A separate process, because peak memory is measured per process.
        await #expect(processExitsWith: .success) {
            let place = try BundleWorkplace()
            let bundles = Self.hungry.map(\.bytes)
            let before = try ProcessMemory.highest()
            for bundle in bundles { _ = try? place.read(bundle) }
            #expect(try ProcessMemory.highest() - before < 64 << 20)
        }
    }

    // MARK: Samples

    private static let hungry = [
        HungryBundle(
            testDescription: "the holes of a file, in a hundred thousand blocks",
            bytes: holesInBlocks, message: "a header of more than 2 MiB"),
        HungryBundle(
            testDescription: "the holes of a file, ten million in its data",
            bytes: holesInData, message: "a header of more than 2 MiB"),
    ]

    /// GNU tar's old sparse format: a header with four holes, then blocks with twenty-one each.
    private static let holesInBlocks: [UInt8] = {
        let number = Array("00000000000\0".utf8)
        var header = RawTar.header(Entry("3.scarybug/x", "", type: "S"))
        header.replaceSubrange(386..<410, with: number + number)
        header.replaceSubrange(257..<265, with: Array("ustar  \0".utf8))
        header[482] = 1
        header.replaceSubrange(483..<495, with: Array("00000000100\0".utf8))
        header = RawTar.withChecksum(header)
        var block = Array(repeatElement(number + number, count: 21).joined())
        block += [1] + [UInt8](repeating: 0, count: 511 - block.count)
        return RawTar([RawTar.dataFile], endBlocks: 0).bytes + header
            + repeated(block, count: 10_000)
    }()

    /// A joined sequence would be read byte by byte, which is slow without optimization.
    private static func repeated(_ bytes: some Collection<UInt8>, count: Int) -> [UInt8] {
        var result = Array(bytes)
        while result.count < bytes.count * count { result += result }
        return Array(result.prefix(bytes.count * count))
    }

    /// The newer sparse format: the number and positions of the holes precede the data.
    private static let holesInData: [UInt8] = {
        let names = ["major=1", "minor=0", "name=3.scarybug/x", "realsize=100"]
        var pax = Entry("pax", "", type: "x")
        pax.data = names.flatMap { RawTar.record("GNU.sparse.\($0)") }
        var entry = Entry("3.scarybug/GNUSparseFile.0/x")
        entry.data = Array("10000000\n".utf8) + repeated("0\n0\n".utf8, count: 1_500_000)
        return RawTar([RawTar.dataFile, pax, entry]).bytes
    }()
}
