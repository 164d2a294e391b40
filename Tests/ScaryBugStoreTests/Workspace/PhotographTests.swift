import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs

/// The documents of each photograph, and the digests that the index keeps.
@Suite struct PhotographTests {
    private let bench: IndexBench
    private let directory: TemporaryDirectory
    private let planted = Digest(high: 1, low: -2)

    init() throws {
        bench = try IndexBench()
        directory = bench.bench.directory
        let exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        try directory.write(SamplePhotograph.jpeg(exif), to: "a.jpg")
        try directory.write(SamplePhotograph.jpeg(nil), to: "b.jpg")
        try directory.write(SamplePhotograph.png(exif), to: "c.png")
        let workspace = try bench.session(cache: nil)
        for (title, name) in [("Weta", "a.jpg"), ("Moth", "b.jpg"), ("Ant", "c.png")] {
            try workspace.add(title, picture: directory.path(name))
        }
        try workspace.add("Wasp")
    }

    private func path(_ name: String) -> String { bench.bench.documentPath(name) }

    private func groups(_ workspace: Workspace) throws -> [[Int]] {
        try workspace.photographDigests().values.map { $0.map(\.number) }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    @Test(arguments: ["cache", nil, "a.jpg/none"])
    func `documents with the same picture, with and without an index`(cache: String?) throws {
        let workspace = try bench.session(cache: cache)
        for _ in 0..<2 { #expect(try groups(workspace) == [[1, 2], [3]]) }
    }

    @Test func `further pictures count, thumbnails and other files don't`() throws {
        for name in ["other.bin", "thumbImage.jpg", "THUMBIMAGE.JPG"] {
            try directory.write(SamplePhotograph.jpeg(nil), to: path("4.scarybug/\(name)"))
        }
        try directory.write("a text", to: path("4.scarybug/notes.txt"))
        try directory.makeDirectory(path("3.scarybug/more"))
        try directory.write(SamplePhotograph.jpeg(nil), to: path("3.scarybug/thumbImage.png"))
        #expect(try groups(bench.session()) == [[1, 2, 4], [3]])
    }

    /// Gives the photograph of a document another digest in the index.
    private func plant(_ number: Int, _ workspace: Workspace) throws {
        let document = try workspace.openDocument(workspace.documentName(number))
        let status = try #require(try document.pictureStatus())
        let documents = try #require(try workspace.readable())
        _ = try workspace.usingIndex(of: documents, making: true) {
            try $0.replace($0.photographs(), with: [PhotographFile(status): planted])
        }
    }

    private func kept(_ workspace: Workspace) throws -> DocumentIndex.Photographs {
        let documents = try #require(try workspace.readable())
        return try #require(
            try workspace.usingIndex(of: documents, making: false) { try $0.photographs() })
    }

    @Test func `the index's digest counts as long as the file is the same`() throws {
        let workspace = try bench.session()
        try plant(2, workspace)
        #expect(try workspace.photographDigests()[planted]?.map(\.number) == [2])
        #expect(try kept(workspace).values.contains(planted))

        try directory.write(SamplePhotograph.jpeg(nil), to: path("2.scarybug/fullImage.jpg"))
        #expect(try groups(bench.session()) == [[1, 2], [3]])
        #expect(try !kept(workspace).values.contains(planted))
    }

    @Test func `the digest of a deleted document goes`() throws {
        let workspace = try bench.session()
        try plant(2, workspace)
        try workspace.delete(2)
        #expect(try groups(workspace) == [[1], [3]])
        #expect(try !kept(workspace).values.contains(planted))
    }

    @Test func `documents with the same identifier, with and without an index`() throws {
        try directory.makeDirectory(path("9.scarybug"))
        let bytes = try directory.bytes(of: path("4.scarybug/data.plist"))
        try directory.write(bytes, to: path("9.scarybug/data.plist"))
        for cache in ["cache", nil] {
            let duplicates = try bench.session(cache: cache).duplicates()
            #expect(duplicates.map(\.reason) == [.photograph, .identifier])
            #expect(duplicates.map { $0.documents.map(\.number) } == [[1, 2], [4, 9]])
        }
    }
}
