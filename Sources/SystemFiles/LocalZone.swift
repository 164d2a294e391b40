import Glibc

/// A time zone: its offset from UTC at any moment.
public struct LocalZone: Sendable {
    /// Seconds east of UTC at a moment, in whole minutes.
    private let offset: @Sendable (_ secondsSince1970: Int64) -> Int64

    /// - Parameter offset: returns the seconds east of UTC at a moment.
    public init(offset: @escaping @Sendable (_ secondsSince1970: Int64) -> Int64) {
        self.offset = offset
    }

    /// The zone that `TZ` names, or else the system's. UTC stands for a name that is unknown.
    public static let local: LocalZone = {
        if ZoneName.unknown != nil { return utc }
        tzset()
        return LocalZone { seconds in
            var seconds = time_t(seconds)
            var parts = tm()
            guard localtime_r(&seconds, &parts) != nil else { return 0 }
            return Int64(parts.tm_gmtoff)
        }
    }()

    /// Coordinated universal time.
    public static let utc = LocalZone { _ in 0 }

    /// The time on a clock in this zone, in seconds since 1970-01-01 00:00:00 on that clock.
    ///
    /// Before standard time, zones had offsets with seconds. They are rounded to minutes, since a
    /// date can't name them.
    package func clock(at secondsSince1970: Int64) -> Int64 {
        let offset = offset(secondsSince1970)
        return secondsSince1970 + offset - offset % 60
    }

    /// The moment at which a clock in this zone shows a time, in seconds since 1970-01-01 UTC.
    ///
    /// A clock that is put back shows a time twice, and this is the first moment. A clock that is
    /// put forward skips a time, and this is the moment at which it would show it unchanged.
    package func moment(clock: Int64) -> Int64 {
        let day: Int64 = 86_400
        let before = clock - (self.clock(at: clock - day) - (clock - day))
        let after = clock - (self.clock(at: clock + day) - (clock + day))
        return [before, after].first { self.clock(at: $0) == clock } ?? before
    }
}

/// The value of `TZ`: the name of a file with a zone's rules, or an offset such as `CET-1CEST`.
package struct ZoneName {
    private let name: Substring

    /// - Parameter text: the value of `TZ`. POSIX permits a colon in front.
    package init(_ text: String) {
        name = text.hasPrefix(":") ? text.dropFirst() : text[...]
    }

    /// The value of `TZ` in the program's environment if it names no zone.
    package static let unknown: String? = {
        let value = { (name: String) in getenv(name).map { String(cString: $0) } ?? "" }
        let (zone, directory) = (value("TZ"), value("TZDIR"))
        let isKnown = ZoneName(zone).isKnown(
            in: directory.isEmpty ? "/usr/share/zoneinfo" : directory)
        return isKnown ? nil : zone
    }()

    /// Whether the C library can tell the time in the zone.
    ///
    /// - Parameter directory: the directory of the files.
    private func isKnown(in directory: String) -> Bool {
        if name.isEmpty || ["UTC", "GMT", "Etc/UTC"].contains(name) || hasOffset { return true }
        return Self.hasRules(name.hasPrefix("/") ? String(name) : "\(directory)/\(name)")
    }

    /// Whether the name is an abbreviation with an offset, as POSIX defines it. The C library would take
    /// the nearest offset for one that is too large.
    private var hasOffset: Bool {
        guard var rest = Self.afterAbbreviation(name.utf8) else { return false }
        if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
        let offset = rest.prefix { "0123456789:".utf8.contains($0) }
        let parts = offset.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { Int(Substring($0)) ?? .max }
        rest = rest.dropFirst(offset.count)
        return parts.count <= 3 && zip(parts, [24, 59, 59]).allSatisfy { $0 <= $1 }
            && (rest.isEmpty || Self.afterAbbreviation(rest) != nil)
    }

    /// The text after three or more letters, or any characters in `<…>`; nil if it begins otherwise.
    private static func afterAbbreviation(_ text: Substring.UTF8View) -> Substring.UTF8View? {
        let isQuoted = text.first == UInt8(ascii: "<")
        let rest = text.dropFirst(isQuoted ? 1 : 0)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let name = rest.prefix { isQuoted ? $0 != UInt8(ascii: ">") : letters ~= $0 | 0x20 }
        return name.count < 3 ? nil : rest.dropFirst(name.count + (isQuoted ? 1 : 0))
    }

    /// Whether a file begins as RFC 9636 says.
    private static func hasRules(_ path: String) -> Bool {
        (try? File.open(path: path, waiting: false).prefix(4)) == Array("TZif".utf8)
    }
}

/// A date and a time of day in UTC, in the proleptic Gregorian calendar of the C library.
package struct UTCTime: Hashable {
    package var year = 1970
    package var month = 1
    package var day = 1
    package var hour = 0
    package var minute = 0
    package var second = 0

    package init() {}

    package init(secondsSince1970 seconds: Int64) {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        self.init(parts)
    }

    private init(_ parts: tm) {
        (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
        (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    }

    /// Seconds since 1970-01-01 00:00:00; nil if there is no such time, as on February 30.
    package var secondsSince1970: Int64? {
        var parts = tm()
        (parts.tm_year, parts.tm_mon) = (CInt(clamping: year - 1900), CInt(clamping: month - 1))
        (parts.tm_mday, parts.tm_hour) = (CInt(clamping: day), CInt(clamping: hour))
        (parts.tm_min, parts.tm_sec) = (CInt(clamping: minute), CInt(clamping: second))
        // `timegm` turns February 30 into a day of March.
        let seconds = timegm(&parts)
        return UTCTime(parts) == self ? Int64(seconds) : nil
    }
}

/// A clock for durations, which nobody can set.
package enum MonotonicClock {
    /// Seconds since an arbitrary moment before the program started.
    package static var seconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
