import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore

/// A few documents to query.
struct Catalogue {
    let bench: Bench
    let workspace: Workspace
    /// The same documents, with an index.
    let indexed: Workspace

    /// 2026-05-08 12:00:00 UTC
    static let now = Timestamp(secondsSince1970: 1_778_241_600)

    init() throws {
        bench = try Bench()
        workspace = try bench.workspace()
        indexed = Workspace(
            home: bench.home, user: workspace.user, cachePath: bench.directory.path("cache"))
        try bench.directory.write(Bench.jpeg, to: "spider.jpg")
        try add(
            .bug, "Garden Spider", created: "2026-05-08T11:59:59Z",
            picture: bench.directory.path("spider.jpg"),
            [
                "rating": "3.5", "tags": "spider,garden", "place": "Hyde Park",
                "notes": "A well-known one, spun its web at 12:30", "seen": "2026-05-01",
            ])
        try add(
            .bug, "Stag Beetle", created: "2026-05-01",
            [
                "rating": "2", "tags": "beetle,t30,Dead Wood",
                "species": "Lucanus cervus", "observer": "Ann", "seen": "2026-05-31T23:59:59Z",
            ])
        try add(
            .creature, "Café Beetle", created: "2026-04-30T23:59:59Z",
            ["tags": "t3", "notes": "日本の虫"])
        try add(
            .book, "The Sting of the Wild", created: "2025-12-31",
            [
                "author": "Justin Schmidt", "pageCount": "280", "categories": "Science,Ants",
                "available": "yes",
            ])
        try add(
            .book, "Journey to the Ants", created: "2026-01-01",
            ["pageCount": "228", "available": "no", "tags": "Wood,dead"])
    }

    private func add(
        _ kind: DocumentKind, _ title: String, created: String, picture: String? = nil,
        _ values: [String: String]
    ) throws {
        var data = try DocumentData(new: kind, now: Timestamp(created) ?? Self.now)
        try data.set(.text(title), for: .title)
        for (name, text) in values {
            guard let field = kind.field(named: name) else { continue }
            try data.set(FieldValue(text, for: field), for: field)
        }
        let file = try picture.map { try PictureFile(path: $0) }
        // Thumbnails have tests of their own, and take long.
        file?.keep(thumbnail: nil)
        _ = try workspace.add(data, picture: file)
    }

    /// The numbers of the documents that words select. Expects the same numbers from the index.
    func numbers(
        _ words: [String],
        savedQuery: @escaping (String) throws -> [String] = QueryContext.noSavedQuery
    ) throws -> [Int] {
        let context = QueryContext(now: Self.now, in: .utc, savedQuery: savedQuery)
        let selection = try Selection(words, in: context)
        let names = try workspace.documentNames(in: selection)
        #expect(try indexed.documentNames(in: selection) == names)
        return names.map(\.number)
    }
}
