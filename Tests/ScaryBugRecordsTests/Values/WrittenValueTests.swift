import TestSupport
import Testing

@testable import ScaryBugRecords

/// What a text gives a field, by its author.
@Suite struct WrittenValueTests {
    /// 2026-05-01T12:00:00Z
    private static let now = Timestamp(secondsSince1970: 1_777_636_800)

    private func read(
        _ text: String, for field: Field, _ author: WrittenValue.Source.Author,
        _ order: WrittenDate.Order? = nil
    ) -> WrittenValue {
        WrittenValue(
            text, for: field, from: WrittenValue.Source(author, order: order, now: Self.now))
    }

    private static let words = [
        "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "\\N", "-", " NA ", "#N/A",
    ]
    private static let measures: [Field] = [
        .seen, .at, .count, .rating, .sex, .stage, .license, Field(custom: .number),
    ]

    @Test(arguments: words, measures)
    func `a word for nothing in a file is no value`(word: String, field: Field) {
        for author in [.file, .list] as [WrittenValue.Source.Author] {
            let written = read(word, for: field, author)
            #expect(written.value == nil && written.problem == nil && written.doubt == nil)
        }
    }

    @Test(arguments: words)
    func `a word for nothing is a text where somebody may be called so`(word: String) {
        let written = read(word, for: .observer, .file)
        #expect(written.value == .text(word) && written.doubt == .wordForNothing)
        #expect(read(word, for: .observer, .person).doubt == nil)
        for field in [Field.sex, .stage, .license, .at, .count] {
            #expect(read(word, for: field, .person).problem != nil)
        }
    }

    @Test(arguments: [
        "0000-00-00", "0000-00-00 00:00:00", "0000:00:00 00:00:00", "1900-01-00", "1/0/1900",
        "00/01/1900", "0.1.1900", "0001-01-01", "0001-01-01T00:00:00", "01/01/0001", "00000000",
        "0001-01-01 00:00:00Z", "1/0/00", "00-Jan-1900", "00.01.00", "0000", "1-Jan-0001",
    ])
    func `a zero date is no date`(text: String) {
        for author in [.file, .person] as [WrittenValue.Source.Author] {
            let written = read(text, for: .seen, author)
            #expect(written.value == nil)
            #expect(
                written.problem?.message
                    == "seen '\(text)': no date, but what programs write for none; leave it empty")
        }
        #expect(EDTFDate.forms(of: text) == [])
    }

    @Test(arguments: [
        "1900-01-01", "1899-12-30", "1970-01-01", "1900-01", "2026-01-01", "1001-01-01",
    ])
    func `other early dates are dates`(text: String) {
        #expect(read(text, for: .seen, .file).value == EDTFDate(text).map(FieldValue.date))
    }

    @Test func `a list has what was here before it counted as nothing`() throws {
        for text in ["0001-01-01", "0001-01-01/.."] {
            #expect(read(text, for: .seen, .list).value?.text == text)
        }
        #expect(read("0,0±25", for: .at, .list).value?.text == "0,0±25")
        #expect(read("0.0, 0", for: .at, .list).value == nil)
        for author in [.file, .person] as [WrittenValue.Source.Author] {
            #expect(
                read("0,0", for: .at, author).problem?.message
                    == "at '0,0': no position, but what programs write for none; leave it empty")
        }
    }

    @Test(arguments: [("5.0", 5), ("5.00", 5), ("0.0", 0), ("7", 7)] as [(String, Int64)])
    func `a whole number may have zeros as decimals`(text: String, count: Int64) {
        #expect(read(text, for: .count, .person).value == .count(count))
        var source = WrittenValue.Source(.file)
        source.hasDecimalComma = true
        let written = WrittenValue(
            text.replacing(".", with: ","), for: .count, from: source)
        #expect(written.value == .count(count))
    }

    @Test(arguments: ["5.5", "5.", ".0", "1.000", "12.000", "5.0.0", "-5.0", "5e0"])
    func `other numbers are no whole ones`(text: String) {
        #expect(read(text, for: .count, .file).problem != nil)
    }

    @Test(arguments: [
        ("today 21:30", "2026-05-01T21:30"), ("Yesterday 9:30 pm", "2026-04-30T21:30"),
        ("3d", "2026-04-28"), ("today", "2026-05-01"),
        ("yesterday 22:00-23:30", "2026-04-30T22:00/2026-04-30T23:30"),
    ])
    func `a person counts days, and may add a time`(text: String, date: String) {
        guard LocalZone.local.clock(at: 0) == 0 else { return }
        #expect(read(text, for: .seen, .person).value?.text == date)
        #expect(read(text, for: .seen, .file).value == nil)
    }

    @Test(arguments: [
        ("2026-05-03", true), ("2026-05-01T23:59", false), ("2026-05-01", false), ("2026", false),
        ("2026-06", true), ("2027", true), ("2026-04/2026-07", true), ("2026-04/..", false),
        ("../2027", true), ("1906", false),
    ])
    func `a date in the future is taken with a doubt`(text: String, isAfter: Bool) {
        let written = read(text, for: .seen, .person)
        #expect(written.value?.text == text)
        #expect((written.doubt == .inFuture) == isAfter)
        #expect(read(text, for: .seen, .list).doubt == nil)
    }

    @Test(arguments: [
        ("1/5/26", ["2026-05-01", "2026-01-05"]), ("1/5/2026", ["2026-05-01", "2026-01-05"]),
        ("31/5/26", []), ("1905/06", []), ("2026-04-2?", []), ("1.4.2026", []),
    ])
    func `the readings tell whether the order of day and month matters`(
        text: String, readings: [String]
    ) {
        #expect(read(text, for: .seen, .file).readings == readings)
        #expect(read(text, for: .seen, .file, .dayFirst).readings == [])
        for (order, reading) in zip(WrittenDate.Order.allCases, readings) {
            #expect(read(text, for: .seen, .person, order).value?.text == reading)
        }
    }
}

extension Field {
    /// A custom field for a test.
    fileprivate convenience init(custom type: ValueType) {
        self.init("weight", key: "weight", type, "")
    }
}
