import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Damaged and hostile backups.
@Suite struct BackupDamageTests {
    let bench: Bench
    let bob: Workspace

    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
    }

    private func restore(
        _ bytes: [UInt8], keepsGoing: Bool = false
    ) throws -> Workspace.Outcome {
        let path = try bench.directory.write(bytes, to: "b.zip")
        var options = ImportOptions(now: Bench.now)
        options.keepsGoing = keepsGoing
        return try bob.restore(Backup(path: path), options)
    }

    /// The error of a backup with these entries after the first.
    private func refusal(_ entries: RawZip.Entry...) throws -> String? { try refusal(entries) }

    private func refusal(_ entries: [RawZip.Entry]) throws -> String? {
        let zip = RawZip([Self.start] + entries)
        var refusals: [String] = []
        let thrown = message { refusals = try restore(zip.bytes).refusals.map(\.message) }
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
        return (thrown ?? refusals.first)?.replacing(bench.directory.path("b.zip") + ": ", with: "")
    }

    private static let start = RawZip.Entry("FORMAT.md", "# A ScaryBugs backup\n")
    private static let place = "Private Documents"

    private static func document(_ number: Int) throws -> RawZip.Entry {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text("Ant"), for: .title)
        let bytes = try data.encoded()
        return RawZip.Entry("\(place)/\(number).scarybug/data.plist").with { $0.data = bytes }
    }

    @Test func `damage of the description is found, too`() throws {
        var bytes = try RawZip([Self.start, Self.document(2)]).bytes
        let text = try #require(bytes.firstRange(of: Array("ScaryBugs backup".utf8)))
        bytes[text.lowerBound] ^= 1
        let path = try bench.directory.write(bytes, to: "b.zip")
        #expect(throws: ScaryBugsError.self) { try Backup(path: path).verify() }
    }

    @Test func `a backup built by hand is restored`() throws {
        let zip = try RawZip([Self.start, Self.document(2), Self.document(5)])
        #expect(try restore(zip.bytes).documents.map(\.document?.number) == [2, 5])
    }

    @Test(arguments: ["", "alice/"])
    func `a backup that another program packed again is restored`(directory: String) throws {
        let files = try [
            RawZip.Entry("\(Self.place)/"), Self.document(5),
            RawZip.Entry("\(Self.place)/.DS_Store"),
            Self.document(2), RawZip.Entry("preferences.plist", "x"), Self.start,
        ]
        let packed = files.map { entry in
            entry.with {
                $0.name = Array(directory.utf8) + $0.name
                if $0.name.last == UInt8(ascii: "/") { $0.data = [] }
            }
        }
        for entries in [packed, packed.reversed()] {
            let outcome = try restore(RawZip(entries).bytes)
            #expect(outcome.refusals.isEmpty && outcome.documents.count == 2)
            #expect(try Backup(path: bench.directory.path("b.zip")).verify().documents == 2)
            let path = bench.directory.path("b.zip")
            #expect(
                message { _ = try bob.importAll(path) }
                    == "\(path): a backup; restore it with 'restore FILE'")
        }
        #expect(try bob.titles == ["2 Ant", "5 Ant", "6 Ant", "7 Ant"])
    }

    @Test func `of a backup that was unpacked, an import takes the documents`() throws {
        try bench.directory.makeDirectory("b")
        for entry in try [Self.start, Self.document(2), Self.document(5)] {
            let name = String(decoding: entry.name, as: UTF8.self)
            let parent = name.split(separator: "/").dropLast().joined(separator: "/")
            if !parent.isEmpty { try bench.directory.makeDirectory("b/\(parent)") }
            try bench.directory.write(entry.data, to: "b/\(name)")
        }
        let path = bench.directory.path("b")
        #expect(
            message { _ = try Backup(path: path) }
                == "\(path): a directory, not a backup; 'import' takes the documents of a backup that "
                + "was unpacked")
        #expect(try bob.importAll(path).documents.map(\.document?.number) == [2, 5])
    }

    @Test func `none of many documents takes the number of a later one`() throws {
        try bob.add("Bee")
        let count = 1_002
        let zip = try RawZip([Self.start] + (1...count).map { try Self.document($0) })
        let path = try bench.directory.write(zip.bytes, to: "b.zip")
        let expected = [count + 1] + Array(2...count)
        let preview = try bob.dryRun {
            try bob.restore(Backup(path: path), ImportOptions(now: Bench.now))
        }
        #expect(preview.documents.map(\.document?.number) == expected)
        #expect(try restore(zip.bytes).documents.map(\.document?.number) == expected)
    }

    @Test func `an entry of no document refuses no document before it`() throws {
        let zip = try RawZip([Self.start, Self.document(2), RawZip.Entry("x", "")])
        let outcome = try restore(zip.bytes, keepsGoing: true)
        #expect(outcome.documents.map(\.document?.number) == [2])
        #expect(
            outcome.refusals.map(\.message)
                == ["\(bench.directory.path("b.zip")): entry \"x\" is not a file of a document"])
    }

    @Test(arguments: [
        ("../x", "leads out of the bundle"), ("/etc/x", "has an absolute name"),
        ("x", "is not a file of a document"), ("\(place)/x", "is not a file of a document"),
        ("\(place)/1.exe/x", "is not a file of a document"),
        ("\(place)/1.scarybug/x/y", "is not a file of a document"),
        ("\(place)/../../1.scarybug", "leads out of the bundle"),
        ("\(place)/9.scarybug/x", "no data file"),
        ("\(place)/1.scarybug/x", "no data file"),
    ])
    func `an entry out of place is refused`(name: String, reason: String) throws {
        let refusal = try refusal(Self.document(2), RawZip.Entry(name))
        #expect(refusal?.contains(reason) == true, "\(refusal ?? "")")
    }

    @Test func `entries that are not plain files are refused`() throws {
        let name = "\(Self.place)/1.scarybug/data.plist"
        let link = RawZip.Entry(name).with { $0.mode = 0o120777 }
        #expect(try refusal(link)?.contains("symbolic link") == true)
        let packed = RawZip.Entry(name).with { $0.method = 8 }
        #expect(try refusal(packed)?.contains("is compressed") == true)
        let overlapping = try Self.document(3).with { $0.offset = 0 }
        #expect(try refusal(Self.document(2), overlapping)?.contains("overlaps") == true)
        let large = RawZip.Entry(name).with { ($0.size, $0.packedSize) = (1 << 30, 1 << 30) }
        #expect(try refusal(large)?.contains("does not fit into the file") == true)
    }

    @Test func `a wrong checksum is found, and nothing is restored`() throws {
        let alice = try bench.workspace()
        for number in 1...3 { try alice.add("Bug \(number)") }
        let path = bench.directory.path("alice.zip")
        _ = try alice.backUp(to: path, replacing: false)
        let whole = try bench.directory.bytes(of: "alice.zip")
        let text = Array("Bug 2".utf8)
        let place = try #require(
            whole.indices.first { whole[$0...].starts(with: text) })
        var damaged = whole
        damaged[place] ^= 1
        try bench.directory.write(damaged, to: "b.zip")
        #expect(
            message { _ = try Backup(path: bench.directory.path("b.zip")).verify() }?
                .hasSuffix("2.scarybug/data.plist\" is damaged: its checksum is wrong") == true)
        #expect(try restore(damaged).documents.isEmpty)
        #expect(try bob.titles == [])
    }

    @Test func `every cut and every changed byte is an error, or changes nothing that matters`()
        throws
    {
        let zip = try RawZip([Self.start, Self.document(2)]).bytes
        for count in stride(from: 0, to: zip.count, by: 7) {
            let path = try bench.directory.write(Array(zip.prefix(count)), to: "b.zip")
            #expect(message { _ = try Backup(path: path).verify() } != nil, "\(count) bytes")
        }
        for index in stride(from: 0, to: zip.count, by: 3) {
            var bytes = zip
            bytes[index] ^= 0xFF
            let path = try bench.directory.write(bytes, to: "b.zip")
            // It may not trap.
            _ = message { _ = try Backup(path: path).verify() }
        }
    }

    @Test(arguments: ["", "PK", "title\nAnt\n"])
    func `any other file is no backup`(text: String) throws {
        let path = try bench.directory.write(text, to: "x")
        #expect(
            message { _ = try Backup(path: path) }
                == "\(path): not a backup; 'import' takes bundles, documents and tables")
    }

    @Test func `a document of very many files is refused`() throws {
        let files = (1...10_001).map { RawZip.Entry("\(Self.place)/2.scarybug/\($0)", "") }
        let refusal = try refusal([Self.document(2)] + files)
        #expect(refusal?.contains("more than 10,000 entries") == true, "\(refusal ?? "")")
    }

    @Test func `many empty entries cost little`() throws {
        let names = (1...20_000).map { RawZip.Entry("\(Self.place)/\($0).scarybug/data.plist", "") }
        let start = MonotonicClock.seconds
        let refusal = try bench.directory.write(RawZip([Self.start] + names).bytes, to: "b.zip")
        let outcome = try bob.restore(Backup(path: refusal), ImportOptions(now: Bench.now))
        #expect(outcome.refusals.count == 1)
        #expect(MonotonicClock.seconds - start < 5)
    }
}
