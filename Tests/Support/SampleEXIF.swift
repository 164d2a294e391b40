/// EXIF data as a camera writes it, or as none should.
///
///     var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
///     exif.setPosition(north: [50, 56], east: [1, 27])
///     let bytes = SamplePhotograph.jpeg(exif)
public struct SampleEXIF: Sendable {
    public struct Value: Sendable {
        let type: UInt16
        let count: UInt32
        let elementSize: Int
        let elements: [UInt32]

        public static func text(_ text: String) -> Value {
            let bytes = (text + "\0").utf8.map { UInt32($0) }
            return Value(type: 2, count: UInt32(bytes.count), elementSize: 1, elements: bytes)
        }

        public static func short(_ number: UInt16) -> Value {
            Value(type: 3, count: 1, elementSize: 2, elements: [UInt32(number)])
        }

        public static func long(_ number: UInt32) -> Value {
            Value(type: 4, count: 1, elementSize: 4, elements: [number])
        }

        /// Numerators and denominators, one after the other.
        public static func fractions(_ numbers: [UInt32]) -> Value {
            Value(
                type: 5, count: UInt32(numbers.count / 2), elementSize: 4, elements: numbers)
        }

        /// A value that claims another type or number than it has.
        public static func odd(type: UInt16, count: UInt32, _ elements: [UInt32] = [9]) -> Value {
            Value(type: type, count: count, elementSize: 4, elements: elements)
        }
    }

    /// The entries of the three directories by their tags.
    public var main: [UInt16: Value] = [:]
    public var detail: [UInt16: Value] = [:]
    public var position: [UInt16: Value] = [:]
    public var isLittle = true

    public init() {}

    /// - Parameters:
    ///   - seen: the time of the original.
    ///   - offset: its offset from UTC.
    public init(seen: String, offset: String? = nil) {
        detail[0x9003] = .text(seen)
        if let offset { detail[0x9011] = .text(offset) }
    }

    /// - Parameters:
    ///   - north: numerators and denominators of degrees, minutes and seconds.
    ///   - east: likewise.
    public mutating func setPosition(
        north: [UInt32], _ northSide: String? = "N", east: [UInt32], _ eastSide: String? = "E",
        within radius: [UInt32]? = nil
    ) {
        position[2] = .fractions(north)
        position[4] = .fractions(east)
        if let northSide { position[1] = .text(northSide) }
        if let eastSide { position[3] = .text(eastSide) }
        if let radius { position[31] = .fractions(radius) }
    }

    // MARK: Writing

    /// The block, which begins with its byte order.
    public func bytes() -> [UInt8] {
        var main = main
        let mainEnd = 8 + size(main.count + (detail.isEmpty ? 0 : 1) + (position.isEmpty ? 0 : 1))
        let detailEnd = mainEnd + (detail.isEmpty ? 0 : size(detail.count))
        let end = detailEnd + (position.isEmpty ? 0 : size(position.count))
        if !detail.isEmpty { main[0x8769] = .long(UInt32(mainEnd)) }
        if !position.isEmpty { main[0x8825] = .long(UInt32(detailEnd)) }

        var values: [UInt8] = []
        var bytes: [UInt8] = isLittle ? [0x49, 0x49] : [0x4D, 0x4D]
        bytes += number(42, 2) + number(8, 4)
        for directory in [main, detail, position] where !directory.isEmpty {
            bytes += number(UInt32(directory.count), 2)
            for (tag, value) in directory.sorted(by: { $0.key < $1.key }) {
                bytes += number(UInt32(tag), 2) + number(UInt32(value.type), 2)
                bytes += number(value.count, 4)
                let data = value.elements.flatMap { number($0, value.elementSize) }
                if data.count <= 4 {
                    bytes += data + Array(repeating: 0, count: 4 - data.count)
                } else {
                    bytes += number(UInt32(end + values.count), 4)
                    values += data
                }
            }
            bytes += number(0, 4)
        }
        return bytes + values
    }

    private func size(_ entries: Int) -> Int { 6 + 12 * entries }

    private func number(_ number: UInt32, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return isLittle ? bytes : bytes.reversed()
    }
}
