import Testing

@testable import ScaryBugFormats

/// A file wrapper that must be refused, with the expected message.
struct HostileWrapper: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let code: ScaryBugsError.Code
    let message: String

    /// Adds a valid data file before the entries.
    init(
        _ title: String, _ entries: RawWrapper.Entry..., code: ScaryBugsError.Code = .refused,
        says message: String
    ) {
        self.init(title, RawWrapper([.dataFile] + entries), code, says: message)
    }

    init(
        _ title: String, _ wrapper: RawWrapper, _ code: ScaryBugsError.Code = .refused,
        says message: String
    ) {
        self.init(title, wrapper.bytes, code, says: message)
    }

    init(_ title: String, _ bytes: [UInt8], _ code: ScaryBugsError.Code, says message: String) {
        (testDescription, self.bytes, self.code, self.message) = (title, bytes, code, message)
    }
}

@Suite("Bundles: file wrappers that are refused")
struct BundleWrapperRefusalTests {
    private typealias Entry = RawWrapper.Entry

    @Test("a hostile name", arguments: names)
    func name(_ wrapper: HostileWrapper) throws { try check(wrapper) }

    @Test("a hostile kind or place of an entry", arguments: kinds)
    func kind(_ wrapper: HostileWrapper) throws { try check(wrapper) }

    @Test("more or less than one document", arguments: documents)
    func document(_ wrapper: HostileWrapper) throws { try check(wrapper) }

    @Test("numbers that lie", arguments: lies)
    func lie(_ wrapper: HostileWrapper) throws { try check(wrapper) }

