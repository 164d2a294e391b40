import Glibc

/// Entries of a directory as the kernel gives them: `struct linux_dirent64` of getdents(2).
struct DirectoryEntries {
    private let bytes: UnsafeRawBufferPointer

    /// An entry, valid only while it is looked at.
    struct Entry {
        /// Without the zero behind it.
        let name: UnsafeRawBufferPointer
        /// Whether it is known to be a regular file; some file systems don't tell.
        let isRegular: Bool
    }

    /// Where the length of an entry stands in it, its type, and its name, which ends with a zero.
    private static let lengthOffset = 16
    private static let typeOffset = 18
    private static let nameOffset = 19

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Calls `body` with each entry but `.` and `..`.
    func forEach(_ body: (Entry) throws -> Void) rethrows {
        var start = 0
        while start + Self.nameOffset < bytes.count {
            let length = Int(
                bytes.loadUnaligned(fromByteOffset: start + Self.lengthOffset, as: UInt16.self))
            let end = min(start + length, bytes.count)
            guard end > start + Self.nameOffset else { return }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[(start + Self.nameOffset)..<end])
            let name = UnsafeRawBufferPointer(
                rebasing: rest.prefix(rest.firstIndex(of: 0) ?? rest.count))
            if !Self.isOwnOrParent(name) {
                let isRegular = bytes[start + Self.typeOffset] == UInt8(DT_REG)
                try body(Entry(name: name, isRegular: isRegular))
            }
            start = end
        }
    }

    private static func isOwnOrParent(_ name: UnsafeRawBufferPointer) -> Bool {
        name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}
