import Foundation

/// A moment after which nothing more is waited for.
struct Deadline {
    private let instant: ContinuousClock.Instant

    init(seconds: Double) {
        instant = ContinuousClock.now + .seconds(seconds)
    }

    var isOver: Bool { ContinuousClock.now >= instant }

    /// What `poll` takes: the milliseconds left, rounded up so that the last of them is not spent
    /// in a busy loop.
    var milliseconds: CInt {
        let left = instant - ContinuousClock.now
        return CInt(max(0, min((left / .milliseconds(1)).rounded(.up), 3_600_000)))
    }
}
