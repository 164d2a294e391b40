import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// ZIP and tar files that hold several documents.
@Suite struct ImportContainerTests {
    private typealias Entry = RawZip.Entry

    let bench: Bench
    let bob: Workspace

    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
    }

    // MARK: Material

    private static func dataFile(_ title: String) throws -> [UInt8] {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text(title), for: .title)
        return try data.encoded()
    }

    /// A document's data file, or a bundle of it if the name is the name of a bundle.
    private static func entry(_ name: String, _ title: String) throws -> Entry {
        let data = try dataFile(title)
        let inner = Entry("1.scarybug/data.plist").with { $0.data = data }
        let isData = name.hasSuffix(".plist")
        return Entry(name).with { $0.data = isData ? data : RawZip(inner).bytes }
    }

    private static func zip(_ names: [String]) throws -> [UInt8] {
        try RawZip(names.map { try entry($0, "from \($0)") }).bytes
    }

    private static func tar(_ names: [String]) throws -> [UInt8] {
        try RawTar(
            names.map { name in
                var file = RawTar.Entry(name)
                file.data = try entry(name, "from \(name)").data
                return file
            }
        ).bytes
    }

    private func importDocuments(
        _ bytes: [UInt8], keepsGoing: Bool = false
    ) throws -> (outcome: Workspace.Outcome, path: String) {
        let path = try bench.directory.write(bytes, to: "many.zip")
        var options = ImportOptions(now: Bench.now)
        options.keepsGoing = keepsGoing
        return (try bob.importDocuments(from: ImportSource(path: path), options), path)
    }

    // MARK: Tests

    @Test(
        arguments: [
            ["Ant.scarybug", "Bee.scarybug"], ["bugs/Ant.scarybug", "bugs/Bee.scarybug"],
            ["1.scarybug/data.plist", "2.scarybug/data.plist"],
            ["a/1.scarybug/data.plist", "a/b/Bee.scarybug.zip"], ["Ant.zip", "Bee.scarybug"],
            ["Ant (1).scarybug", "Bee.scarybug.part"], ["Ant.scarybug.zip", "Bee.scarybug (2)"],
            ["Ant.SCARYBUG.txt", "Bee.scarybug-1.crdownload"],
        ], [false, true])
    func `all documents of a file arrive as one step`(names: [String], isTar: Bool) throws {
        let bytes = try isTar ? Self.tar(names) : Self.zip(names)
        bob.beginLine("import")
        let (outcome, path) = try importDocuments(bytes)
        #expect(outcome.refusals.map(\.message) == [] && outcome.warnings == [])
        #expect(try bob.titles == ["1 from \(names[0])", "2 from \(names[1])"])
        #expect(
            outcome.documents.map(\.origin?.name)
                == names.map { name in
                    let isData = name.hasSuffix("data.plist")
                    return "\(path): \(isData ? String(name.dropLast(11)) : name)"
                })
        let previews = try bob.preview(ImportSource(path: path))
        #expect(previews.documents.map(\.document?.number) == [3, 4])
        bob.beginLine("undo")
        _ = try bob.undo()
        #expect(try bob.titles == [])
    }

    @Test func `a broken bundle is named, and the others go on if they may`() throws {
        let bytes = try RawZip(
            Self.entry("Ant.scarybug", "Ant"), Entry("Bee.scarybug", "PK"),
            Self.entry("Wasp.scarybug", "Wasp")
        ).bytes
        let (refused, path) = try importDocuments(bytes)
        #expect(refused.documents.isEmpty)
        #expect(refused.refusals.first?.message.hasPrefix("\(path): Bee.scarybug: ") == true)
        #expect(refused.omission?.message.contains("--keep-going") == true)
        let (outcome, _) = try importDocuments(bytes, keepsGoing: true)
        #expect(outcome.documents.count == 2 && outcome.refusals.count == 1)
    }

    @Test func `other files, litter and other containers are skipped`() throws {
        let inner = try Self.zip(["Ant.scarybug", "Bee.scarybug"])
        let bytes = try RawZip(
            Self.entry("Wasp.scarybug", "Wasp"), Entry("read me.txt"), Entry(".DS_Store"),
            Self.entry("1 (conflicted copy).scarybug/data.plist", "older"),
            Entry("inner.zip").with { $0.data = inner },
            Entry("a.jpg").with { $0.data = Bench.jpeg }
        ).bytes
        let (outcome, path) = try importDocuments(bytes)
        #expect(try bob.titles == ["1 Wasp"])
        #expect(
            outcome.warnings.sorted()
                == [
                    ".DS_Store",
                    "1 (conflicted copy).scarybug, which is another version, which a synchronizer "
                        + "left; name it alone to import it",
                    "a.jpg, which is a photograph; unpack the file to import photographs",
                    "inner.zip, which holds several documents; name it alone to import it",
                    "read me.txt, which is neither a document nor a bundle",
                ].map { "\(path): skipped \($0)" })
    }

    private static let table = Entry("t.csv").with { $0.data = Array("title\nWasp\n".utf8) }

    @Test(arguments: ["Ant.scarybug", "Ant (1).scarybug", "Ant.scarybug.part", "Ant.zip"])
    func `a bundle beside a table is taken, and the table is named`(name: String) throws {
        let bytes = try RawZip(Self.entry(name, "Ant"), Self.table).bytes
        let (outcome, path) = try importDocuments(bytes)
        #expect(try bob.titles == ["1 Ant"])
        let warning = "skipped t.csv, which is a table; name it alone to import it"
        #expect(outcome.warnings == ["\(path): \(warning)"])
    }

    @Test(arguments: [
        ("Ant.scarybug.part", "is no bundle: "), ("Ant.scarybug.zip", "is no bundle: "),
        ("1 (conflicted copy).scarybug", "is another version, which a synchronizer left; "),
    ])
    func `a file that can't be taken is named, with a table or without`(
        name: String, reason: String
    ) throws {
        let whole = try Self.entry("x.scarybug", "Ant").data
        let cut = Entry(name).with { $0.data = Array(whole.dropLast(30)) }
        let (alone, path) = try importDocuments(RawZip(cut).bytes)
        #expect(alone.refusals.count == 1 && alone.warnings == [])
        #expect(alone.refusals.first?.message.contains("; \(name) in it \(reason)") == true)
        let beside = try importDocuments(RawZip(cut, Self.table, Entry(".DS_Store")).bytes).outcome
        #expect(try bob.titles == ["1 Wasp"] && beside.warnings.count == 1)
        #expect(
            beside.warnings.first?.hasPrefix("\(path): skipped \(name), which \(reason)") == true)
    }

    @Test func `the limits of a bundle hold for each document`() throws {
        let bytes = try Self.zip((1...3).map { "\($0).scarybug/data.plist" })
        let bundleEntries = try #require(Preference.named("bundleEntries"))
        _ = try bob.change([(bundleEntries, .integer(1))])
        let (outcome, _) = try importDocuments(bytes)
        #expect(outcome.documents.count == 3)
        for document in outcome.documents { try bob.delete(document.name) }
        let other = RawZip(
            .init("1.scarybug/data.plist").with { $0.data = SampleMail.bundle },
            .init("1.scarybug/a.txt"), .init("2.scarybug/data.plist"))
        let message = try importDocuments(other.bytes).outcome.refusals.first?.message
        #expect(message?.contains("more than 1 entries") == true)
    }

    @Test func `the limits of a source hold for the whole file`() throws {
        let bytes = try Self.zip((1...3).map { "\($0).scarybug" })
        let importDocuments = try #require(Preference.named("importDocuments"))
        _ = try bob.change([(importDocuments, .integer(2))])
        let message = try self.importDocuments(bytes).outcome.refusals.first?.message
        #expect(message?.contains("more than 2 entries") == true)
        let size = Int64(try Self.zip(["1.scarybug"]).count)
        _ = try bob.change([
            (importDocuments, nil),
            (#require(Preference.named("importBytes")), .integer(size)),
        ])
        let other = try self.importDocuments(bytes).outcome.refusals.first?.message
        #expect(other?.contains("unpacks to more than") == true)
        #expect(try bob.titles == [])
    }

    @Test func `a directory in a document is refused`() throws {
        let bytes = try Self.zip(["1.scarybug/data.plist", "2.scarybug/data.plist"])
        #expect(try importDocuments(bytes).outcome.refusals.isEmpty)
        let deep = try Self.zip([
            "1.scarybug/data.plist", "1.scarybug/x/data.plist", "2.scarybug/data.plist",
        ])
        let message = try importDocuments(deep).outcome.refusals.first?.message
        #expect(message?.contains("deeper") == true)
    }
}
