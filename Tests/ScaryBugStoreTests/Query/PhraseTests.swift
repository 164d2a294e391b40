import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// Words that stand one after another.
@Suite struct PhraseTests {
    /// All phrases of a number of words, each `a` or `b`.
    private func phrases(of count: Int) -> [[String]] {
        (0..<1 << count).map { bits in (0..<count).map { bits >> $0 & 1 == 0 ? "a" : "b" } }
    }

    @Test func `a phrase is found wherever it stands, with an index and without`() throws {
        let catalogue = try Catalogue()
        var texts: [(number: Int, text: String)] = []
        for words in phrases(of: 5) {
            var data = try DocumentData(new: .bug, now: Catalogue.now)
            try data.set(.text("Ant"), for: .title)
            try data.set(.text(words.joined(separator: " ")), for: .notes)
            let document = try catalogue.workspace.add(data, picture: nil)
            texts.append((document.name.number, " \(words.joined(separator: " ")) "))
        }
        for phrase in (1...5).flatMap(phrases) {
            let words = phrase.joined(separator: " ")
            let expected = texts.filter { $0.text.contains(" \(words) ") }.map(\.number)
            #expect(
                try catalogue.numbers(["title:ant", "notes::\(words) "]) == expected, "\(words)")
        }
    }

    private func query(_ word: String) throws -> Query {
        var parser = QueryParser(in: QueryContext(now: Catalogue.now))
        try parser.read(word)
        return try parser.joined()
    }

    @Test func `SQLite gets no long phrase, negated or not`() throws {
        for (count, isShort) in [(30, true), (31, false)] {
            for sign in ["", "-"] {
                let words = Array(repeating: "a", count: count).joined(separator: " ")
                let query = try query("\(sign)notes:\(words)")
                let sql = IndexQuery(query, columns: "d.id", textFields: DocumentKind.bug.fields)
                #expect((sql != nil) == isShort, "\(sign)\(count)")
            }
        }
    }

    @Test func `a query has at most 1,000 words, and a phrase at most 100`() throws {
        let limit =
            "the query comes to more than 1,000 words; 'config queryWords=N' raises the limit"
        let words = { Array(repeating: "a", count: $0).joined(separator: $1) }
        #expect(throws: Never.self) { try query("notes:" + words(1_000, "|")) }
        #expect(message { _ = try query("notes:" + words(1_001, "|")) } == limit)
        #expect(throws: Never.self) { try query("notes:" + words(100, " ")) }
        #expect(
            message { _ = try query("notes:" + words(101, " ")) }
                == "a phrase has at most 100 words; search for its beginning")
    }
}
