/// Chance that falls the same for the same seed.
struct Dice {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed)
        // So that neighbours have nothing in common.
        state = bits()
    }

    /// All of its bits are of use.
    mutating func bits() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// From 0 to one below the limit.
    mutating func roll(_ limit: Int) -> Int { Int(bits() % UInt64(limit)) }

    /// True once in so many times.
    mutating func oneIn(_ count: Int) -> Bool { roll(count) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}
