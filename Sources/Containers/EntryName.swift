package import SystemFiles

/// The validated name of a container's entry, split at slashes.
///
/// Import and export apply the same rules, so every exported name can be imported again.
package struct EntryName: Hashable {
    /// The path components; empty for the root itself (`./`).
    package let parts: [String]
    /// Whether the name ends in a slash, which only the names of directories do.
    let endsInSlash: Bool

    /// The longest file name on Linux file systems, in bytes.
    static let longestPart = 255

    /// - Throws: ``ScaryBugsError/Code/refused``, whose message names the broken rule.
    package init(bytes: [UInt8]) throws {
        try Self.checkHarmless(bytes)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Self.refusal(
                bytes, "has a name that is not UTF-8; rename it, or pack it as a ZIP file")
        }
        endsInSlash = bytes.last == UInt8(ascii: "/")
        parts = Self.parts(of: bytes).map { String(decoding: $0, as: UTF8.self) }
        // No file is written under the icon's name.
        guard
            parts.allSatisfy({ part in
                part == Litter.folderIcon || !part.unicodeScalars.contains(where: \.isControl)
            })
        else { throw Self.refusal(bytes, "has a control character in its name") }
    }

    /// Applies the rules that don't depend on the encoding.
    private static func checkHarmless(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else { throw ScaryBugsError(.refused, "an entry has no name") }
        if bytes.contains(0) { throw refusal(bytes, "has a NUL in its name") }
        if isAbsolute(bytes[...]) { throw refusal(bytes, "has an absolute name") }
        if bytes.contains(UInt8(ascii: "\\")) {
            throw refusal(
                bytes,
                "has a backslash in its name; rename it, or unpack the file with unzip and pack "
                    + "it anew with zip -r")
        }
        let parts = parts(of: bytes)
        if let first = parts.first, isAbsolute(first) {
            throw refusal(bytes, "has an absolute name")
        }
        for part in parts { try check(part, of: bytes) }
    }

    private static func check(_ part: ArraySlice<UInt8>, of bytes: [UInt8]) throws {
        if part.elementsEqual("..".utf8) {
            throw refusal(bytes, "leads out of the bundle by \"..\"")
        }
        if part.isEmpty || part.elementsEqual(".".utf8) {
            throw refusal(bytes, "has an empty part or a \".\" in its name")
        }
        if part.count > longestPart {
            throw refusal(bytes, "has a name longer than \(longestPart) bytes")
        }
    }

    /// Whether a name is absolute: `/x`, `\x` (which includes `\\server`), or on a Windows drive,
    /// `C:\x` and `C:x`.
    private static func isAbsolute(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "\\") { return true }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
        return isLetter && bytes.dropFirst().first == UInt8(ascii: ":")
    }

    /// Splits at slashes, and drops leading `./` and the trailing slash.
    private static func parts(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
        while parts.count > 1, parts.first?.elementsEqual(".".utf8) == true {
            parts = parts.dropFirst()
        }
        if parts.last?.isEmpty == true { parts = parts.dropLast() }
        if parts.count == 1, parts.first?.elementsEqual(".".utf8) == true { return [] }
        return Array(parts)
    }

    private static func refusal(_ bytes: [UInt8], _ what: String) -> ScaryBugsError {
        ScaryBugsError(.refused, "entry \(quoted(bytes)) \(what)")
    }

    package var path: String { parts.joined(separator: "/") }

    /// The name in quotes, for messages.
    package var quoted: String { Self.quoted(Array(path.utf8)) }

    /// The message about two names that can't both be in one bundle.
    package func collision(with other: EntryName) -> String {
        self == other
            ? "two entries named \(quoted)"
            : "the entries \(quoted) and \(other.quoted), which differ only in case or "
                + "Unicode normal form"
    }

    /// An error about the entry. `problem` follows its name in the message.
    package func error(
        _ code: ScaryBugsError.Code, _ problem: String, cause: (any Error)? = nil
    ) -> ScaryBugsError {
        ScaryBugsError(code, "entry \(quoted) \(problem)", cause: cause)
    }

    func forbidden(_ what: String) -> ScaryBugsError {
        error(.refused, "is \(what); a bundle has only files and directories")
    }

    var fullDirectory: ScaryBugsError { error(.damaged, "is a directory with contents") }

    var encrypted: ScaryBugsError { error(.refused, "is encrypted; pack it without a password") }

    /// Quotes a name for a message. The bytes may be in any encoding.
    package static func quoted(_ bytes: [UInt8]) -> String {
        let longest = 80
        let text = String(decoding: bytes.prefix(longest), as: UTF8.self).escapingControls
        return "\"\(text)\(bytes.count > longest ? "…" : "")\""
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension String {
    /// The text with escapes such as `\n` and `\u{1B}` in place of control characters.
    var escapingControls: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isControl {
                text += scalar.escaped(asASCII: true)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// A key that is equal for names that collide on case-insensitive file systems.
    ///
    /// The string is uppercased first, because some letters differ only in lower case, such as the
    /// two small sigmas. Swift compares strings by canonical equivalence, so normalization doesn't matter.
    package var collisionKey: String { uppercased().lowercased() }
}
