import Synchronization
import SystemFiles

/// The bytes that several containers together may have after decompression.
package final class UnpackingRoom: Sendable {
    private let left: Atomic<Int64>

    package init(bytes: Int64) { left = Atomic(bytes) }

    /// Takes bytes from the room.
    ///
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if there are not so many.
    func take(_ count: Int) throws {
        left.subtract(Int64(count), ordering: .relaxed)
        try check()
    }

    /// Throws an error if more bytes were taken than there were.
    package func check() throws {
        guard left.load(ordering: .relaxed) >= 0 else {
            throw ScaryBugsError(.limitExceeded, "expands to many times its size")
        }
    }
}

extension UnpackingRoom: Hashable {
    package static func == (left: UnpackingRoom, right: UnpackingRoom) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
