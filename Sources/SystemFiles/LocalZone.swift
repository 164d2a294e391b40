import Glibc

/// A time zone: its offset from UTC at any moment.
public struct LocalZone: Sendable {
    /// Seconds east of UTC at a moment, in whole minutes.
    private let offset: @Sendable (_ secondsSince1970: Int64) -> Int64

    /// - Parameter offset: returns the seconds east of UTC at a moment.
    public init(offset: @escaping @Sendable (_ secondsSince1970: Int64) -> Int64) {
        self.offset = offset
    }

    /// The zone that `TZ` names, or else the system's.
    public static let local: LocalZone = {
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
