import CLinux
import Containers

/// UUIDs that identify documents across machines, in upper case as Apple's `NSUUID` writes them.
package enum DocumentIdentifier {
    /// Makes a random UUID (RFC 9562, version 4).
    static func random() -> String {
        var bits: UInt128 = 0
        let count = withUnsafeMutableBytes(of: &bits) {
            getrandom($0.baseAddress, UInt($0.count), 0)
        }
        return string(of: count == 16 ? bits : .random(in: .min ... .max), version: 4)
    }

    /// Derives the UUID of a data file that stores none, from the file's bytes. The same bytes
    /// always give the same UUID (RFC 9562, version 8). The 128-bit FNV-1a hash identifies the file
    /// but does not protect against forgery.
    package static func derived(from bytes: [UInt8]) -> String {
        var hash = FNV1a<UInt128>()
        hash.add(bytes)
        return string(of: hash.value, version: 8)
    }

    /// The form in which identifiers are compared: case does not count in a UUID. Other programs also
    /// write `{…}` or `urn:uuid:` around it, or no hyphens.
    package static func canonical(_ identifier: String) -> String {
        uuid(identifier) ?? identifier.trimmed
    }

    /// The UUID that a text is, in upper case; nil for another text.
    package static func uuid(_ text: String) -> String? {
        if isCanonical(text) { return text }
        var digits = text.trimmed.lowercased()[...]
        if digits.hasPrefix("urn:uuid:") { digits = digits.dropFirst(9) }
        if digits.first == "{", digits.last == "}" { digits = digits.dropFirst().dropLast() }
        digits = digits.filter { $0 != "-" }[...]
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt128(digits, radix: 16).map { string(of: $0) }
    }

    /// Whether a text is a UUID as this program writes it, which nearly all identifiers are.
    private static func isCanonical(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        var place = 0
        for byte in text.utf8 {
            switch place {
            case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
            default: if !byte.isASCIIDigit, !(0x41...0x46 ~= byte) { return false }
            }
            place += 1
        }
        return true
    }

    /// A number that stands for an identifier where many are searched. It is a part of a SHA-256 hash,
    /// so nobody can make another identifier with the key of a given one.
    package struct Key: Hashable, Sendable {
        package let value: Int64

        package init(value: Int64) { self.value = value }

        package init(_ identifier: String) {
            value = Digest(of: Array(DocumentIdentifier.canonical(identifier).utf8)).high
        }
    }

    package static func string(of random: UInt128, version: UInt128) -> String {
        var bits = random & ~(UInt128(0xF) << 76) & ~(UInt128(0b11) << 62)
        bits |= version << 76 | UInt128(0b10) << 62
        return string(of: bits)
    }

    private static func string(of uuid: UInt128) -> String {
        var bits = uuid
        return String(unsafeUninitializedCapacity: 36) { text in
            for place in (0..<36).reversed() {
                switch place {
                case 8, 13, 18, 23: text[place] = UInt8(ascii: "-")
                default:
                    let digit = UInt8(truncatingIfNeeded: bits) & 0xF
                    text[place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
                    bits >>= 4
                }
            }
            return 36
        }
    }
}
