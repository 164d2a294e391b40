import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// Selections that the index answers in a special way give the same documents as without it.
@Suite struct IndexSelectionTests {
    private let index: IndexBench
    private let session: Workspace
    private let plain: Workspace

    init() throws {
        index = try IndexBench()
        session = try index.session()
        plain = try index.session(cache: nil)
        var dice = Dice(seed: 1)
        for _ in 1...12 { try IndexStep.add.run(in: session, of: index.bench, with: &dice) }
    }

    private func expectAgreement(
        _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let expected = try index.numbers(words, in: plain)
        #expect(try index.numbers(words, in: session) == expected, sourceLocation: sourceLocation)
    }

    @Test(arguments: [2, 1_000])
    func `any number of ranges`(count: Int) throws {
        let ranges = (1...count).map { "\(3 * $0)-\(3 * $0 + 1)" }.joined(separator: ",")
        try expectAgreement([ranges])
        try expectAgreement([ranges, "sort:-number", "limit:2"])
        try expectAgreement(["-\(ranges)"])
        let selection = try Selection([ranges], in: QueryContext(now: Bench.now))
        #expect(try session.withRows(of: selection) { _ in })
    }

    @Test func `numbers of one kind among ranges`() throws {
        let name = try #require(try plain.documentNames().first)
        try expectAgreement([name.directoryName, "4-5,7-8"])
    }

    @Test(arguments: ["title", "created", "seen", "rating"])
    func `an order before and after its index is made, and after changes`(field: String) throws {
        for _ in 1...2 {
            for words in [["sort:\(field)"], ["sort:-\(field)", "limit:5"]] {
                try expectAgreement(words)
            }
            var dice = Dice(seed: 2)
            try IndexStep.add.run(in: session, of: index.bench, with: &dice)
        }
        #expect(try session.withIndex { try $0.isSound() } == true)
    }

    @Test func `an unreadable document comes last in an order`() throws {
        let name = try #require(try plain.documentNames().first)
        let file = "\(name.directoryName)/\(name.kind.dataFileName)"
        try index.bench.directory.write("damage", to: index.bench.documentPath(file))
        _ = try? session.document(name)
        var numbers: [Int] = []
        let selection = try Selection(["sort:title"], in: QueryContext(now: Bench.now))
        _ = try session.withRows(of: selection) { rows in
            try rows.visit { numbers.append($0.name.number) }
        }
        #expect(numbers.count == 12)
        #expect(numbers.last == name.number)
    }
}
