import Foundation
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

@Suite("Tables: taking rows apart")
struct SeparatedScannerTests {
    @Test("the buffer's borders don't show", arguments: 1...12)
    func borders(bufferSize: Int) throws {
        let text =
            "a,b\r\n\"1\r\n\"\"2\"\"\",\u{1F41E}\n\n,\"\"\r\r3,\u{E9}\"\r\n\"4\",\"\n\r\r\n\""
        let expected = [
            Row(line: 1, values: ["a", "b"]),
            Row(line: 2, values: ["1\r\n\"2\"", "\u{1F41E}"]),
            Row(line: 7, values: ["3", "\u{E9}\""]),
            Row(line: 8, values: ["4", "\n\r\r\n"]),
        ]
        #expect(try Row.all(in: TableFile(text), bufferSize: bufferSize).rows == expected)
    }

    @Test("Ctrl-C stops reading")
    func interrupted() async {
        // A separate process, because Ctrl-C stops all work of a process.
        await #expect(processExitsWith: .success) {
            let table = try TableFile("a,b\n")
            Interruption.request()
            #expect(throws: Interrupted.self) {
                try table.outcomes(as: .separated(by: nil))
            }
        }
    }

    /// Compares the parser with another implementation.
    @Test(
        "Python's csv module sees the same rows",
        .enabled(if: Tool.isExpected("python3"), "there is no python3 here"))
    func python() throws {
        var dice = Dice(seed: 2026)
        let texts = (0..<400).map { _ in Self.text(&dice) }
        let judgements = try zip(texts, Python.rows(in: texts)).map { text, rows in
            Judgement(
                text: text, ours: try Row.all(in: TableFile(text), bufferSize: 5), theirs: rows)
        }
        #expect(judgements.contains { $0.theirs.isWhole })
        #expect(judgements.contains { !$0.theirs.isWhole })
        // A single difference is enough for the message.
        let difference = judgements.first { $0.ours != $0.theirs }
        #expect(difference == nil)
    }

    private struct Judgement: Equatable {
        let text: String
        let ours: Row.Rows
        let theirs: Row.Rows
    }

    /// Mostly text that a program would write, sometimes with a misplaced quote. It has no blanks,
    /// which belong to a value in Python.
    private static func text(_ dice: inout Dice) -> String {
        let pieces = ["a", "bug", ",", ",", "\n", "\r\n", "\r", "\"\"", "\u{E9}", "", ";"]
        return (0..<dice.roll(9)).map { _ in
            let row = (0..<3).map { _ in
                let value = (0..<3).map { _ in dice.pick(pieces) }.joined()
                return dice.oneIn(2) ? "\"\(value)\"" : value
            }
            let slip = dice.oneIn(20) ? "\"" : ""
            return row.joined(separator: ",") + slip + dice.pick(["\n", "\r\n", "\r"])
        }.joined()
    }
}

/// A row that isn't blank.
private struct Row: Hashable, Decodable {
    let line: Int
    let values: [String]

    /// The rows before the first invalid one, and whether all rows are valid.
    struct Rows: Equatable, Decodable {
        let rows: [Row]
        let isWhole: Bool
    }

    static func all(in table: TableFile, bufferSize: Int) throws -> Rows {
        let file = try table.open()
        var scanner = SeparatedScanner(
            try TableBytes(file, limits: Limits(), bufferSize: bufferSize),
            separator: UInt8(ascii: ","))
        var rows: [Row] = []
        do {
            while let record = try scanner.next() {
                rows.append(Row(line: record.line, values: record.values))
            }
            return Rows(rows: rows, isWhole: true)
        } catch is TableError {
            return Rows(rows: rows, isWhole: false)
        }
    }
}

/// Another implementation of the format.
private enum Python {
    private static let script = """
        import csv, io, json, sys
        def read(text):
            rows, line, reader = [], 1, csv.reader(io.StringIO(text, newline=""), strict=True)
            try:
                for row in reader:
                    if any(value.strip() for value in row):
                        rows.append({"line": line, "values": row})
                    line = reader.line_num + 1
            except csv.Error:
                return {"rows": rows, "isWhole": False}
            return {"rows": rows, "isWhole": True}
        print(json.dumps([read(text) for text in json.load(sys.stdin)]))
        """

    /// Returns the rows that Python's csv module reads from each of the texts.
    static func rows(in texts: [String]) throws -> [Row.Rows] {
        let python = try Program(executable: #require(Tool.path(of: "python3")))
        let input = try JSONEncoder().encode(texts)
        let transcript = try python.run(["-X", "utf8", "-c", script], input: Array(input))
        return try JSONDecoder().decode(
            [Row.Rows].self, from: Data(transcript.standardOutputBytes))
    }
}
