import TestSupport
import Testing

/// Days of a user whose time zone is not UTC, and who travels.
@Suite struct TimeZoneTests {
    private static let losAngeles = "PST8PDT,M3.2.0,M11.1.0"
    private static let kathmandu = "<+0545>-5:45"

    private var scarybug: Program

    init() throws { scarybug = try Program(user: "alice") }

    /// What a command prints in a time zone.
    private func output(_ arguments: String..., in zone: String) throws -> String {
        var scarybug = scarybug
        scarybug.environment["TZ"] = zone
        let transcript = try scarybug.run(arguments)
        #expect(transcript.status == 0 && transcript.standardError == "", "\(transcript)")
        return transcript.standardOutput
    }

    /// A camera or a table of another continent never had the offset of this computer.
    @Test func `a local time stays without an offset`() throws {
        _ = try output("new", "Moth", "seen=2025-07-01 22:00", in: Self.losAngeles)
        for zone in [Self.losAngeles, "UTC", Self.kathmandu] {
            let json = try output("--json", "list", "seen:2025-07-01T22:00", in: zone)
            #expect(json.contains(#""seen":"2025-07-01T22:00""#))
            #expect(try output("list", "seen:>2025-07-01T22:00", in: zone) == "")
            #expect(try output("count", "seen:2025-07-01T22:00+02:00", in: zone) == "1\n")
        }
    }

    @Test func `a moment belongs to the day at its own offset`() throws {
        _ = try output("new", "Moth", "seen=2025-07-01T22:00-07:00", in: Self.losAngeles)
        for zone in [Self.losAngeles, "UTC", Self.kathmandu] {
            let json = try output("--json", "list", "seen:2025-07-01", in: zone)
            #expect(json.contains(#""seen":"2025-07-01T22:00-07:00""#))
            #expect(try output("list", "seen:2025-07-02", in: zone) == "")
        }
    }

    /// The program's clock stands at midnight UTC, which is the year before in California.
    @Test func `created counts local days, whatever the zone was before`() throws {
        _ = try output("new", "Moth", in: "UTC")
        for _ in 0..<2 {
            for (zone, day) in [
                (Self.losAngeles, "2025-12-31"), ("UTC", "2026-01-01"),
                (Self.kathmandu, "2026-01-01"),
            ] {
                for query in ["created:\(day)", "created:today", "modified:<=\(day)", "created:1d"]
                {
                    #expect(try output("count", query, in: zone) == "1\n", "\(query) \(zone)")
                }
                for query in ["created:<\(day)", "created:yesterday", "created:>today"] {
                    #expect(try output("count", query, in: zone) == "0\n", "\(query) \(zone)")
                }
            }
        }
    }

    @Test(arguments: [
        "Europe/Berln", "Mars", "Foo+", "5", "/etc/passwd", "/", "/nowhere", ":Mars", "Europe/",
        "UTC+99", ":UTC-25", "UTC+5:60", "UTC0500", "UTC+1:2:3:4", "UTC+12x", "<+03",
    ])
    func `a zone that the system does not know gets one warning`(zone: String) throws {
        var scarybug = scarybug
        scarybug.environment["TZ"] = zone
        let transcript = try scarybug.run("-c", "count\ncount")
        let warning =
            "scarybug: warning: TZ '\(zone)' is not a time zone of this system, so local times are "
            + "in UTC; set TZ to a name such as Europe/Berlin, or unset it\n"
        #expect(transcript.gave("0\n0\n", error: warning), "\(transcript)")
        try scarybug.run("new", "Ant")
        #expect(try scarybug.run("show", "1").standardOutput.contains("2026-01-01T00:00:00+00:00"))
    }

    @Test(arguments: [
        "", ":", "UTC", "UTC0", ":UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3", "EST5EDT",
        "est+5", "Europe/Berlin", ":Europe/Berlin", "UTC+24", "NPT-5:45", "LMT0:53:28",
        "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1",
    ])
    func `a zone that POSIX defines gets no warning`(zone: String) throws {
        #expect(try output("count", in: zone) == "0\n")
    }

    @Test func `a zone's file gets no warning`() throws {
        try scarybug.directory.makeDirectory("zones")
        try scarybug.directory.write("TZif2", to: "zones/Moon")
        let path = scarybug.directory.path("zones")
        #expect(try output("count", in: "\(path)/Moon") == "0\n")
        #expect(try output("count", in: ":\(path)/Moon") == "0\n")
    }

    @Test func `today is stored as the local day`() throws {
        _ = try output("new", "Moth", "seen=today", in: Self.losAngeles)
        _ = try output("new", "Bee", "seen=today", in: Self.kathmandu)
        _ = try output("set", "2", "seen=1d", in: Self.losAngeles)
        let json = try output("--json", "list", in: "UTC")
        #expect(json.contains(#""seen":"2025-12-31""#))
        #expect(json.contains(#""seen":"2025-12-30""#))
        #expect(try output("count", "seen:today", in: Self.losAngeles) == "1\n")
        #expect(try output("count", "seen:today", in: "UTC") == "0\n")
    }

    @Test func `people see local time, programs see UTC`() throws {
        _ = try output("new", "Moth", in: Self.losAngeles)
        let shown = try output("show", "1", in: Self.losAngeles)
        #expect(shown.contains("created     2025-12-31T16:00:00-08:00\n"))
        #expect(try output("history", in: Self.kathmandu).contains("2026-01-01T05:45:00+05:45"))
        for format in ["--json", "--csv"] {
            let printed = try output(format, "show", "1", in: Self.losAngeles)
            #expect(printed.contains("2026-01-01T00:00:00Z"))
        }
    }

    private static let dates = [
        "1906", "2025-05", "2025-05-01", "2025-05-01T14:30+02:00", "2025-05-01T00:00Z",
        "2025-05-01T14:30", "2025-05-01T00:00", "2025-05-01T21:00/2025-05-02T03:00:30",
        "2025-05/2025-06", "2025-05/..", "../2025-06", "1906?", "1906~", "1906%",
        "2025-05-01T21:00:30+02:00/2025-05-02T03:00+02:00",
    ]

    private static let exports =
        ["scarybug", "directory", "bug", "creature", "book-archive"].map {
            "export all out/ --format \($0)"
        } + ["list --csv >out/table.csv", "list --json >out/table.json"]

    @Test(arguments: exports)
    func `what is exported and imported keeps the dates as entered`(line: String) throws {
        let lines = Self.dates.enumerated().map { "new 'Moth \($0 + 1)' seen=\($1)\n" }
        _ = try output("-c", lines.joined(), in: Self.losAngeles)
        var (alice, bob) = (scarybug, scarybug)
        alice.environment["TZ"] = "UTC"
        bob.environment["TZ"] = Self.kathmandu
        let program = "'\(scarybug.executable)'"
        let exported = try alice.shell("mkdir out; \(program) \(line)")
        #expect(exported.status == 0, "\(exported)")
        let imported = try bob.shell("\(program) --user bob import out/* >log")
        #expect(imported.gave(error: "scarybug: bob is a new user\n"), "\(imported)")
        let json = try output("--user", "bob", "--json", "list", in: Self.kathmandu)
        for date in Self.dates {
            #expect(json.contains("\"seen\":\"\(date)\""), "\(date) in \(json)")
        }
    }
}
