/// The digits of base64 (RFC 4648).
package enum Base64 {
    package static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The values of all bytes; 0xFF for a byte that is no digit.
    package static let values = (UInt8.min...UInt8.max).map { byte in
        digits.firstIndex(of: byte).map { UInt8($0) } ?? 0xFF
    }
}
