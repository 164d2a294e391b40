/// A 64-bit hash that is the same in every run of the program: FNV-1a
/// (http://www.isthe.com/chongo/tech/comp/fnv/).
struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
}
