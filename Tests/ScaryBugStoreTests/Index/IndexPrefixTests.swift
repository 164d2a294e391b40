import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// The beginnings of words select the same documents with and without an index, whether the index
/// looks for the prefix or for the words of its lexicon.
@Suite struct IndexPrefixTests {
    private let index: IndexBench
    private let session: Workspace
    private let plain: Workspace

    init() throws {
        index = try IndexBench()
        session = try index.session()
        plain = try index.session(cache: nil)
        // 40 words begin with "beet", so many that its prefix is searched, and 10 with "beet1".
        for number in 10...49 { try add("Stag Beet\(number)", notes: "Älteste Käfer") }
        try add("Beet", notes: "beetroot")
    }

    private func add(_ title: String, notes: String) throws {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text(title), for: .title)
        try data.set(.text(notes), for: .notes)
        try data.set(.list(["beeswax \(title)"]), for: .tags)
        _ = try session.add(data, picture: nil)
    }

    private func expectAgreement(
        _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let expected = try index.numbers(words, in: plain)
        #expect(try index.numbers(words, in: session) == expected, sourceLocation: sourceLocation)
        #expect(try session.withIndex { _ in true } == true, sourceLocation: sourceLocation)
    }

    @Test func `each prefix selects the same documents`() throws {
        let cases = [
            (["b"], 41), (["be"], 41), (["bee"], 41), (["beet"], 41), (["beet1"], 10),
            (["beet12"], 1), (["beet123"], 0), (["beetr"], 1), (["title:beet1"], 10),
            (["title:beetr"], 0), (["notes:beetr"], 1), (["tags:beet1"], 0),
            (["stag", "beet2"], 10), (["stag-beet2"], 10), (["-beet1"], 31),
            (["beet1", "-beet12"], 9), (["title:beet1|beet2"], 20), (["notes:altest|beetr"], 41),
            (["kafe"], 40), (["käfer", "beet3"], 10), (["beet", "limit:3"], 3),
            (["beet1", "sort:-title"], 10), (["beet1", "has:notes"], 10),
        ]
        for (words, count) in cases {
            try expectAgreement(words)
            #expect(try index.numbers(words, in: session).count == count, "\(words)")
        }
    }

    @Test func `words that are new, or in no document any more`() throws {
        try expectAgreement(["beetle"])
        try add("Beetle", notes: "")
        try expectAgreement(["beetl"])
        _ = try session.delete(DocumentName(number: 42, kind: .bug))
        try expectAgreement(["beetl"])
        _ = try session.undo()
        try expectAgreement(["beetl"])
        #expect(try index.numbers(["beetl"], in: session) == [42])
    }
}
