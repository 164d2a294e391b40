import ScaryBugs
import Testing

@testable import ScaryBugCommands

@Suite struct OutputTests {
    // MARK: Output to a terminal

    @Test(arguments: [
        ("plain Käfer 🐞 👩‍🔬", "plain Käfer 🐞 👩‍🔬"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("\u{1B}]52;c;x\u{7}", "\\u{1B}]52;c;x\\u{7}"),
        ("\u{9B}31m", "\\u{9B}31m"),
        ("\u{202E}gpj", "\\u{202E}gpj"),
        ("a\u{200B}b\u{FEFF}", "a\\u{200B}b\\u{FEFF}"),
        ("\u{2028}", "\\u{2028}"),
        ("\u{34F}\u{3164}\u{E0041}", "\\u{34F}\\u{3164}\\u{E0041}"),
        ("pay\u{200D}pal \u{200C}x", "pay\\u{200D}pal \\u{200C}x"),
        (
            "می\u{200C}خواهم \u{2764}\u{FE0F}\u{200D}🔥 1\u{FE0F}\u{20E3}",
            "می\u{200C}خواهم \u{2764}\u{FE0F}\u{200D}🔥 1\u{FE0F}\u{20E3}"
        ),
        ("é\u{200D}\u{200D}é x\u{FE0F}", "é\\u{200D}\\u{200D}é x\\u{FE0F}"),
    ])
    func `invisible characters are made visible`(text: String, expected: String) {
        #expect(TerminalText.text(text) == expected)
    }

    @Test(arguments: [
        (nil, " 1  Käfer        x\n10  甲虫 beetle\n"), (10, " 1  Käfer\n    x\n10  甲虫 …\n"),
    ])
    func `columns are as wide as their widest cell`(width: Int?, expected: String) {
        let rows = [
            Record([.init("1", .right), .init("Käfer"), .init("x")], []),
            Record([.init("10", .right), .init("甲虫 beetle"), .init("")], []),
        ]
        var layout = TableLayout([.right, .left, .left], lineWidth: width)
        for row in rows { layout.fit(row.cells) }
        layout.narrow()
        var lines = LineBuffer()
        for row in rows { layout.write(row.cells, to: &lines) }
        #expect(lines.withBytes { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(
        arguments: [
            ("en_GB.UTF-8", nil, true), ("C", "en_GB.UTF-8", false), (nil, "C.utf8", true),
            (nil, "de_DE@euro", false), (nil, nil, false),
        ] as [(String?, String?, Bool)])
    func `the locale decides about stars`(all: String?, language: String?, isUTF8: Bool) {
        let environment = Environment(standardInput: .standardInput) {
            ["LC_ALL": all, "LANG": language][$0] ?? nil
        }
        #expect(environment.isUTF8 == isUTF8)
    }

    // MARK: Output to programs

    @Test func `JSON is on one line, with what it must escape`() {
        let line = JSON.line([
            ("a", .string("q\" b\\ n\n \u{1B} é 🐞 \u{202E}")), ("b", .null),
            ("c", .list([.integer(-1), .boolean(true)])), ("d", .rating(3.3)),
            ("e", .rating(.nan)), ("f", .object([("g", .number(0.1))])), ("h", .picture(nil)),
            ("i", .picture(Picture(fileName: "x", size: 7, type: .png))), ("j", .rating(4)),
        ])
        #expect(
            line == #"{"a":"q\" b\\ n\n \u001b é 🐞 \u202e","b":null,"c":[-1,true],"d":3.3,"#
                + #""e":null,"f":{"g":0.1},"h":null,"i":{"bytes":7,"type":"image/png"},"j":4}"#)
    }

    @Test func `CSV quotes what it must`() {
        let values: [(name: String, value: Record.Value)] = [
            ("a", .string("plain")), ("b", .string("q\"q,\nx")), ("tags", .list([.string("x,y")])),
            ("image", .picture(nil)), ("c", .null), ("d", .string("\r\n")),
        ]
        #expect(CSV.header(values) == "a,b,tags,imageType,imageBytes,c,d")
        #expect(CSV.line(values) == "plain,\"q\"\"q,\nx\",\"x\\,y\",,,,\"'\r\n\"")
    }
}
