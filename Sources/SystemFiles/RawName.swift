import CLinux
import Glibc
import SystemPackage

/// The name of a directory entry, which need not be UTF-8.
package struct RawName: Hashable, Sendable {
    /// The bytes with their terminating NUL.
    fileprivate let bytes: [CChar]
    /// The name for messages, with replacement characters in place of invalid UTF-8.
    package let shown: String
    /// Whether the name is valid UTF-8, so that ``shown`` is exact.
    package let isUTF8: Bool

    package init(bytes: [CChar]) {
        self.bytes = bytes
        let units = bytes.dropLast().map(UInt8.init(bitPattern:))
        let text = String(validating: units, as: UTF8.self)
        isUTF8 = text != nil
        shown = text ?? String(decoding: units, as: UTF8.self)
    }

    /// - Parameter units: bytes without a terminating NUL.
    package init(units: [UInt8]) {
        self.init(bytes: units.map { CChar(bitPattern: $0) } + [0])
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
