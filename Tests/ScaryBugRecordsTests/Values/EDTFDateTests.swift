import TestSupport
import Testing

@testable import ScaryBugRecords

@Suite struct EDTFDateTests {
    @Test(arguments: [
        ("1906", "1906-01-01T00:00:00", "1906-12-31T23:59:59"),
        ("0000", "0000-01-01T00:00:00", "0000-12-31T23:59:59"),
        ("9999", "9999-01-01T00:00:00", "9999-12-31T23:59:59"),
        ("2026-05", "2026-05-01T00:00:00", "2026-05-31T23:59:59"),
        ("2024-02", "2024-02-01T00:00:00", "2024-02-29T23:59:59"),
        ("2026-12", "2026-12-01T00:00:00", "2026-12-31T23:59:59"),
        ("2026-05-01", "2026-05-01T00:00:00", "2026-05-01T23:59:59"),
        ("2026-05-01T14:30", "2026-05-01T14:30:00", "2026-05-01T14:30:59"),
        ("2026-05-01T00:00", "2026-05-01T00:00:00", "2026-05-01T00:00:59"),
        (
            "2026-05-01T00:00:00/2026-05-02T00:00:00", "2026-05-01T00:00:00",
            "2026-05-02T00:00:00"
        ),
        ("2026-05-01T21:00/2026-05-02", "2026-05-01T21:00:00", "2026-05-02T23:59:59"),
        ("2026-05-01T14:30+02:00", "2026-05-01T14:30:00", "2026-05-01T14:30:59"),
        ("2026-05-01T14:30:15Z", "2026-05-01T14:30:15", "2026-05-01T14:30:15"),
        ("2026-05-01T14:30:15.75-07:00", "2026-05-01T14:30:15", "2026-05-01T14:30:15"),
        ("2026-05/2026-06", "2026-05-01T00:00:00", "2026-06-30T23:59:59"),
        ("1905/1906-05-03", "1905-01-01T00:00:00", "1906-05-03T23:59:59"),
        ("2026-05-03/2026-05", "2026-05-03T00:00:00", "2026-05-31T23:59:59"),
        (
            "2026-05-01T21:00+02:00/2026-05-02T03:00+02:00", "2026-05-01T21:00:00",
            "2026-05-02T03:00:59"
        ),
        ("1906?", "1906-01-01T00:00:00", "1906-12-31T23:59:59"),
        ("2026-05~", "2026-05-01T00:00:00", "2026-05-31T23:59:59"),
        ("2026-05-01%", "2026-05-01T00:00:00", "2026-05-01T23:59:59"),
        ("1905~/1906?", "1905-01-01T00:00:00", "1906-12-31T23:59:59"),
    ])
    func `a date covers the time on its clock`(text: String, start: String, end: String) throws {
        let date = try #require(EDTFDate(text))
        #expect(date.text == text)
        #expect(date.period.start.clock == Timestamp(start + "Z")?.secondsSince1970)
        #expect(date.period.end.clock == Timestamp(end + "Z")?.secondsSince1970)
    }

    @Test func `an open interval has no start or no end`() throws {
        #expect(try #require(EDTFDate("../1906")).period.start == .openStart)
        #expect(try #require(EDTFDate("2026-05/..")).period.end == .openEnd)
    }

    @Test(arguments: [
        ("2026-05-01t14:30z", "2026-05-01T14:30Z"),
        ("2026-05-01 14:30:05+02:00~", "2026-05-01T14:30:05+02:00~"),
        ("2026-05-01 14:30", "2026-05-01T14:30"), ("2026-05-01 00:00", "2026-05-01T00:00"),
        // Spreadsheets, pandas and R write a day so.
        ("2026-05-01 00:00:00", "2026-05-01"), ("2026-05-01T00:00:00.000", "2026-05-01"),
        ("2026-05-01 00:00:00Z", "2026-05-01T00:00:00Z"),
    ])
    func `a time is written as EDTF has it, and gets no offset`(text: String, expected: String) {
        #expect(EDTFDate(text)?.text == expected)
    }

    @Test(arguments: [
        "", " ", "/", "..", "../..", "2026/", "/2026", "2026/2027/2028", "26", "20260501",
        "2026-5-1", "2026-00", "2026-13", "2026-02-29", "2026-04-31", "1906??", "?1906", "1906-~05",
        "-0001", "Y17000", "2026-05-01T", "2026-05-01T24:00Z", "2026-05-01T12:60Z",
        "2026-05-01T12:00+25:00", "2026-05-01T12:00:60Z", "2026-06/2026-05",
        "0000-01-01T00:00+01:00", "9999-12-31T23:59:59-00:01", "٢٠٢٦", "2026\u{301}",
        "1906-05-01T14:30+02:00/1906-05-01T14:29+02:00", "2026-21", "19XX", "[1906,1907]",
        "2026-05-01T10:00-11:30", "2026-05-01 09:00-10:00", "2026-05-01T10:00+14:30",
    ])
    func `other texts are no dates`(text: String) {
        #expect(EDTFDate(text) == nil)
    }

