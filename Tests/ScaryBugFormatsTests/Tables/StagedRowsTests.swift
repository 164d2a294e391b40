import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugRecordsTests

/// Staged rows come back as they were read.
@Suite struct StagedRowsTests {
    @Test func `rows come back with all kinds of values`() throws {
        let values: [TableValue] = [
            .null, .boolean(true), .boolean(false), .integer(.min), .integer(.max), .real(-0.0),
            .real(.infinity), .real(.leastNonzeroMagnitude), .text(""), .text("é\0\r\n🐞"),
            .list([]),
            .list([.integer(1), .list([.text("a")]), .null]), .object([:]),
            .object(["b": .object(["": .real(1.5)]), "B": .integer(2)]),
        ]
        let cells = values.enumerated().map { index, value in
            TableCell(
                column: "column \(index % 5)", position: index % 2 == 0 ? nil : index,
                value: value, isMember: index % 3 == 0)
        }
        let rows = [
            TableRow(line: 1, cells: cells),
            TableRow(line: 2, cells: [], paths: ["media/a b.jpg", ""], modified: .sample),
            TableRow(
                line: .max, cells: Array(cells.reversed()),
                modified: Timestamp(secondsSince1970: -1)),
        ]
        try expect(rows.map(Result.success))
    }

    @Test func `wrong rows stay in their places`() throws {
        let row = TableRow(
            line: 3, cells: [TableCell(column: "a", position: 1, value: .text("x"))])
        try expect([
            .failure(TableError(line: 2, "odd")), .success(row),
            .failure(TableError(line: 4, column: 7, "even")),
        ])
    }

    /// Rows lie across the pieces in which the file is read.
    @Test func `long rows and many rows come back`() throws {
        var dice = Dice(seed: 1)
        let rows = (1...500).map { line in
            let text = String(repeating: "é", count: dice.pick([0, 1, 100, 3_000, 80_000]))
            return TableRow(
                line: line, cells: [TableCell(column: "a", position: 1, value: .text(text))])
        }
        try expect(rows.map(Result.success))
    }

    private func expect(_ rows: [Result<TableRow, TableError>]) throws {
        var noted: [TableRow?] = []
        let staged = try StagedRows(of: ListedRows(rows)) { row, count in
            noted.append(row)
            #expect(count == noted.count)
        }
        #expect(noted == rows.map { try? $0.get() })
        #expect(staged.count == rows.count)
        for row in rows {
            switch row {
            case .success(let row): #expect(try staged.next() == row)
            case .failure(let error): #expect(throws: error) { try staged.next() }
            }
        }
        #expect(try staged.next() == nil)
    }
}

/// A reader of given rows.
private final class ListedRows: TableReader {
    let columns: [String]? = nil
    let usesDecimalComma = false
    private var rest: ArraySlice<Result<TableRow, TableError>>

    init(_ rows: [Result<TableRow, TableError>]) { rest = rows[...] }

    func next() throws -> TableRow? { try rest.popFirst()?.get() }
}
