import CLinux
import Glibc
import Synchronization
import SystemPackage

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
        var names: [[CChar]] = []
        try forEachEntry { entry in
            if names.count < count { names.append(entry.name.map { CChar(bitPattern: $0) } + [0]) }
        }
        return names
    }

    /// Decodes a name; nil if it is not UTF-8.
    package static func text(_ name: [CChar]) -> String? {
        String(validating: name.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Calls `body` with each entry except `.` and `..`, in no particular order.
    ///
    /// An entry that another process exchanges meanwhile is listed once. The kernel keeps changes away
    /// during one call of getdents(2), but not between two: then tmpfs and btrfs skip entries that were
    /// exchanged, or list them twice. So the buffer has room for all entries.
    package func forEachEntry(_ body: (DirectoryEntries.Entry) throws -> Void) throws {
        try reading.withLock { _ in
            // Few entries, such as the files of a document, need no memory of their own.
            let isListed = try withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) {
                let (count, isWhole) = try fill($0)
                if isWhole { try DirectoryEntries.forEach(in: $0.prefix(count), body) }
                return isWhole
            }
            if !isListed { try forEachOfMany(body) }
        }
    }

    /// Sizes of buffers in bytes. The last one has room for a million documents.
    private static let bufferSizes = [32 << 10, 1 << 20, 64 << 20]

    private func forEachOfMany(_ body: (DirectoryEntries.Entry) throws -> Void) throws {
        for size in Self.bufferSizes {
            // The kernel gives memory only where something is written.
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
            defer { buffer.deallocate() }
            var (count, isWhole) = try fill(buffer)
            guard isWhole || size == Self.bufferSizes.last else { continue }
            while count > 0 {
                try DirectoryEntries.forEach(in: buffer.prefix(count), body)
                count = isWhole ? 0 : try read(into: buffer[...])
            }
            return
        }
    }

    /// The most times that a directory is read again because it changed.
    private static let mostTries = 10

    /// Reads entries from the start until the buffer is full.
    ///
    /// - Returns: the bytes that were read, and whether these are all entries.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> (Int, isWhole: Bool) {
        var tries = 0
        while true {
            let changed = try status().changed
            // The first time, too: btrfs shows only the entries that were there at the opening or at
            // the last seek to the start, and none that was exchanged since.
            try systemCall("cannot read \(path)") { lseek(raw, 0, SEEK_SET) }
            var (count, isWhole) = (0, false)
            // The next entry may not fit where the longest one wouldn't.
            while !isWhole, buffer.count - count >= DirectoryEntries.longest {
                let more = try read(into: buffer[count...])
                count += more
                isWhole = more == 0
            }
            tries += 1
            if try tries == Self.mostTries || status().changed == changed {
                return (count, isWhole)
            }
        }
    }

    /// Reads entries that the buffer has room for, and returns their size; 0 at the end of the directory.
    private func read(into buffer: Slice<UnsafeMutableRawBufferPointer>) throws -> Int {
        let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer)
        // A directory that was removed after it was opened has no entries (ENOENT).
        return try systemCallIfPresent("cannot read \(path)") {
            getdents64(raw, buffer.baseAddress, UInt(buffer.count))
        } ?? 0
    }
}

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
        in bytes: Slice<UnsafeMutableRawBufferPointer>, _ body: (Entry) throws -> Void
    ) rethrows {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        var start = 0
        while start + nameOffset < bytes.count {
            let length = Int(
                bytes.loadUnaligned(fromByteOffset: start + lengthOffset, as: UInt16.self))
            let end = min(start + length, bytes.count)
            guard end > start + nameOffset else { return }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[(start + nameOffset)..<end])
            let name = UnsafeRawBufferPointer(
                rebasing: rest.prefix(rest.firstIndex(of: 0) ?? rest.count))
            let isOwnOrParent = name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
            if !isOwnOrParent {
                let type = Int(bytes[start + typeOffset])
                let isKnown = type != DT_UNKNOWN && type != DT_LNK
                try body(Entry(name: name, isDirectory: isKnown ? type == DT_DIR : nil))
            }
            start = end
        }
    }
}

/// The name of a directory entry, which need not be UTF-8.
package struct RawName: Hashable, Sendable {
    /// The bytes with their terminating NUL.
    fileprivate let bytes: [CChar]
    /// The name for messages, with replacement characters in place of invalid UTF-8.
    package let shown: String
    /// Whether the name is valid UTF-8, so that ``shown`` is exact.
    package let isUTF8: Bool

    /// - Parameter units: bytes without a terminating NUL.
    package init(units: [UInt8]) {
        bytes = units.map { CChar(bitPattern: $0) } + [0]
        let text = String(validating: units, as: UTF8.self)
        isUTF8 = text != nil
        shown = text ?? String(decoding: units, as: UTF8.self)
    }

    package init(_ text: String) {
        bytes = Array(text.utf8CString)
        shown = text
        isUTF8 = true
    }
}

extension RawName {
    /// The bytes without the terminating NUL.
    package var units: [UInt8] { bytes.dropLast().map(UInt8.init(bitPattern:)) }

    /// Whether the name can be a directory entry: not empty, not `.` or `..`, without slash and
    /// NUL.
    package var isPlainName: Bool {
        let units = units
        return !units.isEmpty && shown != "." && shown != ".."
            && !units.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }
}

extension Directory {
    /// The entries of the directory, sorted by name.
    ///
    /// - Parameter isWanted: the condition on names in UTF-8. All others are wanted.
    package func entries(where isWanted: (String) -> Bool = { _ in true }) throws -> [RawName] {
        var entries: [RawName] = []
        try forEachEntry { entry in
            let text = String(validating: entry.name, as: UTF8.self)
            guard text.map(isWanted) ?? true else { return }
            entries.append(RawName(units: Array(entry.name)))
        }
        return entries.sorted { $0.shown < $1.shown }
    }

    /// The status of `name` itself, without following links; nil if it does not exist.
    package func status(of name: RawName) throws -> FileStatus? {
        var result = stat()
        let found = try systemCallIfPresent("cannot examine \(path(of: name.shown))") {
            fstatat(descriptor.rawValue, name.bytes, &result, AT_SYMLINK_NOFOLLOW)
        }
        return found.map { _ in FileStatus(result) }
    }

    /// Moves an entry of any kind to an unused name.
    ///
    /// - Throws: ``ScaryBugsError`` with the code `EEXIST` if the name is in use.
    package func moveRaw(_ name: RawName, to newName: RawName, in target: Directory) throws {
        let doing = "cannot rename \(path(of: name.shown)) to \(target.path(of: newName.shown))"
        try systemCall(doing) {
            renameat2(
                descriptor.rawValue, name.bytes, target.descriptor.rawValue, newName.bytes,
                CLINUX_RENAME_NOREPLACE)
        }
    }

    /// Sets the permission bits of a file or directory, without following links.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if they stay the same, as on FAT.
    package func setMode(of name: RawName, to mode: UInt32) throws {
        try systemCall("cannot change the permissions of \(path(of: name.shown))") {
            fchmodat(descriptor.rawValue, name.bytes, mode, AT_SYMLINK_NOFOLLOW)
        }
        guard try status(of: name)?.mode != mode else { return }
        throw ScaryBugsError(
            .refused,
            "\(path(of: name.shown)) keeps its permissions, since its file system has fixed ones")
    }
}
