/// Entries of a directory as the kernel gives them: `struct linux_dirent64` of getdents(2).
struct DirectoryEntries {
    private let bytes: UnsafeRawBufferPointer

    /// Where the length of an entry stands in it, and its name, which ends with a zero.
    private static let lengthOffset = 16
    private static let nameOffset = 19

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Calls `body` with each name but `.` and `..`, without its zero.
    func forEachName(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        var start = 0
        while start + Self.nameOffset < bytes.count {
            let length = Int(
                bytes.loadUnaligned(fromByteOffset: start + Self.lengthOffset, as: UInt16.self))
            let end = min(start + length, bytes.count)
            guard end > start + Self.nameOffset else { return }
            let name = bytes[(start + Self.nameOffset)..<end].prefix { $0 != 0 }
            if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) {
                try body(UnsafeRawBufferPointer(rebasing: name))
            }
            start = end
        }
    }
}
