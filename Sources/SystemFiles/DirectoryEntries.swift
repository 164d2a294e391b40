import Glibc

/// Directory entries in the kernel's format: `struct linux_dirent64` of getdents(2).
package enum DirectoryEntries {
    /// An entry, valid only during the call of the closure that receives it.
    package struct Entry {
        /// The name without its terminating NUL.
        package let name: UnsafeRawBufferPointer
        /// Whether it is a directory; nil for a link, or if the file system doesn't report the type.
        package let isDirectory: Bool?
    }

    /// Offsets of an entry's length, type and NUL-terminated name, in bytes.
    private static let lengthOffset = 16
    private static let typeOffset = 18
    private static let nameOffset = 19

    /// The bytes of the longest entry: a name of 255 bytes with its NUL, in whole words.
    static let longest = 280

    /// Calls `body` with each entry except `.` and `..`.
    static func forEach(
        in bytes: UnsafeRawBufferPointer, _ body: (Entry) throws -> Void
    ) rethrows {
        var start = 0
        while start + nameOffset < bytes.count {
            let length = Int(
                bytes.loadUnaligned(fromByteOffset: start + lengthOffset, as: UInt16.self))
            let end = min(start + length, bytes.count)
            guard end > start + nameOffset else { return }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[(start + nameOffset)..<end])
            let name = UnsafeRawBufferPointer(
                rebasing: rest.prefix(rest.firstIndex(of: 0) ?? rest.count))
            if !isOwnOrParent(name) {
                let type = Int(bytes[start + typeOffset])
                let isKnown = type != DT_UNKNOWN && type != DT_LNK
                try body(Entry(name: name, isDirectory: isKnown ? type == DT_DIR : nil))
            }
            start = end
        }
    }

    private static func isOwnOrParent(_ name: UnsafeRawBufferPointer) -> Bool {
        name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}
