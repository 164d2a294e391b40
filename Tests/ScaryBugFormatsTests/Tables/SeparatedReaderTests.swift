import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

@Suite("Tables: separated values")
struct SeparatedReaderTests {
    @Test(
        "is read",
        arguments: [
            // Line endings and the end of the file.
            ("a,b\n1,2\n", ["a|b", "2: 1|2"]),
            ("a,b\r\n1,2\r\n3,4\r\n", ["a|b", "2: 1|2", "3: 3|4"]),
            ("a,b\r1,2\r3,4", ["a|b", "2: 1|2", "3: 3|4"]),
            ("a,b\n1,", ["a|b", "2: 1|"]),
            (
                "a\n\"\"x\n\"1\"",
                ["a", "line 2, column 1: the value goes on behind \(closing)", "3: 1"]
            ),
            ("a,b", ["a|b"]),
            ("a,b\n", ["a|b"]),
            // Quotes.
            ("a,b\n\"1,2\",\"say \"\"so\"\"\"\n", ["a|b", "2: 1,2|say \"so\""]),
            ("a,b\n\"1\n\n2\",3\n4,5", ["a|b", "2: 1\n\n2|3", "5: 4|5"]),
            ("a,b\r\n\"1\r\n2\",3\r\n4,5", ["a|b", "2: 1\r\n2|3", "4: 4|5"]),
            ("a,b\r\"1\r2\",3\r4,5", ["a|b", "2: 1\r2|3", "4: 4|5"]),
            ("\"a\",\"b\nc\"\n1,2", ["a|b\nc", "3: 1|2"]),
            ("a,b\n5\" long,\"\"\n", ["a|b", "2: 5\" long|"]),
            // Blanks belong to a value in quotes only.
            (" a ,\" b\"\n 1 ,\" 2 \"\n", ["a|b", "2: 1| 2 "]),
            (
                "a,b\n1, \"x, y\" \n\t\"1\"\t,  \"\"\"2\"\"\" \n",
                ["a|b", "2: 1|x, y", "3: 1|\"2\""]
            ),
            ("a\tb\n \"1\t1\" \t 2 \n\t \"\"", ["a|b", "2: 1\t1|2"]),
            ("\"a\", \"b;c;d\"\n1, \"2\n3\"\n", ["a|b;c;d", "2: 1|2\n3"]),
            // Empty rows.
            ("\n \na,b\n\n,\n  \n1,2\n\n", ["a|b", "7: 1|2"]),
            (",,\na,b\n,,,,\n\" \",\n1,2", ["a|b", "5: 1|2"]),
            // Empty columns and rows that spreadsheets add around a table.
            ("a,b,,\n1,2,,\n3,4,\n5,6\n", ["a|b", "2: 1|2", "3: 3|4", "4: 5|6"]),
            ("a,b\n1,2,\n3,4, ,\"\"\n,5,,\n", ["a|b", "2: 1|2", "3: 3|4", "4: |5"]),
            ("a,,,b\n1,,,2\n3,,\" \",4\n", ["a|||b", "2: 1|||2", "3: 3|| |4"]),
            (
                ",a\n0,1\n,2\n",
                [
                    "|a",
                    "line 2, column 1: the header has no name for the column of this value; "
                        + "add the name, or remove the column", "3: |2",
                ]
            ),
            // A byte order mark.
            ("\u{FEFF}a,b\n1,2", ["a|b", "2: 1|2"]),
            ("\u{FEFF}\"a\",b\n1,\u{FEFF}2", ["a|b", "2: 1|\u{FEFF}2"]),
            // Non-ASCII characters.
            (
                "n\u{E4}m\u{E9},\u{5B57}\n\u{1F41E},\"\u{DF}\"\n",
                ["n\u{E4}m\u{E9}|\u{5B57}", "2: \u{1F41E}|\u{DF}"]
            ),
        ])
    func reads(text: String, outcomes: [String]) throws {
        #expect(try TableFile(text).outcomes(as: .separated(by: nil)) == outcomes)
    }

    static let closing = "its closing quote; double a quote that is part of it"

