import Foundation
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// The examples in the documentation of dates are true, with and without an index.
@Suite struct DateQueryTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../../Sources/ScaryBugs/ScaryBugs.docc/Dates.md")
        .standardized

    /// A row such as ``| `1906~` | `seen:1906` | `seen:1907` |``.
    struct Example: CustomTestStringConvertible {
        let date: String
        let finding: [String]
        let others: [String]

        var testDescription: String { date }

        init?(row: String) {
            let cells = row.split(separator: "|").map { cell in
                cell.split(separator: "`").filter { !$0.allSatisfy(\.isWhitespace) }
                    .map(String.init)
            }
            guard cells.count == 3, cells[0].count == 1, cells[1].first?.hasPrefix("seen:") == true
            else { return nil }
            (date, finding, others) = (cells[0][0], cells[1], cells[2])
        }
    }

    static let examples = ((try? String(contentsOf: page, encoding: .utf8)) ?? "")
        .components(separatedBy: "\n").compactMap(Example.init)

    @Test func `there are examples of every form`() {
        #expect(Self.examples.count == 8)
        #expect(Self.examples.allSatisfy { $0.finding.count > 3 && $0.others.count > 1 })
    }

    @Test(arguments: examples)
    func `a date is found by these and not by those`(example: Example) throws {
        let catalogue = try Catalogue()
        let seen = try FieldValue(example.date, for: .seen)
        _ = try catalogue.workspace.edit([DocumentName(number: 4, kind: .book)], now: Bench.now) {
            _ in .init([.set(.seen, seen)])
        }
        for query in example.finding {
            #expect(try catalogue.numbers([query, "4"]) == [4], "\(query)")
            #expect(try catalogue.numbers(["-" + query, "4"]) == [], "-\(query)")
        }
        for query in example.others {
            #expect(try catalogue.numbers([query, "4"]) == [], "\(query)")
            #expect(try catalogue.numbers(["-" + query, "number:4"]) == [4], "-\(query)")
        }
    }
}
