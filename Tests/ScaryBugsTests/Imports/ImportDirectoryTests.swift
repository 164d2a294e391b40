import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Directories of bundles, of documents, or of both.
@Suite struct ImportDirectoryTests {
    let bench: Bench
    let bob: Workspace
    let path: String

    /// Makes a directory with document 2, and with bundles of documents 1 and 3.
    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
        let alice = try bench.workspace()
        for title in ["Wasp", "Bee", "Ant"] { try alice.add(title) }
        path = bench.directory.path("mixed")
        for number in [1, 3] {
            let export = try Export(from: alice, to: path + "/", count: 1, replacing: false)
            try export.write([alice.documentName(number)])
        }
        try bench.directory.rename(bench.documentPath("2.scarybug"), "mixed/2.scarybug")
    }

    @Test func `all arrive in the order of their numbers`() throws {
        let outcome = try bob.importAll(path)
        #expect(outcome.documents.map(\.was) == [1, 2, 3])
        #expect(try bob.titles == ["1 Wasp", "2 Bee", "3 Ant"])
        #expect(
            try bob.preview(ImportSource(path: path)).documents.map(\.document?.number)
                == [4, 5, 6])
    }

    @Test func `many arrive in the order of their numbers, too`() throws {
        let names = 1...600
        let document = bench.documentPath("1.scarybug")
        for number in names.reversed() {
            try bench.directory.makeDirectory("many/\(number).scarybug")
            try bench.directory.write(
                bench.directory.bytes(of: document + "/data.plist"),
                to: "many/\(number).scarybug/data.plist")
        }
        let outcome = try bob.importAll(bench.directory.path("many"))
        #expect(outcome.documents.map(\.was) == Array(names))
        #expect(outcome.documents.map(\.document?.number) == Array(names))
    }

    @Test func `the others get higher numbers in that order`() throws {
        for title in ["a", "b", "c"] { try bob.add(title) }
        #expect(try bob.importAll(path).documents.map(\.was) == [1, 2, 3])
        #expect(try bob.titles.suffix(3) == ["4 Wasp", "5 Bee", "6 Ant"])
    }

    @Test func `what other systems left is skipped`() throws {
        try bench.directory.makeDirectory("mixed/.stfolder")
        for name in ["1 (Bob's conflicted copy 2026-05-01).scarybug", ".DS_Store"] {
            try bench.directory.write("x", to: "mixed/\(name)")
        }
        let outcome = try bob.importAll(path)
        #expect(outcome.documents.count == 3)
        #expect(
            outcome.warnings.sorted() == [
                "\(path): skipped .DS_Store", "\(path): skipped .stfolder",
                "\(path): skipped 1 (Bob's conflicted copy 2026-05-01).scarybug, which is another "
                    + "version, which a synchronizer left; name it alone to import it",
            ])
    }

    @Test func `bundles under other names arrive, and other files are named`() throws {
        let names = try bench.directory.names(in: "mixed").filter { $0 != "2.scarybug" }
        let targets = ["A.scarybug.zip", "B.scarybug.part"]
        for (name, target) in zip(names, targets) {
            try bench.directory.rename("mixed/\(name)", "mixed/\(target)")
        }
        try bench.directory.write("%PDF-1.7", to: "mixed/a.pdf")
        try bench.directory.write(RawZip(RawZip.Entry("x")).bytes, to: "mixed/b.zip")
        let outcome = try bob.importAll(path)
        #expect(outcome.documents.map(\.was) == [1, 2, 3])
        #expect(
            outcome.warnings == [
                "\(path): skipped a.pdf, which is a PDF file; 'help bundles' lists what can be imported",
                "\(path): skipped b.zip, which is no bundle: no data file (data.plist), so it holds "
                    + "no document",
            ])
    }

    @Test func `photographs are named once`() throws {
        let photos = try bench.directory.makeDirectory("photos")
        for number in 1...50 {
            try bench.directory.write(Bench.jpeg, to: "photos/\(number).jpg")
            try bench.directory.write(Bench.jpeg, to: "mixed/\(number).jpg")
        }
        #expect(
            message { _ = try bob.importAll(photos) }
                == "\(photos): 50 photographs, and documents only in directories below; "
                + "--photographs imports the photographs")
        #expect(
            try bob.importAll(path).warnings == [
                "\(path): skipped 50 photographs, such as 1.jpg; "
                    + "--photographs imports photographs, too"
            ])
    }

    @Test func `one bad bundle keeps all of them out`() throws {
        try bench.directory.write("x", to: "mixed/bad.scarybug")
        let refusal = message { _ = try bob.importAll(path) }
        #expect(refusal?.contains("mixed/bad.scarybug: not a bundle") == true)
        #expect(try bob.titles == [])
    }
}