    @Test(
        "the header tells the separator",
        arguments: [
            ("a;b\n1,5;2\n", ["a|b", "2: 1,5|2"], true),
            ("a\tb\n1,5\t2\n", ["a|b", "2: 1,5|2"], true),
            ("\"a;b;c\",d\n1,2\n", ["a;b;c|d", "2: 1|2"], false),
            ("\"a \"\";;\"\" ;\",d\n1,2\n", ["a \";;\" ;|d", "2: 1|2"], false),
            ("a (5\"),b;c;d\n1;2;3\n", ["a (5\"),b|c|d", "2: 1|2|3"], true),
            ("a, b;c;d\n1;2;3\n", ["a, b|c|d", "2: 1|2|3"], true),
            ("\r\n ;;\na;b\n1;2\n", ["a|b", "4: 1|2"], true),
            ("a\n1\n", ["a", "2: 1"], false),
            // Excel's first line also names the separator.
            ("sep=;\r\na,x;b\r\n1,5;2\r\n", ["a,x|b", "3: 1,5|2"], true),
            ("\u{FEFF}SEP=\t\na;x\tb\n1\t2\n", ["a;x|b", "3: 1|2"], true),
            ("sep=|\na|b\n1,5|2\n", ["a|b", "3: 1,5|2"], true),
            ("a|b\n1,5|2\n", ["a|b", "2: 1,5|2"], true),
        ])
    func separator(text: String, outcomes: [String], usesDecimalComma: Bool) throws {
        let table = try TableFile(text)
        #expect(try table.outcomes(as: .separated(by: nil)) == outcomes)
        let file = try table.open()
        let reader = try TableFormat.separated(by: nil).reader(of: file)
        #expect(reader.usesDecimalComma == usesDecimalComma)
    }

    @Test("a separator that is known is not guessed")
    func knownSeparator() throws {
        let table = try TableFile("a;b;c\td\n1;2\t3\n")
        let outcomes = try table.outcomes(as: .separated(by: UInt8(ascii: "\t")))
        #expect(outcomes == ["a;b;c|d", "2: 1;2|3"])
    }

    @Test("each cell knows its column")
    func cells() throws {
        let file = try TableFile("Title,rating\nLadybird,1\n").open()
        let reader = try TableFormat.separated(by: nil).reader(of: file)
        let cells = [
            TableCell(column: "Title", position: 1, value: .text("Ladybird")),
            TableCell(column: "rating", position: 2, value: .text("1")),
        ]
        #expect(try reader.next() == TableRow(line: 2, cells: cells))
        #expect(try reader.next() == nil)
        #expect(try reader.next() == nil)
    }

