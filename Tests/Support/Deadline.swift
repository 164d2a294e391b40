import Foundation

/// The time at which a wait ends.
struct Deadline {
    private let instant: ContinuousClock.Instant

    init(seconds: Double) {
        instant = ContinuousClock.now + .seconds(seconds)
    }

    var isOver: Bool { ContinuousClock.now >= instant }

    /// The remaining milliseconds, for `poll`. They are rounded up, because a timeout of 0 would
    /// cause a busy loop.
    var milliseconds: CInt {
        let left = instant - ContinuousClock.now
        return CInt(max(0, min((left / .milliseconds(1)).rounded(.up), 3_600_000)))
    }
}
