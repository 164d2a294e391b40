import Foundation
import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Whatever an import accepts, `check` calls clean, `export` packs, and another import takes again.
///
/// The fuzzer of imports searches for other cases. These are at a limit, where it seldom gets.
@Suite struct ClosureTests {
    private let bench: Bench
    private let workspace: Workspace
    private let data: [UInt8]

    init() throws {
        bench = try Bench()
        workspace = try bench.workspace()
        try workspace.add("Ant")
        data = try bench.directory.bytes(of: bench.documentPath("1.scarybug/data.plist"))
        try workspace.delete(1)
        try bench.directory.makeDirectory("out")
    }

    private func limit(_ name: String, _ value: Int) throws {
        let preference = try #require(Preference.named(name))
        _ = try workspace.change([(preference, .integer(Int64(value)))])
    }

    private func entry(_ name: String, _ bytes: [UInt8]) -> RawTar.Entry {
        var entry = RawTar.Entry(name)
        entry.data = bytes
        return entry
    }

    private func write(_ entries: [RawTar.Entry]) throws -> String {
        try bench.directory.write(RawTar(entries).bytes, to: "in.scarybug")
    }

    /// Expects that a source is imported, and comes back from a bundle and from a directory.
    private func expectClosure(_ path: String) throws {
        let imported = try workspace.importDocument(path).document
        _ = try workspace.check { Issue.record("\($0.path) \($0.message)") }
        for format in [ExportFormat.scarybug, .directory] {
            let export = try Export(
                from: workspace, to: bench.directory.path("out"), as: format, count: 1,
                replacing: true)
            let written = try #require(try export.write([imported.name]).first)
            let again = try workspace.importDocument(written.path).document
            #expect(again.data[.created] == imported.data[.created])
            #expect(try Digest(again.data) == Digest(imported.data))
            let (own, other) = (
                bench.documentPath(imported.name.directoryName),
                bench.documentPath(again.name.directoryName)
            )
            let names = try bench.directory.names(in: own)
            #expect(try bench.directory.names(in: other) == names)
            for name in names {
                #expect(
                    try bench.bytesBesideChanges(of: "\(own)/\(name)")
                        == bench.bytesBesideChanges(of: "\(other)/\(name)"))
            }
        }
    }

    @Test func `as many files as a bundle may have, with and without a directory`() throws {
        try limit("bundleEntries", 5)
        let files = (1...4).map { entry("\($0).txt", [UInt8($0)]) }
        try expectClosure(write(files + [entry("data.plist", data)]))
        try bench.directory.makeDirectory("source")
        try bench.directory.write(data, to: "source/data.plist")
        for number in 1...4 { try bench.directory.write([1], to: "source/\(number).txt") }
        try expectClosure(bench.directory.path("source"))
        let path = try write(files + [entry("5.txt", [5]), entry("data.plist", data)])
        #expect(message { try expectClosure(path) }?.contains("more than 5 entries") == true)
    }

    @Test func `as many bytes as a bundle and a data file may have`() throws {
        try limit("bundleBytes", data.count + 1_000)
        try limit("dataFileBytes", data.count)
        let notes = [UInt8](repeating: 7, count: 1_000)
        try expectClosure(write([entry("data.plist", data), entry("notes", notes)]))
        // There is room for what an export tells of changes, in one or both.
        try limit("dataFileBytes", data.count + 10_000)
        try expectClosure(write([entry("data.plist", data), entry("notes", notes)]))
        try limit("bundleBytes", data.count + 10_000)
        try expectClosure(write([entry("data.plist", data), entry("notes", notes)]))
    }

    @Test(arguments: [-1, -11_676_096_000, 1 << 32, 1 << 40])
    func `a time that no bundle can hold`(seconds: Int) throws {
        try bench.directory.makeDirectory("source")
        // An app stores no dates, so the file's time stands for them.
        var archive = KeyedArchive()
        let object = archive.addObject(className: DocumentKind.bug.className)
        try archive.setValue(.string("Ant"), forKey: "Title", of: object)
        archive.setRoot(DocumentKind.bug.rootKey, to: object)
        let path = try bench.directory.write(archive.encoded(), to: "source/data.plist")
        let times = [
            FileAttributeKey.modificationDate: Date(timeIntervalSince1970: Double(seconds))
        ]
        try FileManager.default.setAttributes(times, ofItemAtPath: path)
        try expectClosure(bench.directory.path("source"))
    }

    @Test func `a file whose name is not UTF-8 is refused, since no bundle could hold it`() throws {
        let path = try bench.directory.makeDirectory("source")
        try bench.directory.write(data, to: "source/data.plist")
        let name = path.utf8CString.dropLast() + "/".utf8CString.dropLast() + [-1, 0]
        try #require(creat(Array(name), 0o600) >= 0)
        let text = message { _ = try workspace.importDocument(path) }
        #expect(
            text?.hasSuffix("has a name that is not UTF-8; rename it, or pack it as a ZIP file")
                == true)
    }
}
