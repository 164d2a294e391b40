import Testing

@testable import ScaryBugRecords

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("2001-01-01", 978_307_200), ("2026-05-01", 1_777_593_600),
        ("2024-02-29", 1_709_164_800), ("1900-03-01", -2_203_891_200),
        ("0000-01-01", -62_167_219_200), ("9999-12-31", 253_402_214_400),
        ("1600-02-29", -11_670_998_400),
    ])
    func `days`(text: String, seconds: Int64) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.secondsSince1970 == seconds)
        #expect(timestamp.shortest == text)
        #expect(timestamp.rfc3339 == text + "T00:00:00Z")
    }

    @Test func `every year from 1 to 9999 has its days`() throws {
        var day = try #require(Timestamp("0001-01-01")).secondsSince1970 / 86_400
        #expect(day == -719_162)
        for year in 1...9_999 {
            let digits = String(year)
            let prefix = String(repeating: "0", count: 4 - digits.count) + digits
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let february = isLeap ? 29 : 28
            for (date, days) in [
                ("01-31", 30), ("02-\(february)", 30 + february), ("03-01", 31 + february),
                ("12-31", 336 + february),
            ] {
                let timestamp = Timestamp("\(prefix)-\(date)")
                #expect(timestamp?.secondsSince1970 == (day + Int64(days)) * 86_400)
                #expect(timestamp?.shortest == "\(prefix)-\(date)")
            }
            #expect(Timestamp("\(prefix)-02-\(february + 1)") == nil)
            day += isLeap ? 366 : 365
        }
    }

    @Test(arguments: [
        ("2026-05-01T14:30:15Z", "2026-05-01T14:30:15Z"),
        ("2026-05-01t14:30z", "2026-05-01T14:30:00Z"),
        ("2026-05-01 14:30:15.999Z", "2026-05-01T14:30:15Z"),
        ("2026-05-01T00:30:00+02:00", "2026-04-30T22:30:00Z"),
        ("2026-12-31T23:00:00-01:30", "2027-01-01T00:30:00Z"),
    ])
    func `moments`(text: String, expected: String) {
        #expect(Timestamp(text)?.rfc3339 == expected)
    }

    @Test(arguments: [
        "", "2026", "2026-05", "2026-05-01T14:30", "2026-13-01", "2026-00-01", "2026-02-29",
        "2026-04-31", "2026-05-01T",
        "2026-05-01T24:00", "2026-05-01T12:60", "2026-05-01x", "26-05-01", "2026-5-1",
        "2026-05-01T12:00+25:00", "-001-01-01", "10000-01-01", "9999-12-31T23:59:59-00:01",
        "2026-05-01T23:59:60", "2026-05-01T1٢:00", "0000-01-01T00:00+01:00", "٢٠٢٦-05-01",
    ])
    func `invalid dates`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(arguments: [
        (Int64.min, "0000-01-01T00:00:00Z"), (Int64.max, "9999-12-31T23:59:59Z"),
    ])
    func `file times outside the years 0 to 9999`(seconds: Int64, expected: String) {
        #expect(Timestamp(secondsSince1970: seconds).rfc3339 == expected)
        #expect(Timestamp(secondsSince1970: seconds).secondsSince2001.isFinite)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e15, 1e15])
    func `times that are not a date`(seconds: Double) {
        #expect(Timestamp(secondsSince2001: seconds) == nil)
    }
}
