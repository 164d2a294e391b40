package struct RemovalBound {
    package var entries: Int
    /// The end of the time, as ``MonotonicClock/seconds``.
    private let end: Double

    private let endsAtInterruption: Bool

    /// - Parameters:
    ///   - seconds: the time from now on.
    ///   - endsAtInterruption: whether an interruption ends the removal at once.
    package init(
        entries: Int = .max, seconds: Double = .infinity, endsAtInterruption: Bool = false
    ) {
        self.entries = entries
        self.endsAtInterruption = endsAtInterruption
        end = MonotonicClock.seconds + seconds
    }

    package var isReached: Bool {
        entries <= 0 || end <= MonotonicClock.seconds
            || (endsAtInterruption && Interruption.isRequested)
    }
}
