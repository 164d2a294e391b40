import CLinux
import Glibc
import Synchronization

extension Directory {
    /// The names in the directory without `.` and `..` that a condition is true for, in no particular
    /// order. Names that aren't UTF-8 are skipped, because this program never makes any.
    ///
    /// - Parameter limit: a number of entries.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if there are more.
    package func names(
        atMost limit: Limit = .none, where isWanted: (String) -> Bool = { _ in true }
    ) throws -> [String] {
        var names: [String] = []
        var count: Int64 = 0
        try forEachEntry { entry in
            count += 1
            guard count <= limit.value else {
                throw limit.exceeded("more than \(limit.value.grouped) names in it")
            }
            let text = String(validating: entry.name, as: UTF8.self)
            if let text, isWanted(text) { names.append(text) }
        }
        return names
    }

    /// The names in the file system's encoding, each with its terminating NUL.
    func rawNames(upTo count: Int = .max) throws -> [[CChar]] {
        struct Enough: Error {}
        var names: [[CChar]] = []
        do {
            try forEachEntry { entry in
                guard names.count < count else { throw Enough() }
                names.append(entry.name.map { CChar(bitPattern: $0) } + [0])
            }
        } catch is Enough {}
        return names
    }

    /// Decodes a name; nil if it is not UTF-8.
    package static func text(_ name: [CChar]) -> String? {
        String(validating: name.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Calls `body` with each entry except `.` and `..`, in no particular order.
    package func forEachEntry(_ body: (DirectoryEntries.Entry) throws -> Void) throws {
        try reading.withLock { _ in
            // The first time, too: btrfs shows only the entries that were there at the opening or at
            // the last seek to the start.
            try systemCall("cannot read \(path)") { lseek(raw, 0, SEEK_SET) }
            // Few entries, such as the files of a document, need no memory of their own.
            let isWhole = try withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) {
                while let count = try read(into: $0, body) {
                    // The next entry may not fit where the longest one wouldn't.
                    if count > $0.count - DirectoryEntries.longest { return false }
                }
                return true
            }
            if isWhole { return }
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768, alignment: 8)
            defer { buffer.deallocate() }
            while try read(into: buffer, body) != nil {}
        }
    }

    /// Calls `body` with the entries that the buffer has room for, and returns the size of these; nil at the
    /// end of the directory.
    private func read(
        into buffer: UnsafeMutableRawBufferPointer,
        _ body: (DirectoryEntries.Entry) throws -> Void
    ) throws -> Int? {
        let count = try systemCallIfPresent("cannot read \(path)") {
            getdents64(raw, buffer.baseAddress, UInt(buffer.count))
        }
        // A directory that was removed after it was opened has no entries (ENOENT).
        guard let count, count > 0 else { return nil }
        try DirectoryEntries.forEach(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
        return count
    }
}
