@testable import Containers
@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// Corrects the checksums of an archive, so that the fuzzer reaches the code behind their checks.
enum Repair {
    static func checksums(of bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0x50, 0x4B]) ? zip(bytes) : tar(bytes)
    }

    // MARK: Tar

    /// Corrects every block that has the signature of a tar header.
    private static func tar(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for start in stride(from: 0, to: bytes.count - 511, by: 512)
        where bytes[start + 257..<start + 262].elementsEqual("ustar".utf8) {
            let field = start + 148..<start + 156
            bytes.replaceSubrange(field, with: repeatElement(UInt8(ascii: " "), count: 8))
            let sum = bytes[start..<start + 512].reduce(0) { $0 + Int($1) }
            let digits = String(sum, radix: 8)
            let text = String(repeating: "0", count: 6 - digits.count) + digits + "\0 "
            bytes.replaceSubrange(field, with: text.utf8)
        }
        return bytes
    }

    // MARK: ZIP

    /// Sets the checksum of stored entries in both of their headers.
    private static func zip(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for start in starts(of: [0x50, 0x4B, 1, 2], in: bytes) {
            guard let offset = number(at: start + 42, 4, in: bytes),
                number(at: start + 10, 2, in: bytes) == 0,
                let size = number(at: start + 20, 4, in: bytes),
                let nameLength = number(at: offset + 26, 2, in: bytes),
                let extraLength = number(at: offset + 28, 2, in: bytes)
            else { continue }
            let data = offset + 30 + nameLength + extraLength
            guard data + size <= bytes.count else { continue }
            let sum = CRC32.of(Array(bytes[data..<data + size])).littleEndian
            withUnsafeBytes(of: sum) { sum in
                bytes.replaceSubrange(start + 16..<start + 20, with: sum)
                bytes.replaceSubrange(offset + 14..<offset + 18, with: sum)
            }
        }
        return bytes
    }

    private static func starts(of signature: [UInt8], in bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { bytes[$0...].starts(with: signature) }
    }

    private static func number(at offset: Int, _ count: Int, in bytes: [UInt8]) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
