import Containers
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// A ZIP file that must be refused, with the expected message.
struct HostileZip: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let code: ScaryBugsError.Code
    let message: String

    init(
        _ title: String, _ zip: RawZip, _ code: ScaryBugsError.Code = .refused, says message: String
    ) {
        self.init(title, zip.bytes, code, says: message)
    }

    init(
        _ title: String, _ bytes: [UInt8], _ code: ScaryBugsError.Code = .refused,
        says message: String
    ) {
        (testDescription, self.bytes, self.code, self.message) = (title, bytes, code, message)
    }

    /// Adds a valid data file before the entries.
    init(
        _ title: String, _ entries: RawZip.Entry..., code: ScaryBugsError.Code = .refused,
        says message: String
    ) {
        self.init(title, RawZip([RawZip.dataFile] + entries), code, says: message)
    }
}

@Suite("Bundles: ZIP files that are refused")
struct BundleZipRefusalTests {
    @Test("a hostile name", arguments: names)
    func name(_ zip: HostileZip) throws { try check(zip) }

    @Test("a hostile kind of entry", arguments: kinds)
    func kind(_ zip: HostileZip) throws { try check(zip) }

    @Test("more or less than one document", arguments: documents)
    func document(_ zip: HostileZip) throws { try check(zip) }

    @Test("headers that contradict each other", arguments: contradictions)
    func contradiction(_ zip: HostileZip) throws { try check(zip) }

