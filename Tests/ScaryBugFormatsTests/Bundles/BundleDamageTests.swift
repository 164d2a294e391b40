import Containers
import Glibc
import Testing

@testable import ScaryBugFormats

@Suite("Bundles: damage")
struct BundleDamageTests {
    @Test("a bundle cut anywhere is an error")
    func cut() throws {
        let place = try BundleWorkplace()
        let files = [BundleWorkplace.files[0], BundleWorkplace.files[3]]
        let bytes = try place.pack(place.document(files))
        for length in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: ScaryBugsError.self, "cut at \(length)") {
                try place.read(Array(bytes.prefix(length)))
            }
        }
    }

    @Test("a bundle with any one byte changed is an error or has the same contents")
    func changed() throws {
        let place = try BundleWorkplace()
        let bytes = try place.pack(place.document([BundleWorkplace.files[0]]))
        for offset in bytes.indices {
            var wrong = bytes
            wrong[offset] ^= 0x55
            guard let contents = try? place.read(wrong) else { continue }
            #expect(contents.dataFile == BundleWorkplace.files[0].bytes, "at \(offset)")
            #expect(contents.files.map(\.name) == ["data.plist"], "at \(offset)")
        }
    }

    @Test("the same of a tar file, which has no checksum of its contents")
    func changedTar() throws {
        let place = try BundleWorkplace()
        let bytes = RawTar([RawTar.dataFile]).bytes
        for offset in stride(from: 0, to: bytes.count, by: 3) {
            var wrong = bytes
            wrong[offset] ^= 0x55
            guard let contents = try? place.read(wrong) else { continue }
            #expect(contents.files.map(\.name) == ["data.plist"], "at \(offset)")
        }
    }

    @Test("a file that shrinks or grows while it is packed is an error")
    func changing() throws {
        let place = try BundleWorkplace()
        let writer = try ZipWriter(to: place.directory().createFile(named: "x.zip"))
        let time = FileTime(seconds: 1_600_000_000)
        try writer.addFile(named: "3.scarybug/x", size: 2, modified: time, stored: true)
        #expect(throws: ScaryBugsError.self) {
            try [UInt8](repeating: 1, count: 3).withUnsafeBytes { try writer.write($0) }
        }
    }

    @Test("Ctrl-C stops reading and packing")
    func interrupted() async {
        // A separate process, because Ctrl-C stops all work of a process.
        await #expect(processExitsWith: .success) {
            let place = try BundleWorkplace()
            let document = try place.document([BundleWorkplace.files[0]])
            let bytes = try place.pack(document)
            Interruption.request()
            for work in [{ _ = try place.read(bytes) }, { _ = try place.pack(document) }] {
                #expect(throws: Interrupted.self) { try work() }
            }
        }
    }

    @Test("the memory taken does not depend on the size of a picture")
    func memory() async {
        // A separate process, because peak memory is measured per process.
        await #expect(processExitsWith: .success) {
            let place = try BundleWorkplace()
            let document = try place.document([BundleWorkplace.files[0]])
            let size: Int64 = 96 << 20
            // A sparse file without data.
            _ = try document.createFile(named: "notes.bin")
            #expect(truncate("\(document.path)/notes.bin", Int(size)) == 0)
            let before = try ProcessMemory.highest()
            let bytes = try place.pack(document)
            let contents = try place.read(bytes)
            #expect(contents.files.last?.size == size)
            #expect(try ProcessMemory.highest() - before < 16 << 20)
        }
    }
}
