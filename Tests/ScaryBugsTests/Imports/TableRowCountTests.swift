import Synchronization
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// The rows of a table are counted before any is staged.
@Suite struct TableRowCountTests {
    let bench: Bench
    let bob: Workspace

    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
        _ = try bob.change([(#require(Preference.named("importDocuments")), .integer(3))])
    }

    /// Imports a table. Returns the messages of its refusals, and the progress.
    private func read(
        _ text: String, _ name: String = "t.csv", keepsGoing: Bool = false
    ) throws -> (messages: [String], progress: [Workspace.Progress]) {
        let progress = Mutex<[Workspace.Progress]>([])
        bob.onProgress = { step in progress.withLock { $0.append(step) } }
        var options = ImportOptions(now: Bench.now)
        options.keepsGoing = keepsGoing
        let source = try ImportSource(path: bench.directory.write(text, to: name))
        let outcome = try bob.importDocuments(from: source, options)
        return (outcome.refusals.map(\.message), progress.withLock { $0 })
    }

    @Test(arguments: [
        ("t.csv", "title\na\n\n\"b\nc\"\nd\n"),
        ("t.jsonl", #"{"title":"a"}\#n\#n{"title":"b"}\#n{"title":"d"}"#),
    ])
    func `the progress of a table has its total`(name: String, text: String) throws {
        let (messages, progress) = try read(text, name)
        #expect(messages == [])
        #expect(
            progress.filter { $0.part == .reading }
                == (0..<3).map { Workspace.Progress(.reading, $0, of: 3) })
    }

    @Test func `a table with too many rows is refused before any is staged`() throws {
        let (messages, progress) = try read("title\na\nb\nc\nd\n")
        let path = bench.directory.path("t.csv")
        #expect(
            messages == [
                "\(path): more than 3 documents in it; 'config importDocuments=N' raises the limit"
            ])
        #expect(progress == [])
    }

    @Test func `with --keep-going its first rows are imported`() throws {
        let (messages, _) = try read("title\na\nb\nc\nd\n", keepsGoing: true)
        let path = bench.directory.path("t.csv")
        #expect(
            messages == [
                "\(path): more than 3 documents in it; 'config importDocuments=N' raises the limit"
            ])
        #expect(try bob.titles == ["1 a", "2 b", "3 c"])
    }
}