    @Test("numbers that lie take no memory")
    func memory() async {
        // A separate process, because peak memory is measured per process.
        await #expect(processExitsWith: .success) {
            let before = try ProcessMemory.highest()
            for wrapper in BundleWrapperRefusalTests.lies {
                try BundleWrapperRefusalTests().check(wrapper)
            }
            #expect(try ProcessMemory.highest() - before < 16 << 20)
        }
    }

    private func check(_ wrapper: HostileWrapper) throws {
        let place = try BundleWorkplace()
        for bytes in [wrapper.bytes, StoredGzip.bytes(wrapper.bytes)] {
            let destination = try place.directory().directory(creating: "out")
            let error = try #require(throws: ScaryBugsError.self) {
                try place.read(bytes, into: destination)
            }
            #expect(error.code == wrapper.code)
            #expect(error.message.contains(wrapper.message), "\(error.message)")
            #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
            #expect(try place.directory().names() == ["out"])
            try place.directory().removeDirectory(named: "out")
        }
    }

    private static let names = [
        HostileWrapper("root", .file("/x"), says: "absolute"),
        HostileWrapper("drive", .file("C:x"), says: "absolute"),
        HostileWrapper("up", .file("../x"), says: "\"..\""),
        HostileWrapper("up from inside", .directory("3.scarybug", .file("..")), says: "\"..\""),
        HostileWrapper("backslash", .file("a\\x"), says: "backslash"),
        HostileWrapper("NUL", .file("x\u{0}y"), says: "NUL"),
        HostileWrapper("escape", .file("\u{1B}[2J"), says: "control character"),
        HostileWrapper("no UTF-8", .file("").with { $0.name = [0xE4] }, says: "UTF-8"),
        HostileWrapper("slash", .file("3.scarybug/x"), says: "a slash in it"),
        HostileWrapper("slash in front", .file("./x"), says: "a slash in it"),
        HostileWrapper("slash at the end", .directory("x/"), says: "a slash in it"),
        HostileWrapper("empty", .file(""), says: "no name"),
        HostileWrapper(
            "empty inside", .directory("3.scarybug", .file("")), says: "an empty name"),
        HostileWrapper(
            "too long", .file(String(repeating: "x", count: 256)), says: "longer than 255 bytes"),
        HostileWrapper("same name", .dataFile, says: "two entries named"),
        HostileWrapper("same but for case", .file("Data.plist"), says: "only in case"),
        HostileWrapper(
            "same but for normal form", .file("é"), .file("e\u{301}"), says: "two entries named"),
    ]

    private static let kinds = [
        HostileWrapper("link", .file("x").with { $0.type = 2 }, says: "a link"),
        HostileWrapper("no type", .file("x").with { $0.type = 0 }, says: "unknown kind"),
        HostileWrapper(
            "highest type", .file("x").with { $0.type = .max }, says: "unknown kind"),
        HostileWrapper(
            "own name that is no file", .directory("__@PreferredName@__"), .file("x"),
            says: "beside it"),
        HostileWrapper(
            "deep", RawWrapper(.directory("a", .dataFile, .directory("b"))),
            says: "\"a/b\" is deeper"),
        HostileWrapper("very deep", nested(), says: "deeper"),
        HostileWrapper("very deep litter", nested(in: "__MACOSX"), says: "deeper"),
    ]

    /// A hundred nested directories.
    private static func nested(in name: String = "d") -> Entry {
        (0..<100).reduce(Entry.directory("d")) { inner, _ in .directory("d", inner) }
            .with { $0.name = Array(name.utf8) }
    }

    private static let documents = [
        HostileWrapper("empty", RawWrapper(), says: "no data file"),
        HostileWrapper(
            "names alone", RawWrapper([.metadata] + Entry.preferredNames), says: "no data file"),
        HostileWrapper("a picture alone", RawWrapper(.file("fullImage.jpg")), says: "no data file"),
        HostileWrapper("a single file", RawWrapper(.file(".."), .metadata), says: "a single file"),
        HostileWrapper("one inside, one beside", .directory("3.scarybug"), says: "beside it"),
        HostileWrapper(
            "two", RawWrapper(.directory("3.scarybug", .dataFile), .directory("4.scarybug")),
            says: "more than one document"),
    ]

    private static let lies = [
        HostileWrapper(
            "count", RawWrapper([.dataFile], count: .max), .limitExceeded, says: "more than 1,000"),
        HostileWrapper(
            "count beyond the end", RawWrapper([.dataFile], count: 1_000), .damaged,
            says: "truncated"
        ),
        HostileWrapper(
            "count too small", RawWrapper([.dataFile, .file("x")], count: 1), .damaged,
            says: "behind the end"),
        HostileWrapper(
            "length of a name", .file("x").with { $0.nameLength = .max }, code: .damaged,
            says: "truncated"),
        HostileWrapper(
            "size", .file("x").with { $0.size = .max }, code: .damaged, says: "truncated"),
        HostileWrapper(
            "size too large", .file("x", "0123").with { $0.size = 11 }, .file("y"), code: .damaged,
            says: "behind the end"),
        HostileWrapper(
            "size of nothing", RawWrapper(Entry.dataFile.with { $0.size = 0 }), .damaged,
            says: "behind the end"),
        HostileWrapper(
            "sizes that overlap", .file("x").with { $0.size = 18 }, .file("y", "0123456789"),
            code: .damaged, says: "truncated"),
        HostileWrapper(
            "length", .file("x").with { $0.body = words(.max) }, code: .damaged, says: "declares"),
        HostileWrapper(
            "length too small", .file("x").with { $0.body = words(3, 0) }, code: .damaged,
            says: "has 4 bytes and declares 3"),
        HostileWrapper(
            "no length", .file("x").with { $0.body = [] }, code: .damaged, says: "damaged"),
        HostileWrapper(
            "length behind padding", .file("x").with { $0.body = words(padded, .max, 0) },
            code: .damaged, says: "declares"),
        HostileWrapper(
            "padding", .file("x").with { $0.body = words(padded, 0, .max) }, code: .damaged,
            says: "damaged"),
        HostileWrapper(
            "padding twice", .file("x").with { $0.body = words(padded, padded, 0) },
            code: .damaged, says: "declares"),
        HostileWrapper(
            "own name", .file("__@PreferredName@__").with { $0.body = words(2) }, code: .damaged,
            says: "declares"),
        HostileWrapper(
            "count inside", .directory("3.scarybug", RawWrapper([], count: .max)),
            code: .limitExceeded, says: "more than 1,000"),
        HostileWrapper(
            "size inside", .directory("3.scarybug", .dataFile.with { $0.size = 90 }),
            code: .damaged, says: "damaged"),
        HostileWrapper(
            "bytes behind the end", RawWrapper(.dataFile).bytes + [0], .damaged,
            says: "behind the end"),
        HostileWrapper(
            "bytes behind the end inside", .directory("a").with { $0.body += [0] },
            code: .damaged, says: "\"a\": bytes behind the end"),
    ]

    private static let padded: UInt32 = 0x8000_0000

    private static func words(_ words: UInt32...) -> [UInt8] { words.flatMap { RawZip.bytes($0) } }
}
