/// A random number generator that gives the same numbers for the same seed.
public struct Dice: Sendable {
    private var state: UInt64

    public init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed)
        // Makes neighboring seeds give unrelated numbers.
        state = bits()
    }

    /// 64 random bits.
    public mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// A number from 0 to below the limit.
    public mutating func roll(_ limit: Int) -> Int { Int(bits() % UInt64(limit)) }

    /// True on average once in `count` calls.
    public mutating func oneIn(_ count: Int) -> Bool { roll(count) == 0 }

    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[roll(elements.count)]
    }
}