    private func check(_ zip: HostileZip) throws {
        let place = try BundleWorkplace()
        let destination = try place.directory().directory(creating: "out")
        let before = try place.directory().names().sorted()
        let error = try #require(throws: ScaryBugsError.self) {
            try place.read(zip.bytes, into: destination)
        }
        #expect(error.code == zip.code)
        #expect(error.message.contains(zip.message), "\(error.message)")
        #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
        #expect(try place.directory().names().sorted() == before)
    }

    private typealias Entry = RawZip.Entry

    private static let names = [
        HostileZip("root", Entry("/3.scarybug/x"), says: "absolute"),
        HostileZip("drive", Entry("C:/x"), says: "absolute"),
        HostileZip("drive with backslash", Entry("c:\\x"), says: "absolute"),
        HostileZip("drive after ./", Entry("./C:x"), says: "absolute"),
        HostileZip("server", Entry("\\\\server\\x"), says: "absolute"),
        HostileZip("up", Entry("../x"), says: "\"..\""),
        HostileZip("up and down", Entry("3.scarybug/../x"), says: "\"..\""),
        HostileZip("up at the end", Entry("3.scarybug/.."), says: "\"..\""),
        HostileZip(
            "backslash", Entry("3.scarybug\\x"),
            says:
                "has a backslash in its name; rename it, or unpack the file with unzip and pack it anew"
        ),
        HostileZip("NUL", Entry("3.scarybug/x\u{0}y"), says: "NUL"),
        HostileZip("bell", Entry("3.scarybug/\u{7}"), says: "control character"),
        HostileZip("C1", Entry("3.scarybug/\u{9B}31m"), says: "control character"),
        HostileZip("newline", Entry("3.scarybug/a\nb"), says: "control character"),
        HostileZip(
            "no UTF-8", Entry(Array("3.scarybug/".utf8) + [0xE4]).with { $0.flags = 0x800 },
            says: "UTF-8"),
        HostileZip("overlong", Entry([0x33, 0x2F, 0xC0, 0xAE, 0xC0, 0xAE]), says: "UTF-8"),
        HostileZip("empty", Entry(""), says: "no name"),
        HostileZip("empty part", Entry("3.scarybug//x"), says: "empty part"),
        HostileZip("dot inside", Entry("3.scarybug/./x"), says: "empty part"),
        HostileZip(
            "too long", Entry("3.scarybug/" + String(repeating: "x", count: 256)), says: "longer"),
        HostileZip("same name", Entry("3.scarybug/data.plist"), says: "two entries named"),
        HostileZip("same but for case", Entry("3.scarybug/DATA.plist"), says: "only in case"),
        HostileZip(
            "same but for normal form", Entry("3.scarybug/é"), Entry("3.scarybug/e\u{301}"),
            says: "two entries named"),
        HostileZip(
            "same but for both", Entry("3.scarybug/É"), Entry("3.scarybug/e\u{301}"),
            says: "only in case"),
        HostileZip("deep file", Entry("3.scarybug/a/x"), says: "deeper"),
        HostileZip("deep directory", Entry("3.scarybug/a/", ""), says: "deeper"),
        HostileZip(
            "other name in the Unicode field",
            Entry("3.scarybug/x").with {
                $0.extra = unicodeName("../y", for: $0.name)
                $0.localExtra = $0.extra
            }, says: "\"..\""),
    ]

    private static func unicodeName(_ name: String, for plain: [UInt8]) -> [UInt8] {
        let body = [1] + RawZip.bytes(CRC32.of(plain)) + Array(name.utf8)
        return [0x75, 0x70] + RawZip.bytes(UInt16(body.count)) + body
    }

    private static let kinds = [
        HostileZip(
            "link", Entry("3.scarybug/x").with { $0.mode = 0o120777 }, says: "symbolic link"),
        HostileZip("device", Entry("3.scarybug/x").with { $0.mode = 0o020666 }, says: "device"),
        HostileZip("FIFO", Entry("3.scarybug/x").with { $0.mode = 0o010666 }, says: "FIFO"),
        HostileZip("socket", Entry("3.scarybug/x").with { $0.mode = 0o140666 }, says: "socket"),
        HostileZip(
            "link among litter", Entry("__MACOSX/x").with { $0.mode = 0o120777 },
            says: "symbolic link"),
        HostileZip(
            "directory without a slash", Entry("3.scarybug/x", "").with { $0.mode = 0o040755 },
            says: "deeper"),
        HostileZip(
            "directory with contents and without a slash",
            Entry("3.scarybug/x").with { $0.mode = 0o040755 }, code: .damaged, says: "contents"),
        HostileZip(
            "directory with contents", Entry("3.scarybug/").with { $0.mode = 0o040755 },
            code: .damaged, says: "contents"),
        HostileZip(
            "encrypted", Entry("3.scarybug/x", "0123456789ABCDEF").with { $0.flags = 1 },
            says: "encrypted"),
        HostileZip(
            "strongly encrypted", Entry("3.scarybug/x").with { $0.flags = 0x41 }, says: "encrypted"
        ),
        HostileZip("AES", Entry("3.scarybug/x").with { $0.method = 99 }, says: "encrypted"),
        HostileZip("LZMA", Entry("3.scarybug/x").with { $0.method = 14 }, says: "by LZMA"),
        HostileZip("bzip2", Entry("3.scarybug/x").with { $0.method = 12 }, says: "by bzip2"),
        HostileZip(
            "unknown method", Entry("3.scarybug/x").with { $0.method = 1_000 }, says: "ZIP method"),
    ]

    private static let documents = [
        HostileZip("two documents", Entry("4.scarybug/data.plist"), says: "more than one document"),
        HostileZip("a file beside", Entry("readme.txt"), says: "beside it"),
        HostileZip("no data file", RawZip(Entry("3.scarybug/x")), says: "no data file"),
        HostileZip("a directory only", RawZip(Entry("3.scarybug/", "")), says: "no data file"),
        HostileZip(
            "a data file that is a directory", RawZip(Entry("3.scarybug/data.plist/", "")),
            says: "deeper"),
        HostileZip("a ZIP file in it", RawZip(Entry("3.zip", "PK")), says: "no data file"),
        HostileZip("litter only", RawZip(Entry("__MACOSX/x")), says: "no data file"),
        HostileZip("nothing", RawZip(), says: "empty ZIP"),
        HostileZip("an empty file", [], says: "empty"),
        HostileZip("text", Array("Dear Alice, ".utf8), says: "not a bundle"),
        HostileZip("a picture", [0xFF, 0xD8, 0xFF, 0xE0], says: "not a bundle"),
        HostileZip("7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], says: "7z archive"),
        HostileZip("lzip", Array("LZIP\u{1}".utf8), says: "lzip"),
        HostileZip("bzip2", Array("BZh91AY".utf8), says: "by bzip2"),
        HostileZip("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], says: "by xz"),
        HostileZip("Zstandard", [0x28, 0xB5, 0x2F, 0xFD], says: "by Zstandard"),
    ]

    private static let contradictions: [HostileZip] = [
        HostileZip(
            "wrong checksum", Entry("3.scarybug/x").with { $0.checksum = 1 }, code: .damaged,
            says: "\"3.scarybug/x\" is damaged"),
        HostileZip(
            "longer than declared", Entry("3.scarybug/x", "xyz").with { $0.size = 1 },
            code: .damaged, says: "wrong size"),
        HostileZip(
            "shorter than declared",
            Entry("3.scarybug/x").with { ($0.size, $0.packedSize) = (999, 999) },
            code: .damaged, says: "does not fit"),
        HostileZip(
            "another local name",
            Entry("3.scarybug/x").with { $0.localName = Array("3.scarybug/y".utf8) },
            code: .damaged, says: "another name"),
        HostileZip(
            "overlapping", Entry("3.scarybug/data.plist2").with { $0.offset = 0 }, code: .damaged,
            says: "overlaps another"),
        HostileZip("a name of 64 KB", Entry(String(repeating: "x", count: 65_535)), says: "longer"),
        HostileZip(
            "a million entries", million, .limitExceeded, says: "more than 1,000 entries"),
        HostileZip(
            "the bytes of another entry", RawZip([RawZip.dataFile] + overlapping), .damaged,
            says: "overlaps another"),
        HostileZip(
            "outside", Entry("3.scarybug/x").with { $0.offset = 0x7FFF_FFFF }, code: .damaged,
            says: "does not fit"),
        HostileZip(
            "unlisted", Entry("3.scarybug/x").with { $0.isUnlisted = true }, code: .damaged,
            says: "does not name"),
        HostileZip(
            "fewer than listed", counted(1), .damaged, says: "more entries than its end says"),
        HostileZip(
            "more than listed", counted(3), .damaged, says: "fewer entries than its end says"),
        HostileZip(
            "two files in one", sound.bytes + sound.bytes, .damaged, says: "elsewhere"),
        HostileZip("bytes after the end", sound.bytes + [1], .damaged, says: "bytes after it"),
        HostileZip(
            "bytes in front", [0x50, 0x4B, 3, 4] + sound.bytes, .damaged, says: "elsewhere"),
        HostileZip(
            "unlisted in front",
            shifted(by: RawZip(Entry("evil")).bytes), .damaged, says: "does not name"),
    ]

    /// The largest count that the end record can hold. The entries aren't even read.
    private static let million: RawZip = {
        var zip = RawZip((0..<2_000).map { Entry("3.scarybug/\($0)", "") })
        zip.count = 0xFFFE
        return zip
    }()

    /// Many entries that share the same few bytes.
    private static let overlapping: [Entry] = (0..<20).map { number in
        Entry("3.scarybug/\(number)").with { $0.offset = 0 }
    }

    private static let sound = RawZip(RawZip.dataFile)

    private static func counted(_ count: UInt16) -> RawZip {
        var zip = RawZip(RawZip.dataFile, Entry("3.scarybug/x"))
        zip.count = count
        return zip
    }

    /// A prefix that the offsets include, as in a self-extracting file.
    private static func shifted(by prefix: [UInt8]) -> RawZip {
        var zip = sound
        zip.prefix = prefix
        return zip
    }

    @Test("what is odd but sound is let in")
    func letIn() throws {
        let place = try BundleWorkplace()
        let program = Self.shifted(by: Array("#!/bin/sh\n".utf8))
        #expect(try place.read(program.bytes).dataFileName == "data.plist")
        var commented = Self.sound
        commented.comment = Array("made by hand".utf8)
        #expect(try place.read(commented.bytes).directoryName == "3.scarybug")
        // bsdtar pads the last block like this when it writes to a pipe.
        let filled = Self.sound.bytes + Array(repeating: 0, count: 5_000)
        #expect(try place.read(filled).files.count == place.read(Self.sound.bytes).files.count)
        let junk = RawZip(RawZip.dataFile.with { $0.gap = Array("junk".utf8) })
        #expect(try place.read(junk.bytes).files.count == 1)
        let dotted = RawZip(Entry("./", ""), Entry("./Data.plist"))
        #expect(try place.read(dotted.bytes).dataFileName == "Data.plist")
        #expect(try place.read(dotted.bytes).directoryName == nil)
    }

    @Test("litter of other systems is passed over")
    func litter() throws {
        let place = try BundleWorkplace()
        let names = [
            "__MACOSX/", "__MACOSX/3.scarybug/._data.plist", "3.scarybug/._x", ".DS_Store",
            "3.scarybug/.DS_Store", "3.scarybug/Thumbs.db", "3.scarybug/Icon\r", "@eaDir/",
            "3.scarybug/@eaDir/a/b", "3.scarybug/data.sync-conflict-20260501-101112-ABCDEFG.plist",
        ]
        let destination = try place.directory().directory(creating: "out")
        let zip = RawZip([RawZip.dataFile] + names.map { Entry($0, $0.hasSuffix("/") ? "" : "x") })
        let contents = try place.read(zip.bytes, into: destination)
        #expect(contents.skipped.count == names.count)
        #expect(contents.files.map(\.name) == ["data.plist"])
        #expect(try destination.names() == ["data.plist"])
    }

    @Test("names without a declared encoding are in code page 437, unless they are UTF-8")
    func codePage() throws {
        let directory: [UInt8] = [0x4B, 0x84, 0x66, 0x65, 0x72, 0x2F]
        let names = ["data.plist", "gro\u{E1}.txt", "ß.txt"].map {
            directory + ($0 == "ß.txt" ? Array($0.utf8) : $0.unicodeScalars.map { UInt8($0.value) })
        }
        let zip = RawZip(names.map { Entry($0) })
        let contents = try BundleWorkplace().read(zip.bytes)
        #expect(contents.directoryName == "Käfer")
        #expect(contents.files.map(\.name) == ["data.plist", "groß.txt", "├ƒ.txt"])
    }

    @Test("each limit is met")
    func limits() throws {
        let place = try BundleWorkplace()
        let zip = RawZip(RawZip.dataFile, Entry("3.scarybug/x", "0123456789")).bytes
        var limits = Limits()
        limits.bundleEntries = 1
        expectLimit("more than 1 entries") { try place.read(zip, limits: limits) }
        limits = Limits()
        limits.bundleBytes = 13
        expectLimit("more than 13 bytes") { try place.read(zip, limits: limits) }
        limits.bundleBytes = 14
        #expect(throws: Never.self) { try place.read(zip, limits: limits) }
        limits.dataFileBytes = 3
        expectLimit("longer than 3 bytes") { try place.read(zip, limits: limits) }
    }

    private func expectLimit(_ message: String, _ body: () throws -> Bundle.Contents) {
        let error = #expect(throws: ScaryBugsError.self) { try body() }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
