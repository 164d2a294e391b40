/// A hash that is the same in every run of the program
/// (http://www.isthe.com/chongo/tech/comp/fnv/).
struct FNV1a<Value: FixedWidthInteger & UnsignedInteger> {
    private(set) var value: Value
    private let prime: Value

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ Value(byte)) &* prime }
    }
}

extension FNV1a<UInt64> {
    init() { self.init(value: 0xCBF2_9CE4_8422_2325, prime: 0x0000_0100_0000_01B3) }
}

extension FNV1a<UInt128> {
    init() {
        self.init(
            value: 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D,
            prime: 0x0100_0000_0000_0000_0000_013B)
    }
}
