/// A table of the scalars written so far, so that equal ones are written once.
///
/// It compares their bytes, because Swift's string equality ignores differences in normalization.
struct ScalarTable {
    private struct Slot {
        var hash: UInt64 = 0
        /// The object's number, or 0 if the slot is free. The object 0 is never a repeated scalar.
        var object = 0
    }

    /// A hash table with linear probing. The size is a power of two, and at least half of the slots are
    /// free.
    private var slots = Array(repeating: Slot(), count: 128)
    private var count = 0

    /// A factor that differs between processes, so that nobody can choose many scalars with the same
    /// hash.
    let factor = Self.factorOfProcess
    private static let factorOfProcess = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

    /// Returns the object of a scalar. If there is none, returns nil and records `object` for it.
    ///
    /// - Parameters:
    ///   - hash: the scalar's hash, which its bytes and ``factor`` give.
    ///   - isSame: whether an object with the same hash has the same bytes.
    @inline(__always)
    mutating func object(
        withHash hash: UInt64, orNew object: Int, where isSame: (Int) -> Bool
    ) -> Int? {
        var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[place].object > 0 {
            if slots[place].hash == hash, isSame(slots[place].object) { return slots[place].object }
            place = (place + 1) & (slots.count - 1)
        }
        slots[place] = Slot(hash: hash, object: object)
        count += 1
        if 2 * count > slots.count { grow() }
        return nil
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: 2 * old.count)
        for slot in old where slot.object > 0 {
            var place = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
            while slots[place].object > 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = slot
        }
    }
}
