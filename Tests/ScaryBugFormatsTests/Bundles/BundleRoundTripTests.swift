import Glibc
import SystemPackage
import Testing

@testable import Containers
@testable import ScaryBugFormats
@testable import ScaryBugRecords

@Suite("Bundles: packing and unpacking")
struct BundleRoundTripTests {
    @Test("what is packed comes out again, with its times")
    func roundTrip() throws {
        let place = try BundleWorkplace()
        let bytes = try place.pack(place.document(BundleWorkplace.files))
        let destination = try place.directory().directory(creating: "out")
        let contents = try place.read(bytes, into: destination)
        #expect(contents.directoryName == "3.scarybug")
        #expect(contents.dataFileName == "data.plist")
        #expect(contents.dataFile == BundleWorkplace.files[0].bytes)
        #expect(contents.skipped.isEmpty)
        #expect(contents.files.map(\.name) == BundleWorkplace.files.map(\.name))
        for (index, file) in BundleWorkplace.files.enumerated() {
            let entry = try #require(contents.files.first { $0.name == file.name })
            #expect(entry.size == file.bytes.count)
            #expect(entry.signature == Array(file.bytes.prefix(PictureType.signatureLength)))
            let modified = FileTime(seconds: 1_600_000_000 + Int64(index) * 3_600)
            #expect(entry.modified == modified)
            #expect(try destination.status(of: file.name)?.modified == modified)
            #expect(try place.contents(of: "out/\(file.name)") == file.bytes)
        }
    }

    @Test("a check without a directory gives the same contents and writes nothing")
    func previewOnly() throws {
        let place = try BundleWorkplace()
        let bytes = try place.pack(place.document(BundleWorkplace.files))
        let before = try place.directory().names().sorted()
        #expect(try place.read(bytes).files.count == BundleWorkplace.files.count)
        #expect(try place.directory().names().sorted() == before)
    }

    @Test("a data file and two pictures cost at most 800 bytes over their content")
    func overhead() throws {
        let place = try BundleWorkplace()
        let files = BundleWorkplace.files.filter { $0.name != "notes.txt" }
        let bytes = try place.pack(place.document(files))
        #expect(bytes.count - files.reduce(0) { $0 + $1.bytes.count } <= 800)
    }

    @Test("pictures are stored, the rest is deflated, the data file comes first")
    func methods() throws {
        let place = try BundleWorkplace()
        let bytes = try place.pack(place.document(BundleWorkplace.files.reversed()))
        try place.directory().createFile(named: "x.zip").write(bytes)
        let file = try File.open(path: place.path + "/x.zip")
        let entries = try ZipDirectory.entries(of: file, limits: Limits().container)
        #expect(
            entries.map { $0.name.parts.joined(separator: "/") } == [
                "3.scarybug", "3.scarybug/data.plist", "3.scarybug/fullImage.jpg",
                "3.scarybug/notes.txt", "3.scarybug/thumbImage.jpg",
            ])
        #expect(entries.map(\.method) == [0, 8, 0, 8, 0])
    }

    @Test("the same document packs to the same bytes, wherever and whenever")
    func deterministic() throws {
        let (first, second) = (try BundleWorkplace(), try BundleWorkplace())
        let one = try first.pack(first.document(BundleWorkplace.files))
        let other = try second.document(BundleWorkplace.files.reversed(), named: "9.scarybug")
        // The files are made in a different order, so their modification times are set.
        for (index, file) in BundleWorkplace.files.enumerated() {
            try second.setTime(
                of: "9.scarybug/\(file.name)", 1_600_000_000 + Int64(index) * 3_600)
        }
        #expect(try second.pack(other) == one)
    }

    /// A separate process, because the time zone applies to the whole process.
    @Test("the same document packs to the same bytes in every time zone")
    func timeZones() async {
        await #expect(processExitsWith: .success) {
            let place = try BundleWorkplace()
            let document = try place.document(BundleWorkplace.files)
            var packed: Set<[UInt8]> = []
            for zone in ["UTC", "Asia/Tokyo", "JST-9", "EST5EDT"] {
                setenv("TZ", zone, 1)
                tzset()
                packed.insert(try place.pack(document))
            }
            #expect(packed.count == 1)
        }
    }

    @Test("names outside ASCII keep their bytes under the C locale")
    func unicodeNames() throws {
        let place = try BundleWorkplace()
        let name = "Käfer 🕷.txt"
        let files = [BundleWorkplace.files[0], (name, Array("beetle".utf8))]
        let contents = try place.read(
            place.pack(place.document(files, named: "4.book"), as: "4.book"))
        #expect(contents.files.map { Array($0.name.utf8) }.last == Array(name.utf8))
    }

    @Test("what is no regular file or litter is not packed")
    func onlyFiles() throws {
        let place = try BundleWorkplace()
        let litter = [".DS_Store", "._data.plist", "Icon\r", "data (conflicted copy).plist"]
        let files = [BundleWorkplace.files[0]] + litter.map { ($0, [1]) }
        let document = try place.document(files)
        try document.makeDirectory(named: "inside")
        #expect(symlink("data.plist", place.path + "/3.scarybug/link.jpg") == 0)
        #expect(try place.read(place.pack(document)).files.map(\.name) == ["data.plist"])
    }

    @Test(
        "a document that no import would take is not packed",
        arguments: [
            ["fullImage.jpg"], ["data.plist", "Data.plist"], ["data.plist", "a\\b"],
            ["data.plist", "a\u{7}b"], ["data.plist", "é", "e\u{301}"],
        ])
    func unpackable(_ names: [String]) throws {
        let place = try BundleWorkplace()
        let document = try place.document(names.map { ($0, [1]) })
        #expect(throws: ScaryBugsError.self) { try place.pack(document) }
    }

    @Test("a pipe is written from the front")
    func pipe() throws {
        let place = try BundleWorkplace()
        let document = try place.document([BundleWorkplace.files[0]])
        let ends = try FileDescriptor.pipe()
        let reader = File(descriptor: ends.readEnd, name: "pipe")
        do {
            let writer = File(descriptor: ends.writeEnd, name: "pipe")
            try ZipWriter.write(to: writer) {
                try Bundle.add(document, directoryName: "3.scarybug", to: $0)
            }
        }
        #expect(try reader.contents(limit: 65_536) == place.pack(document))
    }
}
