import Glibc

/// The value of `TZ`: the name of a file with a zone's rules, or an offset such as `CET-1CEST`.
package struct ZoneName {
    private let name: Substring

    /// - Parameter text: the value of `TZ`. POSIX permits a colon in front.
    package init(_ text: String) {
        name = text.hasPrefix(":") ? text.dropFirst() : text[...]
    }

    /// Whether the C library can tell the time in the zone. It uses UTC for all other names.
    ///
    /// - Parameter directory: the directory of the files.
    package func isKnown(in directory: String) -> Bool {
        if name.isEmpty || ["UTC", "GMT", "Etc/UTC"].contains(name) || hasOffset { return true }
        return Self.hasRules(name.hasPrefix("/") ? String(name) : "\(directory)/\(name)")
    }

    /// Whether the name is an abbreviation with an offset, as POSIX defines it.
    private var hasOffset: Bool {
        let bytes = name.utf8
        let isQuoted = bytes.first == UInt8(ascii: "<")
        let text = bytes.dropFirst(isQuoted ? 1 : 0)
        let abbreviation = text.prefix { isQuoted ? $0 != UInt8(ascii: ">") : Self.isLetter($0) }
        var offset = text.dropFirst(abbreviation.count + (isQuoted ? 1 : 0))
        if let sign = offset.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign) {
            offset = offset.dropFirst()
        }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return abbreviation.count >= 3 && offset.first.map(digits.contains) ?? false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    /// Whether a file begins as RFC 9636 says.
    private static func hasRules(_ path: String) -> Bool {
        // Without O_NONBLOCK, a named pipe would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let magic: [UInt8] = Array("TZif".utf8)
        var start = [UInt8](repeating: 0, count: magic.count)
        return read(descriptor, &start, magic.count) == magic.count && start == magic
    }
}
