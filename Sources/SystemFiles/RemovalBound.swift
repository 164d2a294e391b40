/// The bound of a removal: a number of entries, and a time.
package struct RemovalBound {
    package var entries: Int
    /// The end of the time, as ``MonotonicClock/seconds``.
    private let end: Double

    /// - Parameter seconds: the time from now on.
    package init(entries: Int = .max, seconds: Double = .infinity) {
        self.entries = entries
        end = MonotonicClock.seconds + seconds
    }

    package var isReached: Bool { entries <= 0 || end <= MonotonicClock.seconds }
}
