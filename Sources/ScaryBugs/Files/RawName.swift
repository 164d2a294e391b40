import CLinux
import Glibc
import SystemPackage

/// The name of something in a directory, which need not be UTF-8.
struct RawName: Hashable, Sendable {
    /// With the closing zero.
    fileprivate let bytes: [CChar]
    /// How messages call it: what is no UTF-8 is shown as the replacement character.
    let shown: String
    /// Whether that is its name.
    let isUTF8: Bool

    init(bytes: [CChar]) {
        self.bytes = bytes
        let units = bytes.dropLast().map(UInt8.init(bitPattern:))
        let text = String(validating: units, as: UTF8.self)
        isUTF8 = text != nil
        shown = text ?? String(decoding: units, as: UTF8.self)
    }

    /// - Parameter units: without a closing zero.
    init(units: [UInt8]) {
        self.init(bytes: units.map { CChar(bitPattern: $0) } + [0])
    }

    init(_ text: String) {
        bytes = Array(text.utf8CString)
        shown = text
        isUTF8 = true
    }
}

extension RawName {
    /// The bytes, without the closing zero.
    var units: [UInt8] { bytes.dropLast().map(UInt8.init(bitPattern:)) }

    /// Whether it names an entry of a directory and leads nowhere else.
    var isPlainName: Bool {
        let units = units
        return !units.isEmpty && shown != "." && shown != ".."
            && !units.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }
}

extension Directory {
    /// What is in the directory, in the order of the names.
    func entries() throws -> [RawName] {
        try rawNames().map(RawName.init(bytes:)).sorted { $0.shown < $1.shown }
    }

    /// What is known of `name` itself, links not followed; nil if there is none.
    func status(of name: RawName) throws -> FileStatus? {
        var result = stat()
        let found = try systemCallIfPresent("cannot examine \(path(of: name.shown))") {
            fstatat(descriptor.rawValue, name.bytes, &result, AT_SYMLINK_NOFOLLOW)
        }
        return found.map { _ in FileStatus(result) }
    }

    /// Moves something, whatever it is, to a name that nothing has yet.
    ///
    /// - Throws: a ``ScaryBugsError`` of the code `EEXIST` if something has it.
    func moveRaw(_ name: RawName, to newName: RawName, in target: Directory) throws {
        let doing = "cannot rename \(path(of: name.shown)) to \(target.path(of: newName.shown))"
        try systemCall(doing) {
            renameat2(
                descriptor.rawValue, name.bytes, target.descriptor.rawValue, newName.bytes,
                CLINUX_RENAME_NOREPLACE)
        }
    }

    /// Sets who may do what with a file or directory; a link is not followed.
    func setMode(of name: RawName, to mode: UInt32) throws {
        try systemCall("cannot change the permissions of \(path(of: name.shown))") {
            fchmodat(descriptor.rawValue, name.bytes, mode, AT_SYMLINK_NOFOLLOW)
        }
    }
}
