import Glibc

/// A clock for durations, which nobody can set.
package enum MonotonicClock {
    /// Seconds since an arbitrary moment before the program started.
    package static var seconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
