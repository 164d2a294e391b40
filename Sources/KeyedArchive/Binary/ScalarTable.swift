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
            if known.hash == hash, bytes[known.bytes] == bytes[range] {
                return known.object
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        scalars.append(Scalar(hash: hash, bytes: range, object: object))
        slots[slot] = scalars.count
        if 2 * scalars.count > slots.count { grow() }
        return nil
    }

    /// A factor that differs between processes, so that nobody can choose many scalars with the same
    /// hash.
    private static let factor = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

    /// Multiplies eight bytes at a time. Most scalars are short, and `Hasher` takes several times as
    /// long for them.
    private static func hash(of range: Range<Int>, in bytes: [UInt8]) -> Int {
        let factor = factor
        return bytes.withUnsafeBytes { bytes in
            var hash = factor ^ UInt64(truncatingIfNeeded: range.count)
            var place = range.lowerBound
            while place + 8 <= range.upperBound {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                hash = folded(hash ^ word, factor)
                place += 8
            }
            var rest: UInt64 = 0
            for byte in bytes[place..<range.upperBound] { rest = rest &<< 8 | UInt64(byte) }
            return Int(truncatingIfNeeded: folded(hash ^ rest, factor))
        }
    }

    private static func folded(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low
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
