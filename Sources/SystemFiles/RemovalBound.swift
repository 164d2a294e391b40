/// The bound of a removal: a number of entries, and a time.
package struct RemovalBound {
    package var entries: Int
    private let end: ContinuousClock.Instant?

    /// - Parameter time: the time from now on; nil for any time.
    package init(entries: Int = .max, within time: Duration? = nil) {
        self.entries = entries
        end = time.map { .now + $0 }
    }

    package var isReached: Bool { entries <= 0 || end.map { $0 <= .now } ?? false }
}
