import TestSupport
import Testing

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
        #expect(try outcome.documents.map(\.was) == [1, 2, 3])
        #expect(try bob.titles == ["1 Wasp", "2 Bee", "3 Ant"])
        #expect(
            try bob.preview(ImportSource(path: path), .init(now: Bench.now)).documents.map(\.number)
                == [4, 5, 6])
    }

    @Test func `the others get higher numbers in that order`() throws {
        for title in ["a", "b", "c"] { try bob.add(title) }
        #expect(try bob.importAll(path).documents.map(\.was) == [1, 2, 3])
        #expect(try bob.titles.suffix(3) == ["4 Wasp", "5 Bee", "6 Ant"])
    }

    @Test func `one bad bundle keeps all of them out`() throws {
        try bench.directory.write("x", to: "mixed/bad.scarybug")
        let refusal = message { _ = try bob.importAll(path) }
        #expect(refusal?.contains("mixed/bad.scarybug: not a bundle") == true)
        #expect(try bob.titles == [])
    }
}
