import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

@Suite("Tables: JSON")
struct JSONReaderTests {
    @Test(
        "every kind of value is read",
        arguments: [
            ("null", TableValue.null),
            ("true", .boolean(true)),
            ("false", .boolean(false)),
            ("-9223372036854775808", .integer(.min)),
            ("9223372036854775807", .integer(.max)),
            ("4.0", .real(4)),
            ("1e-400", .real(0)),
            ("\"\"", .text("")),
            ("\"\\u00e9\\ud83d\\udc1e\\u0000\\n\u{DF}\"", .text("\u{E9}\u{1F41E}\0\n\u{DF}")),
            ("[]", .list([])),
            ("[1,[\"a\"],null]", .list([.integer(1), .list([.text("a")]), .null])),
            ("{}", .object([:])),
            (
                "{\"b\":{\"\":1.5},\"B\":2}",
                .object(["b": .object(["": .real(1.5)]), "B": .integer(2)])
            ),
        ])
    func values(json: String, value: TableValue) throws {
        let file = try TableFile("{\"a\": \(json)}").open()
        let reader = try TableFormat.json.reader(of: file)
        #expect(reader.columns == nil)
        let cell = TableCell(column: "a", position: nil, value: value)
        #expect(try reader.next() == TableRow(line: 1, cells: [cell]))
        #expect(try reader.next() == nil)
    }

