/// A random number generator that gives the same numbers for the same seed.
struct Dice {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed)
        // Makes neighboring seeds give unrelated numbers.
        state = bits()
    }

    /// 64 random bits.
    mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// A number from 0 to below the limit.
    mutating func roll(_ limit: Int) -> Int { Int(bits() % UInt64(limit)) }

    /// True on average once in `count` calls.
    mutating func oneIn(_ count: Int) -> Bool { roll(count) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}
