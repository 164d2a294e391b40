import Glibc

/// The clock that nobody sets, for how long something takes.
package enum MonotonicClock {
    /// Seconds since some moment before the program began.
    package static var seconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
