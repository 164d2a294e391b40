import Foundation
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugRecordsTests
@testable import ScaryBugStore

/// Queries give the same answers with and without the index.
///
/// `SCARYBUGS_QUERY_SEEDS=250` runs that number of catalogues, with 400 queries of each.
@Suite struct QueryAgreementTests {
    private static let seeds: Range<Int> = {
        let more = ProcessInfo.processInfo.environment["SCARYBUGS_QUERY_SEEDS"].flatMap(Int.init)
        return 0..<(more ?? 3)
    }()
    private static let queriesOfEach = 400

    @Test(arguments: seeds)
    func `generated queries about generated documents`(seed: Int) throws {
        var dice = Dice(seed: seed)
        let documents = try RandomDocuments(count: 40, with: &dice)
        let directory = try TemporaryDirectory()
        let index = try index(of: documents, in: directory)
        let queries = RandomQueries(documents: documents)
        var asked = 0
        var answered = 0
        while asked < Self.queriesOfEach {
            // Users who query the same index may have other time zones.
            var context = QueryContext(
                now: Catalogue.now, in: dice.pick(SampleZone.all), fields: queries.fields)
            context.document = { number in
                let document = documents.all.first { $0.name.number == number }?.document
                return try document ?? { throw ScaryBugsError.noDocument(number) }()
            }
            let words = queries.words(with: &dice)
            guard let selection = try? Selection(words, in: context) else { continue }
            let query = selection.query(
                naming: selection.named.compactMap { named in
                    named.kind.map { DocumentName(number: named.number, kind: $0) }
                })
            // The index leaves a long query to the documents.
            guard let found = try index.names(query) else { continue }
            asked += 1
            let expected = try query.answer(among: documents.all.map(\.name)) { documents[$0] }
            if found != expected {
                Issue.record("\(Disagreement(seed, words, found, expected, documents))")
            }
            if !expected.isEmpty, expected.count < documents.all.count { answered += 1 }
        }
        // Queries that select nothing or everything test little.
        #expect(answered > Self.queriesOfEach / 8)
    }

    /// Another process may have removed the field.
    @Test(arguments: ["hue:red", "-hue:red", "title:x|y", "hue:red|blue"])
    func `a query about a field that the index lacks is left to the documents`(word: String) throws
    {
        let directory = try TemporaryDirectory()
        let index = try DocumentIndex(
            in: Database(path: directory.path("index.sqlite")),
            directory: .init(device: 1, inode: 2), fields: [])
        let fields = QueryContext.builtInFields + [try Field(custom: "hue", .text)]
        let context = QueryContext(now: Catalogue.now, fields: fields)
        let names = try index.names(Selection([word], in: context).query)
        #expect(names == (word.contains("hue") ? nil : []))
    }

    private func index(
        of documents: RandomDocuments, in directory: TemporaryDirectory
    ) throws -> DocumentIndex {
        let index = try DocumentIndex(
            in: Database(path: directory.path("index.sqlite")),
            directory: .init(device: 1, inode: 2),
            fields: RandomDocuments.customFields)
        try index.update { change in
            for (name, document) in documents.all {
                try change(
                    .put(
                        document.map {
                            IndexRow(name, $0.data, .init(picture: $0.picture))
                        } ?? IndexRow(name, problem: "document \(name.number) cannot be read")))
            }
            return IndexPosition(nil, time: FileTime(seconds: 1))
        }
        #expect(try index.count() == documents.all.count)
        return index
    }
}

/// Two different answers to a query, with a document that only one of them contains.
private struct Disagreement: CustomStringConvertible {
    let description: String

    init(
        _ seed: Int, _ words: [String], _ found: [DocumentName], _ expected: [DocumentName],
        _ documents: RandomDocuments
    ) {
        let odd = Set(found).symmetricDifference(expected).min()
        let place = zip(found, expected).first { $0 != $1 }.map { [$0, $1] }
        let values = (odd.map { [$0] } ?? place ?? []).map { name in
            "\(name.directoryName): " + (documents[name].map(Self.values) ?? "unreadable")
        }
        description = """
            seed \(seed): \(words.map(\.debugDescription).joined(separator: " "))
            index: \(found.map(\.directoryName))
            plain: \(expected.map(\.directoryName))
            \(values.joined(separator: "\n"))
            """
    }

    private static func values(of document: Document) -> String {
        document.kind.fields.compactMap { field in
            document.data[field].map { "\(field.name)=\($0.text.debugDescription)" }
        }.joined(separator: " ") + (document.picture == nil ? "" : " image")
    }
}