    @Test(arguments: [
        ("2026-5-1", "2026-05-01"),
        ("2026-5", "2026-05"),
        ("2026-5-1~", "2026-05-01~"),
        ("20260501", "2026-05-01"),
        ("2026/5/1", "2026-05-01"),
        ("31.5.2026", "2026-05-31"),
        ("1906-1910", "1906/1910"),
        ("1906 – 1910", "1906/1910"),
        ("2025-06..2025-07", "2025-06/2025-07"),
        ("1906..", "1906/.."),
        ("14 June 2025", "2025-06-14"),
        ("june 14th, 2025", "2025-06-14"),
        ("14. Sept. 2025", "2025-09-14"),
        ("June 2025", "2025-06"),
        ("06/2026", "2026-06"),
        ("2026/5", "2026-05"),
        ("5.2026", "2026-05"),
        ("c. 1906", "1906~"),
        ("ca. 1906", "1906~"),
        ("Circa 1906-05", "1906-05~"),
        ("c1906", "1906~"),
        ("ca. June 1906", "1906-06~"),
        ("1-3 May 1906", "1906-05-01/1906-05-03"),
        ("May 3-5, 1906", "1906-05-03/1906-05-05"),
        ("3/4 May 1906", "1906-05-03/1906-05-04"),
        ("28.vi.-2.vii.2026", "2026-06-28/2026-07-02"),
        ("Dec 1905 – Feb 1906", "1905-12/1906-02"),
        ("5-6/2026", "2026-05/2026-06"),
        ("1.-3.5.2026", "2026-05-01/2026-05-03"),
        ("2026-5-1/2026-5-3", "2026-05-01/2026-05-03"),
        ("2026-05-01/2026-5-3", "2026-05-01/2026-05-03"),
        ("20260501/20260503", "2026-05-01/2026-05-03"),
        ("31/12/2025-2/1/2026", "2025-12-31/2026-01-02"),
        ("20.viii.2026", "2026-08-20"), ("1er mai 2026", "2026-05-01"),
        ("1-May-2026", "2026-05-01"),
        ("2026:06:05 11:58:00", "2026-06-05T11:58:00"),
        ("2026-06-05T11:58:00+0000", "2026-06-05T11:58:00+00:00"),
        ("1 May 2026 3:30 pm", "2026-05-01T15:30"),
        ("2026-05-01 10:00-11:30", "2026-05-01T10:00/2026-05-01T11:30"),
        ("2026-05-01T22:00-03:40", "2026-05-01T22:00/2026-05-02T03:40"),
        ("1906-", "1906/.."),
        ("1906–", "1906/.."),
        ("2026-05-00", "2026-05"),
        ("2026-00", "2026"),
        ("1906-00-00", "1906"),
        ("00.05.2026", "2026-05"),
        ("2017-09-10/15", "2017-09-10/2017-09-15"),
        ("2009-05/06", "2009-05/2009-06"),
        ("2026:06:05", "2026-06-05"),
        ("19350301", "1935-03-01"), ("1906?~", "1906%"),
        ("1995-05-24/06-09", "1995-05-24/1995-06-09"),
        ("2026-05-01T10:00/11:30", "2026-05-01T10:00/2026-05-01T11:30"),
        ("2026-05-01T10:00Z/11:30Z", "2026-05-01T10:00Z/2026-05-01T11:30Z"),
        ("2026-05-01T10:00+02:00/11:30", "2026-05-01T10:00+02:00/2026-05-01T11:30+02:00"),
        ("2007-11-13T09:00/15T17:00", "2007-11-13T09:00/2007-11-15T17:00"),
        ("1995-05-24–06-09", "1995-05-24/1995-06-09"),
        ("2026-05-01 24:00", "2026-05-02T00:00"),
        ("2026-12-31T24:10:05", "2027-01-01T00:10:05"),
        ("2026-05-01T24:00:00Z", "2026-05-02T00:00:00Z"),
        ("2026-05-01T24:10:05-05:00", "2026-05-02T00:10:05-05:00"),
        ("2026-05-01 22:00-24:00", "2026-05-01T22:00/2026-05-02T00:00"),
        ("2026–05–01", "2026-05-01"), ("1–3 May 2026", "2026-05-01/2026-05-03"),
        ("1.4.2026", "2026-04-01"), ("05.06.25", "2025-06-05"), ("31/5/26", "2026-05-31"),
        ("5/31/26", "2026-05-31"), ("1.4.99", "1999-04-01"),
        ("5.6.25-7.6.25", "2025-06-05/2025-06-07"), ("05.06.25 21:30", "2025-06-05T21:30"),
        ("3.5.2026 21h30", "2026-05-03T21:30"), ("2026-05-03 9.30 Uhr", "2026-05-03T09:30"),
        ("2018.0", "2018"), ("2026-4?", "2026-04?"), ("2026/05", "2026-05"),
    ])
    func `a form with one meaning is taken`(text: String, date: String) throws {
        #expect(EDTFDate(written: text)?.text == date)
        let field = try FieldValue(text, for: .seen)
        #expect(field == EDTFDate(date).map(FieldValue.date))
    }