    @Test(
        "objects are read, however they are written",
        arguments: [
            ("", []),
            ("{}\n", ["1: "]),
            ("{\"z\":1,\"a\":2}\n{\"m\":3}", ["1: z=integer(1)|a=integer(2)", "2: m=integer(3)"]),
            (
                "\u{FEFF}{\"a\":1}\r\n\r\n \t\r\n{\"a\":2}\r\n",
                ["1: a=integer(1)", "4: a=integer(2)"]
            ),
            ("{\"a\":1}\r{\"a\":2}", ["1: a=integer(1)", "2: a=integer(2)"]),
            ("\t{ \"a\" : 1 } \n", ["1: a=integer(1)"]),
            // One after another, with and without lines.
            ("{\"a\":1}{\"a\":2} {\"a\":3}", (1...3).map { "1: a=integer(\($0))" }),
            (
                "{\n  \"a\": 1,\n  \"b\": {\"c\": [\n{}, {\"d}\": \"]\\\"{\"}]}\n}\r\n{\n\"a\": 2\n}",
                [
                    "1: a=integer(1)|b="
                        + "\(TableValue.object(["c": .list([.object([:]), .object(["d}": .text("]\"{")])])]))",
                    "6: a=integer(2)",
                ]
            ),
            // An array.
            ("[{\"a\":1},{\"a\":2}]", ["1: a=integer(1)", "1: a=integer(2)"]),
            (
                "[\n  {\n    \"a\": 1\n  },\n  {\"a\": 2}\n]\n",
                ["2: a=integer(1)", "5: a=integer(2)"]
            ),
            ("[]\n", []),
            (
                "[\n{\"a\":1},\n",
                ["2: a=integer(1)", "line 3: cut off: the array of rows has no end"]
            ),
        ])
    func lines(text: String, outcomes: [String]) throws {
        #expect(try TableFile(text).outcomes(as: .json) == outcomes)
    }

    @Test(arguments: ["9223372036854775808", "-0.1000000000000000055", "9007199254740993.0"])
    func `a number of another program with too many digits is a text`(number: String) throws {
        let table = try TableFile("{\"a\":\(number),\"b\":[\(number)],\"c\":\"\(number)\"}")
        let text = "text(\"\(number)\")"
        let outcomes = try table.outcomes(as: .json)
        #expect(outcomes.count == 1 && outcomes[0].contains("a=\(text)"), "\(outcomes)")
        #expect(outcomes[0].contains("c=\(text)") && !outcomes[0].contains("integer"))
    }

    @Test(
        "a line that is wrong is told, and the next one is read",
        arguments: [
            ("1", "line 1: the row is not \(object)"),
            ("[1,{\"a\":1}]", "line 1, column 2: \(json): end of file expected near ','"),
            ("{\"a\":1} 2", "line 1, column 8: \(json): end of file expected near '2'"),
            ("{\"a\":1 {\"b\":2}}", "line 1, column 8: \(json): '}' expected near '{'"),
            ("{\"a\":[1}", "line 1, column 8: \(json): ']' expected near '}'"),
            ("{\"a\":\"1}", "line 1, column 8: \(json): premature end of input near '\"1}'"),
            ("null", "line 1: the row is not \(object)"),
            ("{\"a\":1", "line 1, column 6: \(json): '}' expected near end of file"),
            ("{\"a\":1}}", "line 1, column 8: \(json): end of file expected near '}'"),
            ("{\"\u{E9}\u{1F41E}\": x}", "line 1, column 8: \(json): invalid token near 'x'"),
            ("{\"a\":1,\"a\":2}", "line 1, column 10: \(json): duplicate object key near '\"a\"'"),
            ("{\"a\":1e999}", "line 1, column 10: \(json): real number overflow near '1e999'"),
            (
                "{\"identifier\":9007199254740993.0}",
                "line 1: the row has the number 9007199254740993.0, which has more digits than a "
                    + "number keeps; as a text, in quotes, it keeps them"
            ),
            ("{\"a\":NaN}", "line 1, column 8: \(json): invalid token near 'NaN'"),
            ("{\"a\":\"\u{1B}\"}", "line 1, column 6: \(json): control character 0x1b near '\"'"),
            (
                "{\"a\":\"\\ud800\"}",
                "line 1, column 13: \(json): invalid Unicode '\\uD800' near '\"\\ud800\"'"
            ),
            ("{\"a\":1,\"A\":2}", "line 1: the row has both \"a\" and \"A\""),
            (
                "{\"a\":{\"\u{E9}\":1,\"e\u{301}\":2}}",
                "line 1: the row has an object with the same name twice"
            ),
        ])
    func wrongLine(line: String, error: String) throws {
        let outcomes = try TableFile("\(line)\n{\"a\":1}").outcomes(as: .json)
        #expect(outcomes == [error, "2: a=integer(1)"])
    }

    static let object = "a JSON object such as {\"title\": \"Ladybird\"}"
    static let json = "the row cannot be read as JSON"

    @Test("an object over several lines that is wrong is told once")
    func wrongLines() throws {
        let text = "[\n{\n\"a\": \"1,\n\"b\": 2\n},\n{\n\"a\": x\n},\n{\"a\": 3}\n]"
        #expect(
            try TableFile(text).outcomes(as: .json) == [
                "line 3, column 8: \(Self.json): premature end of input near '\"1,'",
                "line 7, column 6: \(Self.json): invalid token near 'x'", "9: a=integer(3)",
            ])
    }

    @Test("a NUL and bytes that are not UTF-8 are errors", arguments: [0, 0xFF] as [UInt8])
    func notText(byte: UInt8) throws {
        let table = try TableFile(Array("{\"a\":\"".utf8) + [byte] + Array("\"}\n{}".utf8))
        let outcomes = try table.outcomes(as: .json)
        #expect(outcomes.count == 2)
        #expect(outcomes.first?.hasPrefix("line 1, column 6: \(Self.json): ") == true)
        #expect(outcomes.last == "2: ")
    }

    @Test("nesting has an end", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(open: String, close: String) throws {
        func outcomes(_ depth: Int) throws -> [String] {
            let (before, after) = (
                String(repeating: open, count: depth), String(repeating: close, count: depth)
            )
            return try TableFile("{\"a\":\(before)1\(after)}\n{}").outcomes(as: .json)
        }
        #expect(try outcomes(63).first?.hasPrefix("1: a=") == true)
        #expect(try outcomes(64) == ["line 1: the row is nested more than 64 deep", "2: "])
        #expect(try outcomes(9_999).first?.contains("maximum parsing depth reached") == true)
    }

    @Test("a row has at most so many bytes")
    func limit() throws {
        var limits = Limits()
        limits.textFileBytes = 8
        let table = try TableFile("{\"a\":12}\r\n{\"a\":123}\r\n\n{\"a\":1}")
        #expect(
            try table.outcomes(as: .json, limits: limits) == [
                "1: a=integer(12)",
                "line 2: the row is longer than 8 bytes; "
                    + "'config textFileBytes=N' raises the limit",
                "4: a=integer(1)",
            ])
    }

    @Test("objects are read across the buffer's borders")
    func borders() throws {
        // Several buffers of text, with lines of different lengths.
        let texts = (0..<200).map { String(repeating: "\u{DF}", count: $0 * 7) }
        let lines = texts.map { "{\"a\": \"\($0)\"}\r\n" }
        let outcomes = try TableFile(lines.joined()).outcomes(as: .json)
        #expect(
            outcomes
                == texts.enumerated().map { "\($0.offset + 1): a=\(TableValue.text($0.element))" })
    }
}
