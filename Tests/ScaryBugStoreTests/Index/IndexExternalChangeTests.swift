import Foundation
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs

/// Changes that other programs make to files inside documents. They don't affect the documents'
/// directory.
@Suite struct IndexExternalChangeTests {
    private let index: IndexBench
    private let session: Workspace

    init() throws {
        index = try IndexBench()
        session = try index.session()
        for title in ["Moth", "Gnat", "Wasp"] { try session.add(title) }
        try index.expectAgreement(in: session)
    }

    /// Changes a title in place, keeping the file's name, its size and all times that can be set.
    private func change(_ number: Int, to title: String) throws {
        let name = index.bench.documentPath("\(number).scarybug/data.plist")
        let path = index.bench.directory.path(name)
        var status = stat()
        stat(path, &status)
        let present = try session.document(DocumentName(number: number, kind: .bug)).title
        try #require(title.utf8.count == present.utf8.count)
        var bytes = Data(try index.bench.directory.bytes(of: name))
        let place = try #require(bytes.range(of: Data(present.utf8)))
        bytes.replaceSubrange(place, with: Data(title.utf8))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: bytes)
        var times = [status.st_atim, status.st_mtim]
        futimens(file.fileDescriptor, &times)
    }

    /// The titles in the index of a session, by default a new one.
    private func titles(in session: Workspace? = nil) throws -> [String] {
        try #require(try index.rows(of: session ?? index.session())).map {
            String($0.split(separator: " ")[1])
        }
    }

    @Test func `a change in place is not detected without a reason to read the file`() throws {
        try change(2, to: "Flea")
        #expect(try titles() == ["Moth", "Gnat", "Wasp"])
    }

    private static let readers: [@Sendable (Workspace, IndexBench) throws -> Void] = [
        { session, _ in _ = try session.document(2) },
        { session, _ in try session.edit(2, [.set(.rating, .rating(3))]) },
        { session, index in
            let path = index.bench.directory.path("a.scarybug")
            let export = try Export(from: session, to: path, count: 1, replacing: true)
            _ = try export.write([session.documentName(2)])
        },
        { session, _ in _ = try session.refresh() },
    ]

    @Test(arguments: 0..<readers.count)
    func `a command that reads the document notices the change`(reader: Int) throws {
        for title in ["Flea", "Lice", "Mite"] {
            try change(2, to: title)
            let session = try index.session()
            try Self.readers[reader](session, index)
            #expect(try titles(in: session) == ["Moth", title, "Wasp"])
            #expect(try titles() == ["Moth", title, "Wasp"])
            try index.expectAgreement(in: session)
        }
    }

    @Test func `the index notices documents that become unreadable or readable`() throws {
        let name = index.bench.documentPath("2.scarybug/data.plist")
        let whole = try index.bench.directory.bytes(of: name)
        for bytes in [Array("no archive".utf8), whole] {
            // In place, so the document's directory doesn't change.
            let path = URL(fileURLWithPath: index.bench.directory.path(name))
            let file = try FileHandle(forWritingTo: path)
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: bytes)
            let session = try index.session()
            _ = try? session.document(2)
            try index.expectAgreement(in: session)
            try index.expectAgreement(in: index.session())
        }
    }

    // Takes more than three seconds, because two changes can be told apart only after a while.
    @Test func `refresh reads only what changed`() throws {
        let photograph = try index.bench.directory.write(
            Bench.jpeg, to: index.bench.documentPath("3.scarybug/fullImage.jpg"))
        let refreshed = { try index.session().refresh().read }
        #expect(try refreshed() == 3)
        // The changes are too recent to rely on their times.
        #expect(try refreshed() == 3)
        Thread.sleep(forTimeInterval: Double(IndexStamp.granularity) + 1.1)
        #expect(try refreshed() == 3)
        #expect(try refreshed() == 0)
        try session.edit(1, [.set(.rating, .rating(1))])
        try change(2, to: "Flea")
        // In place, so the document's directory doesn't change.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: photograph))
        try file.seekToEnd()
        try file.write(contentsOf: [1])
        try index.bench.directory.remove(index.bench.documentPath("1.scarybug"))
        let last = try index.session().refresh()
        #expect((last.read, last.gone) == (2, 1))
        try index.expectAgreement(in: session)
    }
}
