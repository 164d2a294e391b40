import Testing

@testable import ScaryBugFormats

@Suite("Tables: what is one")
struct TableFormatTests {
    @Test(
        "the name tells where the contents leave a choice",
        arguments: [
            ("bugs.csv", TableFormat.separated(by: nil)),
            ("Bugs.2026.CSV", .separated(by: nil)),
            ("bugs.jsonl", .json),
            ("bugs.NDJSON", .json),
        ])
    func name(name: String, format: TableFormat) {
        for prefix in ["", "{title", "[\"title\"]\t"] {
            #expect(TableFormat(fileName: name, prefix: Array(prefix.utf8)) == format)
        }
    }

    @Test(
        "the first bytes tell, whatever the name",
        arguments: [
            ("{\"title\": \"Ladybird\"}\n", TableFormat.json),
            ("\u{FEFF}\r\n {\t\"title\"", .json),
            ("{}", .json),
            ("title,rating\nLadybird,1\n", .separated(by: nil)),
            ("\u{FEFF}title\tr\u{E9}gion\r\n", .separated(by: nil)),
            ("a", .separated(by: nil)),
        ])
    func content(text: String, format: TableFormat) {
        for name in ["-", "bugs", "bugs.txt", "csv", "bugs.csv.old", "bugs.csv", "bugs.jsonl"] {
            #expect(TableFormat(fileName: name, prefix: Array(text.utf8)) == format)
        }
    }

    @Test("a file named .tsv has tabs between its values, if its header has any")
    func tabs() {
        let prefix = Array("title\tnotes, more".utf8)
        let tab = UInt8(ascii: "\t")
        #expect(TableFormat(fileName: "bugs.tsv", prefix: prefix) == .separated(by: tab))
        #expect(TableFormat(fileName: "bugs.csv", prefix: prefix) == .separated(by: nil))
        let commas = Array("title,notes".utf8)
        #expect(TableFormat(fileName: "bugs.tsv", prefix: commas) == .separated(by: nil))
    }

    @Test("a prefix may end within a character")
    func cutCharacter() {
        let text = Array("title,\u{1F41E}".utf8)
        for length in 1...text.count {
            let prefix = Array(text.prefix(length))
            #expect(TableFormat(fileName: "-", prefix: prefix) == .separated(by: nil))
        }
    }

    @Test("UTF-16 is taken, so that reading it can tell what it is")
    func utf16() {
        let prefix: [UInt8] = [0xFF, 0xFE, 0x61, 0]
        #expect(TableFormat(fileName: "-", prefix: prefix) == .separated(by: nil))
    }

    @Test(
        "what is no table",
        arguments: [
            "", "PK\u{3}\u{4}", "a,b\n\0", "a\u{1B}[31m", "a\u{7F}", "<?xml version='1.0'?>",
            "%PDF-1.4", "GIF89a",
        ])
    func others(text: String) {
        #expect(TableFormat(fileName: "-", prefix: Array(text.utf8)) == nil)
    }

    @Test("a text may be Windows-1252, and end with Ctrl-Z")
    func otherText() {
        let texts: [[UInt8]] = [[0x61, 0xE9, 0x2C, 0x62, 0x0A], [0x61, 0x0D, 0x0A, 0x1A]]
        for prefix in texts {
            #expect(TableFormat(fileName: "-", prefix: prefix) == .separated(by: nil))
        }
    }

    @Test("bytes without a character are no table, and neither is RTF")
    func notText() {
        #expect(TableFormat(fileName: "-", prefix: [0x61, 0x81, 0x2C, 0x62, 0x0A]) == nil)
        let richText = TableFormat(fileName: "-", prefix: Array("{\\rtf1 bugs}".utf8))
        #expect(richText == nil)
    }
}
