import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

@Suite("Bundles: tar files")
struct BundleTarTests {
    private typealias Entry = RawTar.Entry

    @Test(
        "with and without the directory, and ./ in front",
        arguments: [
            ["3.scarybug/", "3.scarybug/data.plist"], ["./", "./3.scarybug/data.plist"],
            ["data.plist"], ["./", "./data.plist"],
        ])
    func layouts(_ names: [String]) throws {
        let place = try BundleWorkplace()
        let entries = names.map { name in
            name.hasSuffix("/") ? Entry(name, "", type: "5") : Entry(name, "data")
        }
        let contents = try place.read(RawTar(entries).bytes)
        #expect(contents.dataFile == Array("data".utf8))
        #expect(contents.files.first?.modified == FileTime(seconds: 1_600_000_000))
        let hasDirectory = names.contains { $0.contains("3.scarybug") }
        #expect(contents.directoryName == (hasDirectory ? "3.scarybug" : nil))
    }

    @Test(
        "a kind of entry that no bundle has",
        arguments: [
            ("1", "3.scarybug/data.plist", "hard link"), ("2", "/etc/passwd", "symbolic link"),
            ("3", "", "device"), ("4", "", "device"), ("6", "", "FIFO"),
        ] as [(Character, String, String)])
    func kinds(_ type: Character, _ link: String, _ message: String) throws {
        let place = try BundleWorkplace()
        let entry = Entry("3.scarybug/x", "", type: type, link: link)
        let error = #expect(throws: ScaryBugsError.self) {
            try place.read(RawTar([RawTar.dataFile, entry]).bytes)
        }
        #expect(error?.code == .refused)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test(
        "a hostile name",
        arguments: [
            "/x", "../x", "3.scarybug/../../x", "C:\\x", "3.scarybug\\x", "3.scarybug/a/b",
            "4.scarybug/x", "3.scarybug/DATA.plist", "3.scarybug/\u{1B}[2J", "3.scarybug/x/..",
        ])
    func names(_ name: String) throws {
        let place = try BundleWorkplace()
        let error = #expect(throws: ScaryBugsError.self) {
            try place.read(RawTar([RawTar.dataFile, Entry(name)]).bytes)
        }
        #expect(error?.code == .refused)
    }

    @Test("a name ends at a NUL, as in other programs")
    func nulInName() throws {
        let named = Entry("3.scarybug/x", "3.scarybug/data.plist\u{0}.txt", type: "L")
        let contents = try BundleWorkplace().read(RawTar([named, Entry("y")]).bytes)
        #expect(contents.dataFileName == "data.plist")
    }

    @Test("headers that begin in one piece of the file and end in another")
    func headersAcrossPieces() throws {
        var entries = [RawTar.dataFile]
        for index in 0..<400 {
            let name = "3.scarybug/\(String(repeating: "n", count: index % 200))\(index)"
            var pax = Entry("pax", "", type: "x")
            pax.data = ["comment=" + String(repeating: "c", count: index * 7), "path=" + name]
                .flatMap(RawTar.record)
            let file = Entry("other", String(repeating: "d", count: index * 13 % 3_000))
            entries +=
                index.isMultiple(of: 2)
                ? [pax, file] : [Entry("l", name + "\u{0}", type: "L"), file]
        }
        let contents = try BundleWorkplace().read(RawTar(entries).bytes)
        #expect(contents.files.count == 401)
    }

    @Test(
        "times that no file system keeps, and what else is said of a file, are left out",
        arguments: [
            ("-11676096000", -2_147_483_648), ("16725225600", 4_294_967_295),
            ("-4611686018427387904", -2_147_483_648), ("1600000000.5", 1_600_000_000),
        ] as [(String, Int64)])
    func attributes(_ time: String, _ expected: Int64) throws {
        let place = try BundleWorkplace()
        let records = [
            "mtime=\(time)", "SCHILY.xattr.user.evil=1", "SCHILY.acl.access=user::rwx,user:9:rwx",
            "LIBARCHIVE.xattr.user.evil=MQ==", "SCHILY.fflags=immutable", "uid=9", "gid=9",
        ]
        var pax = Entry("pax", "", type: "x")
        pax.data = records.flatMap(RawTar.record)
        let destination = try place.directory().directory(creating: "out")
        let contents = try place.read(RawTar([pax, RawTar.dataFile]).bytes, into: destination)
        #expect(contents.files.first?.modified?.seconds == expected)
        #expect(try destination.status(of: "data.plist")?.modified.seconds == expected)
        #expect(try destination.mode(of: "data.plist") == 0o600)
    }

    @Test(
        "a million entries, and headers without an entry, end soon",
        arguments: ["0", "x", "g", "L"])
    func many(_ type: Character) throws {
        let place = try BundleWorkplace()
        // As many headers as fit in memory in a test. The reader doesn't get to later ones anyway.
        let header = RawTar.header(Entry("3.scarybug/x", "", type: type))
        var bytes = RawTar([RawTar.dataFile], endBlocks: 0).bytes
        for _ in 0..<20_000 { bytes += header }
        #expect(throws: ScaryBugsError.self) { try place.read(bytes) }
    }

    @Test("an archive in the archive, and a data file that is a directory, are no document")
    func inner() throws {
        let place = try BundleWorkplace()
        var archive = Entry("3.scarybug.tar")
        archive.data = RawTar([RawTar.dataFile]).bytes
        let directory = Entry("3.scarybug/data.plist/", "", type: "5")
        for entry in [archive, directory] {
            let error = #expect(throws: ScaryBugsError.self) {
                try place.read(RawTar([entry]).bytes)
            }
            #expect(error?.code == .refused)
        }
    }

    @Test("what follows the end is not hidden by it")
    func hidden() throws {
        let place = try BundleWorkplace()
        let first = RawTar([RawTar.dataFile]).bytes
        let second = RawTar([Entry("../evil")]).bytes
        #expect(throws: ScaryBugsError.self) { try place.read(first + second) }
        #expect(throws: ScaryBugsError.self) { try place.read(first + BundleWorkplace.noise(900)) }
    }

    @Test("no end, no entries, a wrong size")
    func damaged() throws {
        let place = try BundleWorkplace()
        let open = RawTar([RawTar.dataFile], endBlocks: 0).bytes
        #expect(throws: ScaryBugsError.self) { try place.read(open) }
        let short = RawTar([RawTar.dataFile], endBlocks: 1).bytes
        #expect(throws: Never.self) { try place.read(short) }
        let none = #expect(throws: ScaryBugsError.self) { try place.read(RawTar([]).bytes) }
        #expect(none?.code == .refused)
        var long = RawTar.dataFile
        long.size = 5_000
        #expect(throws: ScaryBugsError.self) { try place.read(RawTar([long]).bytes) }
        var huge = RawTar.dataFile
        huge.size = 6_000_000_000
        let error = #expect(throws: ScaryBugsError.self) {
            try place.read(RawTar([huge]).bytes)
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test("gzip, whole and cut at every tenth byte")
    func gzip() throws {
        let place = try BundleWorkplace()
        let bytes = CompressedTar.bytes
        let contents = try place.read(bytes)
        #expect(contents.directoryName == "3.scarybug")
        #expect(contents.dataFile == Array("data".utf8))
        for length in stride(from: 0, to: bytes.count, by: 10) {
            #expect(throws: ScaryBugsError.self, "cut at \(length)") {
                try place.read(Array(bytes.prefix(length)))
            }
        }
    }

    @Test("gzip's checksum and length are verified, and nothing follows them")
    func gzipChecksum() throws {
        let place = try BundleWorkplace()
        let bytes = CompressedTar.bytes
        for back in 1...8 {
            var wrong = bytes
            wrong[bytes.count - back] ^= 1
            let error = #expect(throws: ScaryBugsError.self) { try place.read(wrong) }
            #expect(error?.code == .damaged)
        }
        for rest in [[0], bytes] {
            #expect(throws: ScaryBugsError.self) { try place.read(bytes + rest) }
        }
    }

    @Test("gzip counts against the limit before its contents are read")
    func gzipLimit() throws {
        var limits = Limits()
        (limits.bundleBytes, limits.bundleEntries) = (1, 1)
        let tar = RawTar([RawTar.dataFile], endBlocks: 300).bytes
        let error = #expect(throws: ScaryBugsError.self) {
            try BundleWorkplace().read(StoredGzip.bytes(tar), limits: limits)
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test("compressed twice is refused")
    func twice() throws {
        let place = try BundleWorkplace()
        let twice = StoredGzip.bytes(CompressedTar.bytes)
        let error = #expect(throws: ScaryBugsError.self) { try place.read(twice) }
        #expect(error?.code == .refused)
    }

    /// In GNU tar's sparse format 1.0, a map of the data regions precedes the data.
    @Test("holes are filled with zeros, and count against the limit")
    func holes() throws {
        let place = try BundleWorkplace()
        let map = "1\n\(1 << 20)\n1\n".utf8
        let data = Array(map) + [UInt8](repeating: 0, count: 512 - map.count) + [7]
        func tar(_ size: Int) -> [UInt8] {
            let records = [
                "GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.name=3.scarybug/x",
                "GNU.sparse.realsize=\(size)",
            ]
            var entry = Entry("3.scarybug/GNUSparseFile.0/x")
            entry.data = data
            var pax = Entry("pax", "", type: "x")
            pax.data = records.flatMap(RawTar.record)
            return RawTar([RawTar.dataFile, pax, entry]).bytes
        }
        let destination = try place.directory().directory(creating: "out")
        let contents = try place.read(tar((1 << 20) + 1), into: destination)
        let size: Int64 = (1 << 20) + 1
        #expect(contents.files.last?.size == size)
        let unpacked = try place.contents(of: "out/x")
        #expect(unpacked.last == 7)
        #expect(unpacked.dropLast().allSatisfy { $0 == 0 })
        #expect(throws: ScaryBugsError.self) { try place.read(tar(6_000_000_000)) }
    }
}
