import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct QueryTests {
    private let catalogue: Catalogue

    init() throws { catalogue = try Catalogue() }

    @Test(
        arguments: [
            // Words
            (["spider"], [1]), (["SPID"], [1]), (["pider"], []), (["beetle"], [2, 3]),
            (["cafe"], [3]), (["CAFÉ"], [3]), (["well-known"], [1]), (["well-kn"], [1]),
            (["known-well"], []), (["12:30"], [1]),
            (["stag", "bee"], [2]), (["stag", "spider"], []), ([":stag:beetle"], [2]),
            (["虫"], [3]), (["日本"], [3]), (["本の"], [3]), (["本日"], []),
            // All texts and lists, but not the identifier
            (["cervus"], [2]), (["hyde"], [1]), (["schmidt"], [4]), (["ant"], [4, 5]),
            (["ann"], [2]), (["hyde park"], [1]), (["-ants"], [1, 2, 3]),
            // A match lies within one text
            (["ants"], [4, 5]), (["science ants"], []), (["beetle lucanus"], []),
            (["cervus ann"], []),
            (["spider-garden"], []), (["garden-spider"], [1]), (["beetle-t30"], []),
            (["dead-wood"], [2]),
            // Phrases
            (["stag beetle"], [2]), (["stag beet"], []), (["spider "], [1]), (["spide "], []),
            // Whole words
            ([#""beetle""#], [2, 3]), ([#""beet""#], []), ([#"title:"spid""#], []),
            ([#"title:"stag"|"spider""#], [1, 2]), ([#"-"stag""#], [1, 3, 4, 5]),
            ([#"notes:"本""#], [3]), ([#"notes:"well-kn""#], []), ([#"tag:"t3""#], [3]),
            ([#"tag:"dead wood"|t3"#], [2, 3]), ([#"rating:">=2""#], [1, 2]),
            // Texts
            (["title:spid"], [1]), (["title:web"], []), (["notes:web"], [1]),
            (["place:hyde park"], [1]), (["place:hyde par"], []), (["species:cervus"], [2]),
            (["author:schm"], [4]), (["title:a: b"], []), (["place:park hyde"], []),
            // Lists
            (["tag:t3"], [3]), (["tags:t30"], [2]), (["tag:dead wood"], [2]), (["tag:DEAD"], [5]),
            (["categories:ants"], [4]), (["tag:spider", "tag:garden"], [1]),
            // Numbers
            (["rating:3.5"], [1]), (["rating:>2"], [1]), (["rating:>=2"], [1, 2]),
            (["rating:<2"], [3]), (["rating:<=2"], [2, 3]), (["rating:2..3.5"], [1, 2]),
            (["rating:..2"], [2, 3]), (["rating:2.."], [1, 2]), (["rating:0"], [3]),
            (["-rating:0"], [1, 2, 4, 5]), (["pageCount:>228"], [4]),
            (["pageCount:228..280"], [4, 5]),
            (["number:2..3"], [2, 3]), (["number:>4"], [5]), (["number:<1"], []),
            (["number:>999999999"], []), (["-number:2"], [1, 3, 4, 5]),
            // Yes and no, kinds, presence
            (["available:yes"], [4]), (["available:0"], [5]), (["-available:true"], [1, 2, 3, 5]),
            (["kind:book"], [4, 5]), (["-kind:book"], [1, 2, 3]), (["kind:book", "kind:bug"], []),
            (["has:image"], [1]), (["-has:image"], [2, 3, 4, 5]), (["has:rating"], [1, 2]),
            (["has:tag"], [1, 2, 3, 5]), (["has:author"], [4]), (["has:available"], [4, 5]),
            // Negation, numbers, limits
            (["beetle", "-stag"], [3]), (["-beetle", "-kind:book"], [1]),
            (["-stag beetle"], [1, 3, 4, 5]),
            (["1-3", "beetle"], [2, 3]), (["1", "2", "beetle"], [2]), (["-2-4"], [1, 5]),
            (["all", "-1,3", "-kind:book"], [2]), (["-5.book"], [1, 2, 3, 4]), (["-all"], []),
            (["limit:2"], [1, 2]), (["limit:0"], []), (["beetle", "limit:1"], [2]),
            (["limit:3", "limit:1"], [1]), (["limit:99"], [1, 2, 3, 4, 5]),
        ] as [([String], [Int])])
    func `words select documents`(words: [String], numbers: [Int]) throws {
        #expect(try catalogue.numbers(words) == numbers)
    }

    @Test(arguments: [
        ("seen:2026-05-01", [1]), ("seen:2026-05", [1, 2]), ("seen:2026", [1, 2]),
        ("seen:2025", []),
        ("seen:2026-05-31T23:59:59Z", [2]), ("seen:2026-06-01t01:59:59+02:00", [2]),
        ("seen:>2026-05-01", [2]), ("seen:>=2026-05-01", [1, 2]), ("seen:<2026-05-31", [1]),
        ("seen:<=2026-05-31", [1, 2]), ("seen:<=2026-05-30", [1]), ("seen:>2026-05", []),
        ("seen:2026-05-01..2026-05-31", [1, 2]), ("seen:..2026-05-30", [1]),
        ("seen:2026-05-02..", [2]),
        ("-seen:2026", [3, 4, 5]), ("seen:9999", []), ("seen:>9999", []), ("seen:<0001", []),
        ("created:today", [1]), ("created:Today", [1]), ("created:yesterday", []),
        ("created:7d", [1, 2]), ("created:1w", [1, 2]), ("created:<7d", [3, 4, 5]),
        ("created:>=7d", [1, 2]), ("created:>today", []), ("created:<today", [2, 3, 4, 5]),
        ("created:8d..7d", [1, 2, 3]), ("created:0d", [1]), ("created:2025", [4]),
        ("created:2025-12..2026-01", [4, 5]),
    ])
    func `a date in a query is a span of time`(word: String, numbers: [Int]) throws {
        #expect(try catalogue.numbers([word]) == numbers)
    }

    @Test(arguments: [
        ("sort:title", [3, 1, 5, 2, 4]), ("sort:-title", [4, 2, 5, 1, 3]),
        ("sort:rating", [3, 2, 1, 4, 5]), ("sort:-rating", [1, 2, 3, 4, 5]),
        ("sort:-number", [5, 4, 3, 2, 1]), ("sort:kind sort:-number", [5, 4, 2, 1, 3]),
        ("sort:seen", [1, 2, 3, 4, 5]), ("sort:-seen", [2, 1, 3, 4, 5]),
        ("sort:created limit:2", [4, 5]), ("sort:-available", [4, 5, 1, 2, 3]),
        ("sort:tags", [2, 1, 3, 5, 4]), ("beetle sort:-created", [2, 3]),
        ("2-4 sort:-number limit:2 -3", [4, 2]), ("sort:-pageCount kind:book", [4, 5]),
    ])
    func `documents are put in order`(line: String, numbers: [Int]) throws {
        let words = line.split(separator: " ").map(String.init)
        #expect(try catalogue.numbers(words) == numbers)
    }

    @Test func `the identifier is searched only by its name`() throws {
        let identifier = try catalogue.workspace.document(DocumentName(number: 1, kind: .bug))
            .data.identifier
        #expect(try catalogue.numbers([identifier]) == [])
        #expect(try catalogue.numbers(["identifier:\(identifier.prefix(8))"]) == [1])
        #expect(try catalogue.numbers(["identifier:urn:uuid:\(identifier.lowercased())"]) == [1])
    }

    @Test func `an unreadable document matches no condition about contents`() throws {
        try catalogue.bench.directory.write(
            "no archive", to: catalogue.bench.documentPath("2.scarybug/data.plist"))
        #expect(try catalogue.numbers(["beetle"]) == [3])
        #expect(try catalogue.numbers(["-beetle"]) == [1, 4, 5])
        #expect(try catalogue.numbers(["2", "beetle"]) == [])
        #expect(try catalogue.numbers(["kind:bug"]) == [1, 2])
        #expect(try catalogue.numbers(["1-3", "-1"]) == [2, 3])
        #expect(try catalogue.numbers(["sort:title"]) == [3, 1, 5, 4, 2])
    }

    @Test func `a number must exist, even beside a query`() {
        #expect(
            message { _ = try catalogue.numbers(["7", "beetle"]) }
                == "there is no document 7; 'list' shows all documents")
    }
}
