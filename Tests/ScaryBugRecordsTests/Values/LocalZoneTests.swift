import Testing

@testable import ScaryBugRecords

@Suite struct LocalZoneTests {
    private static let zones: [String: LocalZone] = [
        "Berlin": SampleZone.berlin, "Los Angeles": SampleZone.losAngeles,
        "Kathmandu": SampleZone.kathmandu, "São Paulo": SampleZone.saoPaulo,
    ]

    @Test(arguments: [
        ("Berlin", "2026-01-01T12:00:00Z", "2026-01-01T13:00:00+01:00"),
        ("Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:59:59+01:00"),
        ("Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00+02:00"),
        ("Berlin", "2026-10-25T00:59:59Z", "2026-10-25T02:59:59+02:00"),
        ("Berlin", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00+01:00"),
        ("Los Angeles", "2026-07-02T05:00:00Z", "2026-07-01T22:00:00-07:00"),
        ("Kathmandu", "2026-07-01T22:00:00Z", "2026-07-02T03:45:00+05:45"),
        ("Berlin", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ])
    func `a clock shows a moment`(name: String, moment: String, text: String) throws {
        let zone = try #require(Self.zones[name])
        #expect(try #require(Timestamp(moment)).text(in: zone) == text)
    }

    @Test(arguments: [
        ("Berlin", "2026-07-01T14:30:00Z", "2026-07-01T12:30:00Z"),
        ("Berlin", "2026-12-01T14:30:00Z", "2026-12-01T13:30:00Z"),
        // Put forward: the clock never shows this time
        ("Berlin", "2026-03-29T02:30:00Z", "2026-03-29T01:30:00Z"),
        // Put back: the clock shows it twice
        ("Berlin", "2026-10-25T02:30:00Z", "2026-10-25T00:30:00Z"),
        ("Los Angeles", "2026-07-01T22:00:05Z", "2026-07-02T05:00:05Z"),
        ("Kathmandu", "2026-07-01T22:00:00Z", "2026-07-01T16:15:00Z"),
    ])
    func `a clock shows a time at a moment`(
        name: String, clock: String, moment: String
    ) throws {
        let zone = try #require(Self.zones[name])
        let clock = try #require(Timestamp(clock)).secondsSince1970
        #expect(Timestamp(secondsSince1970: zone.moment(clock: clock)).rfc3339 == moment)
    }

    @Test(arguments: [
        ("Berlin", "2026-03-29", "2026-03-28T23:00:00Z", 23),
        ("Berlin", "2026-10-25", "2026-10-24T22:00:00Z", 25),
        ("Los Angeles", "2026-07-01", "2026-07-01T07:00:00Z", 24),
        // The day begins at 01:00
        ("São Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 23),
        ("São Paulo", "2018-02-17", "2018-02-17T02:00:00Z", 25),
        ("São Paulo", "2018-02-18", "2018-02-18T03:00:00Z", 24),
    ])
    func `a local day has 23 to 25 hours`(
        name: String, day: String, start: String, hours: Int64
    ) throws {
        let zone = try #require(Self.zones[name])
        let moments = try #require(EDTFDate(day)).period.moments(in: zone)
        #expect(Timestamp(secondsSince1970: moments.first).rfc3339 == start)
        #expect(moments.last - moments.first + 1 == hours * 3600)
    }

    @Test(arguments: [
        ("Berlin", "2026-11-22T22:59:59Z", "today", "2026-11-22"),
        ("Berlin", "2026-11-22T23:00:00Z", "Today", "2026-11-23"),
        ("Los Angeles", "2026-11-22T07:59:59Z", "today", "2026-11-21"),
        ("Los Angeles", "2026-03-01T07:00:00Z", "yesterday", "2026-02-27"),
        ("Kathmandu", "2026-11-22T18:14:59Z", "3d", "2026-11-19"),
        ("Kathmandu", "2026-11-22T18:15:00Z", "2w", "2026-11-09"),
    ])
    func `days are counted from the local day`(
        name: String, now: String, word: String, day: String
    ) throws {
        let zone = try #require(Self.zones[name])
        let now = try #require(Timestamp(now))
        #expect(EDTFDate(dayNamed: word, now: now, in: zone)?.text == day)
    }
}
