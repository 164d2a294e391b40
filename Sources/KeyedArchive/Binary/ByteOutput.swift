/// Bytes of a binary property list that is being written.
///
/// An array would check at each byte whether it has another owner, which takes as long as the rest of
/// encoding a document.
struct ByteOutput: ~Copyable {
    private var bytes: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    /// - Parameter capacity: enough bytes for most outputs, so that they never have to be moved.
    init(capacity: Int) {
        self.capacity = capacity
        bytes = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit { bytes.deallocate() }

    var array: [UInt8] { Array(UnsafeRawBufferPointer(start: bytes, count: count)) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    mutating func append(contentsOf other: UnsafeRawBufferPointer) {
        guard let start = other.baseAddress else { return }
        reserve(other.count)
        (bytes + count).copyMemory(from: start, byteCount: other.count)
        count += other.count
    }

    /// Appends the lowest `size` bytes of a value, most significant first.
    ///
    /// - Parameter size: at most 8.
    @inline(__always)
    mutating func append(_ value: UInt64, size: Int) {
        // One store of eight bytes takes less time than a loop.
        reserve(8)
        let highest = value << UInt64(truncatingIfNeeded: 64 - 8 * size)
        bytes.storeBytes(of: highest.bigEndian, toByteOffset: count, as: UInt64.self)
        count += size
    }

    mutating func append(zeros size: Int) {
        reserve(size)
        (bytes + count).initializeMemory(as: UInt8.self, repeating: 0, count: size)
        count += size
    }

    /// Replaces bytes by the lowest `size` bytes of a value, most significant first.
    @inline(__always)
    mutating func set(_ value: UInt64, size: Int, at place: Int) {
        precondition(place >= 0 && place + size <= count)
        var (index, rest) = (place &+ size, value)
        while index > place {
            index &-= 1
            bytes.storeBytes(
                of: UInt8(truncatingIfNeeded: rest), toByteOffset: index, as: UInt8.self)
            rest &>>= 8
        }
    }

    mutating func truncate(to count: Int) { self.count = min(count, self.count) }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if more > capacity &- count { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: bytes, byteCount: count)
        bytes.deallocate()
        bytes = larger
    }
}

// MARK: Comparing

/// Reads eight bytes at a time, the last ones first. An object has at least eight bytes before it, so
/// a word that ends with it exists for every object.
extension ByteOutput {
    /// Whether the bytes from one place on equal the bytes from a later place to the end.
    func hasSameBytes(at place: Int, asFrom start: Int) -> Bool {
        var rest = count - start
        guard place &+ rest <= start else { return false }
        while rest >= 8 {
            rest &-= 8
            if word(at: place &+ rest) != word(at: start &+ rest) { return false }
        }
        return last(rest, before: place &+ rest) == last(rest, before: start &+ rest)
    }

    /// A hash of the bytes from a place to the end, and whether all of them are ASCII.
    @inline(__always)
    func hash(from start: Int, factor: UInt64) -> (hash: UInt64, isASCII: Bool) {
        var hash = factor ^ UInt64(truncatingIfNeeded: count - start)
        var union: UInt64 = 0
        var end = count
        while end &- start >= 8 {
            end &-= 8
            let word = word(at: end)
            union |= word
            hash = Self.folded(hash ^ word, factor)
        }
        let word = last(end &- start, before: end)
        hash = Self.folded(hash ^ word, factor)
        return (hash, (union | word) & 0x8080_8080_8080_8080 == 0)
    }

    private static func folded(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }

    @inline(__always)
    private func word(at place: Int) -> UInt64 {
        precondition(place >= 0 && place <= count &- 8)
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// The last bytes before a place, fewer than eight.
    @inline(__always)
    private func last(_ size: Int, before place: Int) -> UInt64 {
        size == 0 ? 0 : word(at: place &- 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
    }
}