    private static let orders =
        "; 'config dates=dmy' or 'dates=mdy' answers for all dates"

    @Test(arguments: [
        ("2026-21", "seasons are not taken; write the months, such as 2026-06/2026-08"),
        ("2026-33~/2027", "seasons are not taken; write the months, such as 2026-06/2026-08"),
        ("19XX", "unspecified digits are not taken; write 1900/1999"),
        ("190X", "unspecified digits are not taken; write 1900/1909"),
        ("2026-05-xx", "unspecified digits are not taken; write 2026-05"),
        ("2026-XX-05", "unspecified digits are not taken; write an interval, such as 1900/1999"),
        ("19XX/20XX", "unspecified digits are not taken; write an interval, such as 1900/1999"),
        ("2026-~05", "? and ~ stand at the end of a date, such as 1906~"),
        ("2026-05/", "an open end is written with two dots, such as 2026-05/.."),
        ("../..", "an interval needs a start or an end"),
        (
            "2026-06/2026-05",
            "an interval is two dates, the earlier one first, such as 2026-05/2026-08"
        ),
        ("1/5/2026", "write 2026-05-01 or 2026-01-05\(orders)"),
        ("1/5/26", "write 2026-05-01 or 2026-01-05\(orders)"),
        (
            "1/5/2026-3/5/2026",
            "write 2026-05-01/2026-05-03 or 2026-01-05/2026-03-05\(orders)"
        ),
        ("1905/06", "write 1905-06 or 1905/1906"), ("1905/6", "write 1905-06 or 1905/1906"),
        ("1911/2", "write 1911-02 or 1911/1912"), ("1899/00", "write 1899 or 1899/1900"),
        ("1905–06", "write 1905-06 or 1905/1906"), ("1998/99", "write 1998/1999"),
        ("2026-04-2?", "write 2026-04-02? or 2026-04-20/2026-04-29"),
        ("2024-02-2?", "write 2024-02-02? or 2024-02-20/2024-02-29"),
        ("2026-1?", "write 2026-01? or 2026-10/2026-12"),
        ("199u", "unspecified digits are not taken; write 1990/1999"),
        ("1990s", "a decade is an interval; write 1990/1999"),
        ("60s", "a decade is an interval; write 1960/1969"),
        ("1950er", "a decade is an interval; write 1950/1959"),
        (
            "31.06.2026",
            "the calendar has no such day; write 2026 for the whole year, or one such as 2026-05-01"
        ),
        (
            "8/26",
            "a year has four digits; write a day such as 2026-05-01, or a month such as 2026-05"
        ),
        (
            "1-8-26",
            "a year has four digits; write a day such as 2026-05-01, or a month such as 2026-05"
        ),
        ("2026-08-01 22h", "a time has minutes; write 2026-08-01T22:00"),
        ("25:00", "the day is missing; write one and the time, such as 2026-05-01T14:30"),
        ("14 june", "the year is missing; write \(WrittenDate.thisYear)-06-14"),
        ("1? May 1906", "? and ~ stand at the end of a date, such as 1906~"),
        (
            "2026-05-01 09:00-10:00",
            "write 2026-05-01T09:00-10:00 or 2026-05-01T09:00/2026-05-01T10:00"
        ),
        (
            "2026-05-01 22:00-02:00",
            "write 2026-05-01T22:00-02:00 or 2026-05-01T22:00/2026-05-02T02:00"
        ),
        ("2026-05-01T10:00+11:15", "no place has the time zone +11:15"),
        ("2026-02-30", "the calendar has no such day; write 2026-02 for the whole month"),
        ("2024-02-30", "the calendar has no such day; write 2024-02 for the whole month"),
        ("2026-04-31/..", "the calendar has no such day; write 2026-04 for the whole month"),
        ("2026-13-01", "months go from 01 to 12"),
        (
            "3xyz May 1906",
            "not a date; write one such as 1906, 2026-05, 2026-05-01, 2026-05-01T14:30, "
                + "2026-05/2026-06, 1906~"
        ),
    ])
    func `the error says what to write`(text: String, problem: String) {
        #expect(
            message { _ = try FieldValue(text, for: .seen) } == "seen '\(text)': \(problem)")
    }

    /// With the text read again at each separator, and again within each part, these took minutes.
    @Test(arguments: [
        "1-", "1/", "1.", "1,", "1 ", "1:", "-", "/", "–", "— ", "..", ".. ", " to ", "1 to ", "1T",
        "T",
        "t ", "1-1 ", "1:1-", "1st ", "c. ", "1906/", "1 May 1906 - ", "Mai 1906 – ", "мая-", "5月/",
        "2026-05-01 10:00 - ", "..–— to /-", "e\u{301}-", "1906?~", "1     -",
    ])
    func `a text of many parts is no date`(part: String) {
        let long = String(repeating: part, count: 10_000)
        for length in [50, 99, 100, 101, 10_000] {
            let text = String(long.prefix(length)).trimmed + "1-1"
            for order in [nil, .dayFirst, .monthFirst] as [WrittenDate.Order?] {
                #expect(EDTFDate(written: text, order) == nil)
                #expect(EDTFDate.forms(of: text, order) == [])
            }
            #expect(Timestamp(text) == nil)
        }
    }

    @Test func `a date has 100 bytes at most`() {
        let second = "2026-05-01T10:00:00."
        for (length, isDate) in [(99, true), (100, true), (101, false)] {
            let text = second + String(repeating: "0", count: length - second.utf8.count)
            #expect((EDTFDate(text) != nil) == isDate)
            #expect((EDTFDate(written: text) != nil) == isDate)
            let written = "1 May" + String(repeating: " ", count: length - 9) + "1906"
            #expect((EDTFDate(written: written) != nil) == isDate)
        }
    }

    @Test(arguments: ["-0100", "-0044-05", "-2026-05-01", "/2026", ".2026", ",2026"])
    func `no sign is left out`(text: String) {
        #expect(throws: ScaryBugsError.self) { try FieldValue(text, for: .seen) }
    }

    @Test func `a word for a day is suggested where it is taken`() {
        #expect(
            message { _ = try FieldValue("yesteday", for: .seen, now: .init(secondsSince1970: 0)) }
                == "seen 'yesteday': not a date; the nearest is 'yesterday'")
        #expect(
            message { _ = try FieldValue("yesteday", for: .seen) }?
                .contains("not a date; write one such as") == true)
    }

    @Test func `tomorrow has no name`() {
        let advice = "only past days have names; write a date such as 2026-05-01"
        #expect(EDTFDate.problem(with: "Tomorrow", takingDays: true) == advice)
        #expect(EDTFDate.problem(with: "tomorrow", takingDays: false) == nil)
    }

    @Test(arguments: ["5x", "1D5", "12"])
    func `a slip for a number of days is explained where days are taken`(word: String) {
        let advice = "write 5d for days, 5w for weeks, or one such as 2026-05-01, 2026-05 or 2026"
        let problem = EDTFDate.problem(with: word, takingDays: true)
        #expect(problem == (word == "5x" ? "not a date; \(advice)" : nil))
        #expect(EDTFDate.problem(with: word, takingDays: false) == nil)
    }

    /// The apps store a date, and know nothing of EDTF.
    @Test(arguments: [
        ("1906", "1906-01-01"), ("2026-05~", "2026-05-01"), ("2026-05-03", "2026-05-03"),
        ("2026-05/2026-06", "2026-05-01"), ("2026-05/..", "2026-05-01"),
        ("../2026-06", "2026-06-30"), ("../1906", "1906-12-31"),
        ("../2026-05-01T14:30+02:00", "2026-05-01T12:30:59Z"),
        ("2026-05-01T22:30-07:00", "2026-05-02T05:30:00Z"),
        ("2026-05-01T22:30", "2026-05-01T22:30:00Z"),
        ("../2026-05-01T23:59", "2026-05-01T23:59:59Z"),
    ])
    func `the apps get the start, or the end of an open interval`(
        text: String, timestamp: String
    ) throws {
        #expect(try #require(EDTFDate(text)).timestamp.shortest == timestamp)
    }

    @Test(arguments: ["0000-01-01", "2026-05-01", "2026-05-01T12:30:00Z", "9999-12-31T23:59:59Z"])
    func `a date of the apps is a day at midnight, otherwise a moment in UTC`(text: String) throws {
        let date = EDTFDate(try #require(Timestamp(text)))
        #expect(date.text == text)
        #expect(date == EDTFDate(text))
    }

    @Test func `days of the last weeks have names`() {
        for word in ["today", "YESTERDAY", "0d", "10d", "999999w"] {
            #expect(EDTFDate.daysAgo(word.lowercased()) != nil)
        }
        for word in ["", "d", "-1d", "1.5d", "3days", "10000000d", "tomorrow", "2026"] {
            #expect(EDTFDate.daysAgo(word) == nil)
        }
        let now = Timestamp(secondsSince1970: 0)
        #expect(EDTFDate(dayNamed: "999999w", now: now) == nil)
    }
}
