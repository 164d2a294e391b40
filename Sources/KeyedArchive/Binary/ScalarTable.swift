/// Which object has which scalar, so that equal ones are written once.
///
/// They are looked up by their bytes, since Swift's equality would mix up different spellings.
struct ScalarTable {
    private struct Scalar {
        let hash: Int
        let bytes: Range<Int>
        let object: Int
    }

    private var scalars: [Scalar] = []
    /// Places among the scalars and one more, each where its hash says or behind that; 0 is free. At
    /// least half are free, and their number is a power of two.
    private var slots = Array(repeating: 0, count: 128)

    init() {
        scalars.reserveCapacity(64)
    }

    /// The object whose bytes are the same as those of a range; nil if there is none so far, and from
    /// then on it is `object`.
    mutating func object(
        of range: Range<Int>, in bytes: [UInt8], orNew object: Int
    ) -> Int? {
        let hash = Self.hash(of: range, in: bytes)
        var slot = hash & (slots.count - 1)
        while slots[slot] > 0 {
            let known = scalars[slots[slot] - 1]
            if known.hash == hash, bytes[known.bytes] == bytes[range] { return known.object }
            slot = (slot + 1) & (slots.count - 1)
        }
        scalars.append(Scalar(hash: hash, bytes: range, object: object))
        slots[slot] = scalars.count
        if 2 * scalars.count > slots.count { grow() }
        return nil
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
