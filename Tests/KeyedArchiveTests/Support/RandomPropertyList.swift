import KeyedArchive

/// Generates values of every type that Python's plistlib reads, the same for the same seed.
struct RandomPropertyList {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 16
    }

    private mutating func number(below limit: Int) -> Int { Int(next()) % limit }

    mutating func value(depth: Int = 0) -> PropertyList {
        switch number(below: depth < 4 ? 11 : 8) {
        case 0: .null
        case 1: .boolean(number(below: 2) == 1)
        case 2: .integer(integer())
        case 3: .real(Double(sign: .minus, exponent: number(below: 600) - 300, significand: 1.1))
        case 4: .float(Float(integer() % 1_000_000) / 7)
        case 5: .date(Double(number(below: 1 << 36) - (1 << 35)) / 8)
        case 6: .data((0..<number(below: 40)).map { UInt8(truncatingIfNeeded: $0 * 7) })
        case 7: .uid(UInt32(truncatingIfNeeded: integer()))
        case 8: .string(text())
        case 9: .array((0..<number(below: 20)).map { _ in value(depth: depth + 1) })
        default: .dictionary(dictionary(depth: depth))
        }
    }

    private mutating func dictionary(depth: Int) -> PropertyListDictionary {
        var dictionary = PropertyListDictionary()
        for _ in 0..<number(below: 20) { dictionary[text()] = value(depth: depth + 1) }
        return dictionary
    }

    /// An integer of 1 to 16 bytes, each size equally likely.
    private mutating func integer() -> Int128 {
        let bits = Int128(next()) << 80 | Int128(next()) << 40 | Int128(next())
        return bits >> Int128(number(below: 128))
    }

    private mutating func text() -> String {
        let scalars: [Unicode.Scalar] = [
            "\0", "\u{1}", "\t", "\n", "\r", " ", "&", "<", "]", ">", "\"", "a", "Z", "~",
            "\u{7F}", "\u{80}", "ä", "\u{301}", "\u{2028}", "\u{FEFF}", "\u{FFFE}", "🐞",
        ]
        // ASCII strings have a different stored form.
        let limit = number(below: 2) == 0 ? 15 : scalars.count
        var text = String.UnicodeScalarView()
        for _ in 0..<number(below: 20) { text.append(scalars[number(below: limit)]) }
        return String(text)
    }
}

extension PropertyList {
    /// The value as an unambiguous line, the same as the script prints.
    var canonicalText: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "real " + String(value.bitPattern, radix: 16)
        case .float(let value): "real " + String(Double(value).bitPattern, radix: 16)
        case .date(let seconds): "date \(Int(seconds * 8))"
        case .data(let bytes): "data \(bytes)"
        case .string(let text): "text \(Array(text.utf16))"
        case .utf16(let units): "text \(units)"
        case .array(let values): "[\(values.map(\.canonicalText).joined(separator: ", "))]"
        case .set: "set"
        case .dictionary(let dictionary):
            "{"
                + dictionary.map { PropertyList.string($0).canonicalText + ": " + $1.canonicalText }
                .joined(separator: ", ") + "}"
        case .uid(let uid): "uid \(uid)"
        }
    }
}
