/// A table of the scalars written so far, so that equal ones are written once.
///
/// It compares their bytes, because Swift's string equality ignores differences in normalization.
struct ScalarTable {
    private struct Scalar {
        let hash: Int
        let bytes: Range<Int>
        let object: Int
    }

    private var scalars: [Scalar] = []
    /// A hash table with linear probing. A slot holds an index into `scalars` plus one, or 0 if it
    /// is free. The size is a power of two, and at least half of the slots are free.
    private var slots = Array(repeating: 0, count: 128)

    init() {
        scalars.reserveCapacity(64)
    }

    /// Returns the object with the same bytes as the range. If there is none, returns nil and
    /// records `object` for these bytes.
    mutating func object(
        of range: Range<Int>, in bytes: [UInt8], orNew object: Int
    ) -> Int? {
        let hash = Self.hash(of: range, in: bytes)
        var slot = hash & (slots.count - 1)
        while slots[slot] > 0 {
            let known = scalars[slots[slot] - 1]
            if known.hash == hash, Self.areEqual(known.bytes, range, in: bytes) {
                return known.object
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        scalars.append(Scalar(hash: hash, bytes: range, object: object))
        slots[slot] = scalars.count
        if 2 * scalars.count > slots.count { grow() }
        return nil
    }

    private static func areEqual(
        _ left: Range<Int>, _ right: Range<Int>, in bytes: [UInt8]
    ) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { bytes[$0] == bytes[$1] }
    }

    private static func hash(of range: Range<Int>, in bytes: [UInt8]) -> Int {
        var hasher = Hasher()
        bytes.withUnsafeBytes {
            hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))
        }
        return hasher.finalize()
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: 2 * slots.count)
        for (place, scalar) in scalars.enumerated() {
            var slot = scalar.hash & (slots.count - 1)
            while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = place + 1
        }
    }
}
