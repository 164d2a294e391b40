import Glibc

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
