import Glibc
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

@Suite("Bundles: file wrappers (.sbz)")
struct BundleWrapperTests {
    @Test(
        "what is wrapped comes out again, with gzip around it and without",
        arguments: [true, false])
    func whole(isPacked: Bool) throws {
        let place = try BundleWorkplace()
        let files = BundleWorkplace.files.map { RawWrapper.Entry.file($0.name, $0.bytes) }
        let bytes = RawWrapper(files + [.metadata] + RawWrapper.Entry.preferredNames).bytes
        let destination = try place.directory().directory(creating: "out")
        let contents = try place.read(
            isPacked ? StoredGzip.bytes(bytes) : bytes, into: destination)
        #expect(contents.directoryName == nil)
        #expect(contents.dataFile == BundleWorkplace.files[0].bytes)
        #expect(contents.skipped.isEmpty)
        #expect(contents.files.map(\.name) == BundleWorkplace.files.map(\.name))
        for (file, entry) in zip(BundleWorkplace.files, contents.files) {
            #expect(entry.size == file.bytes.count)
            #expect(entry.signature == Array(file.bytes.prefix(PictureType.signatureLength)))
            #expect(entry.modified == nil)
            #expect(try place.contents(of: "out/\(file.name)") == file.bytes)
        }
    }

    @Test("padding is understood anywhere", arguments: [0, 1, 4_000, 300_000] as [UInt32])
    func padding(_ length: UInt32) throws {
        let place = try BundleWorkplace()
        let document: [RawWrapper.Entry] = [
            .file("data.plist", "data", padding: length), .metadata,
            .file("notes.txt", "", padding: length),
            .file("__@PreferredName@__", "3.scarybug", padding: length),
        ]
        let inner = RawWrapper(.directory("3.scarybug", RawWrapper(document)), .metadata)
        let contents = try place.read(RawWrapper(document).bytes)
        #expect(contents.dataFile == Array("data".utf8))
        #expect(contents.files.map(\.size) == [4, 0])
        #expect(try place.read(inner.bytes).files == contents.files)
    }

    @Test("files in one inner directory are its document's")
    func innerDirectory() throws {
        let place = try BundleWorkplace()
        let wrapper = RawWrapper(.directory("3.scarybug", .metadata, .dataFile), .metadata)
        let contents = try place.read(StoredGzip.bytes(wrapper.bytes))
        #expect(contents.directoryName == "3.scarybug")
        #expect(contents.files.map(\.name) == ["data.plist"])
    }

    @Test("the metadata may be anything")
    func metadata() throws {
        let place = try BundleWorkplace()
        for metadata: RawWrapper.Entry in [
            .file(".", ""), .directory(".", .file("x")),
            RawWrapper.Entry.metadata.with { $0.body = [7] },
        ] {
            #expect(try place.read(RawWrapper(metadata, .dataFile).bytes).files.count == 1)
        }
    }

    @Test("litter of other systems is passed over, however deep")
    func litter() throws {
        let place = try BundleWorkplace()
        let wrapper = RawWrapper(
            .dataFile, .file(".DS_Store"), .file("._data.plist"),
            .directory("__MACOSX", .directory("3.scarybug", .file("._x"), .metadata)))
        let contents = try place.read(wrapper.bytes)
        #expect(contents.files.map(\.name) == ["data.plist"])
        #expect(
            contents.skipped == [
                ".DS_Store", "._data.plist", "__MACOSX", "__MACOSX/3.scarybug",
                "__MACOSX/3.scarybug/._x",
            ])
    }

    @Test("each limit is met")
    func limits() throws {
        let place = try BundleWorkplace()
        let others = [RawWrapper.Entry.metadata] + RawWrapper.Entry.preferredNames
        let bytes = RawWrapper([.dataFile, .file("x", "0123456789", padding: 90)] + others).bytes
        var limits = Limits()
        (limits.bundleEntries, limits.bundleBytes, limits.dataFileBytes) = (2, 14, 4)
        #expect(try place.read(bytes, limits: limits).files.count == 2)
        for (change, message) in [
            ({ $0.bundleEntries = 1 }, "more than 1 entries"),
            ({ $0.bundleBytes = 13 }, "more than 13 bytes"),
            ({ $0.dataFileBytes = 3 }, "longer than 3 bytes"),
        ] as [((inout Limits) -> Void, String)] {
            var less = limits
            change(&less)
            let error = #expect(throws: ScaryBugsError.self) {
                try place.read(bytes, limits: less)
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
    }

    @Test("the memory taken does not depend on the size of a picture")
    func memory() async {
        // A separate process, because peak memory is measured per process.
        await #expect(processExitsWith: .success) {
            let place = try BundleWorkplace()
            let size: UInt32 = 96 << 20
            let picture = RawWrapper.Entry.file("fullImage.jpg", "").with {
                $0.body = RawZip.bytes(size)
                $0.size = 8 + size
            }
            let head = RawWrapper(.dataFile, picture).bytes
            try place.directory().createFile(named: "x.sbz").write(head)
            // The rest of the file is a hole.
            #expect(truncate("\(place.path)/x.sbz", head.count + Int(size)) == 0)
            let before = try ProcessMemory.highest()
            let file = try File.open(path: "\(place.path)/x.sbz")
            let contents = try Bundle.read(file, limits: Limits(), into: nil)
            #expect(contents.files.last?.size == Int64(size))
            #expect(try ProcessMemory.highest() - before < 16 << 20)
        }
    }
}