    @Test(
        "a row that is wrong is told, and the next one is read",
        arguments: [
            ("1", "line 2: the row has 1 value where the header has 2"),
            ("1,2,3", "line 2: the row has 3 values where the header has 2; \(advice)"),
            ("1,2,3,", "line 2: the row has 3 values where the header has 2; \(advice)"),
            (
                "1,\u{A0}\"2\"",
                "line 2, column 2: the value has a quote after white space; \(remedy)"
            ),
            ("1,\"2\"x", "line 2, column 2: the value goes on behind \(closing)"),
            ("\"1\" x,2", "line 2, column 1: the value goes on behind \(closing)"),
            ("\"1\"x\"y,2", "line 2, column 1: the value goes on behind \(closing)"),
            ("\"1\"x,\"2\n2\"", "line 2, column 1: the value goes on behind \(closing)"),
            ("1,\"\n\0\"", "line 2, column 2: the value has a NUL in it"),
            ("\0,\"1\"x", "line 2, column 1: the value has a NUL in it"),
        ])
    func wrongRow(row: String, error: String) throws {
        let next = row.contains("\n") ? 4 : 3
        #expect(
            try TableFile("a,b\n\(row)\n3,4").outcomes(as: .separated(by: nil))
                == ["a|b", error, "\(next): 3|4"])
    }

    static let remedy = "remove the white space"
    static let advice =
        "name each column in the header, or put a value with the separator in it into double "
        + "quotes"

    @Test("a value in a column without a name is not dropped")
    func unnamedColumn() throws {
        #expect(
            try TableFile("a,b,\n1,2,3\n").outcomes(as: .separated(by: nil)) == [
                "a|b", "line 2: the row has 3 values where the header has 2; \(Self.advice)",
            ])
    }

    @Test("a quote that is never closed takes all that follows")
    func openQuote() throws {
        #expect(
            try TableFile("a,b\n1,2\n3,\"4\n5,6\n").outcomes(as: .separated(by: nil)) == [
                "a|b", "2: 1|2",
                "line 3, column 2: the value has an opening quote and no closing one",
            ])
    }

    @Test("bytes that are not UTF-8 are told", arguments: [[0xE9], [0xED, 0xA0, 0x80], [0xC3]])
    func notUTF8(bytes: [UInt8]) throws {
        let table = try TableFile(Array("a,b\n1,".utf8) + bytes + Array("\n3,4".utf8))
        // The first other characters tell the encoding.
        let text = try #require(try table.outcomes(as: .separated(by: nil)).dropFirst().first)
        #expect(text.hasPrefix("2: 1|") && text.unicodeScalars.count == 5 + bytes.count)
        let later = try TableFile(Array("a,ä\n1,".utf8) + bytes + Array("\n3,4".utf8))
        #expect(
            try later.outcomes(as: .separated(by: nil)) == [
                "a|ä", "line 2, column 2: the value is not UTF-8; save the table as UTF-8",
                "3: 3|4",
            ])
    }

    @Test("Ctrl-Z at the end is nothing, and elsewhere a character")
    func endMark() throws {
        let table = try TableFile("a,b\r\n1,\u{1A}2\r\n\u{1A}\u{1A}")
        #expect(try table.outcomes(as: .separated(by: nil)) == ["a|b", "2: 1|\u{1A}2"])
    }

    @Test("a row has at most so many bytes and values")
    func limits() throws {
        var limits = Limits()
        limits.textFileBytes = 8
        limits.tableColumns = 3
        let tooLong =
            "the row is longer than 8 bytes, or a quote is never closed; "
            + "'config textFileBytes=N' raises the limit"
        let table = try TableFile("a,b\n1234,5678\n1234,56789\n,,,\n\"\n\n\n1234567\",1\n3,4")
        #expect(
            try table.outcomes(as: .separated(by: nil), limits: limits) == [
                "a|b", "2: 1234|5678",
                "line 3: \(tooLong)",
                "line 4: the row has more than 3 values; 'config tableColumns=N' raises the limit",
                "line 5: \(tooLong)", "9: 3|4",
            ])
    }

    @Test(
        "a header that is wrong ends it",
        arguments: [
            ("identifier,b,B \n", "line 1, column 3: the header has the name of column 2 again"),
            (
                "\n\u{E9},e\u{301},identifier",
                "line 2, column 2: the header has the name of column 1 again"
            ),
            ("identifier,a,,A\n", "line 1, column 4: the header has the name of column 2 again"),
            ("a,\"b\n", "line 1, column 2: the value has an opening quote and no closing one"),
            ("a,b\0\n", "line 1, column 2: the value has a NUL in it"),
        ])
    func wrongHeader(text: String, message: String) throws {
        let error = #expect(throws: TableError.self) {
            try TableFile(text).outcomes(as: .separated(by: nil))
        }
        #expect(error?.description == message)
    }

    @Test func `a name that is there again is told apart, unless the table is of list`() throws {
        #expect(
            try TableFile("title,Datum,Datum\nBee,1,2\n").outcomes(as: .separated(by: nil))
                == ["title|Datum|Datum (column 3)", "2: Bee|1|2"])
    }

    @Test(
        "a file without a header is empty",
        arguments: ["", "\u{FEFF}", "\r\n\r\n", " \n,,\n", "sep=;\n"])
    func empty(text: String) throws {
        let error = #expect(throws: ScaryBugsError.self) {
            try TableFile(text).outcomes(as: .separated(by: nil))
        }
        #expect(error?.message == "empty")
    }

    @Test(
        "UTF-16 is refused", arguments: [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61]],
        [TableFormat.separated(by: nil), .json])
    func utf16(bytes: [UInt8], format: TableFormat) throws {
        let error = #expect(throws: ScaryBugsError.self) {
            try TableFile(bytes).outcomes(as: format)
        }
        #expect(error?.message == "UTF-16; save it as UTF-8")
    }
}
