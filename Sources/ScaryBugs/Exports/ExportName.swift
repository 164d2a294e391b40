/// File names made from titles of documents.
enum ExportName {
    /// The maximum length of a name in bytes on common file systems.
    private static let limit = 255

    /// Names of devices, which Windows does not accept as names of files, whatever their extension.
    private static let devices: Set<String> = {
        let digits = "0123456789¹²³"
        return Set(
            ["con", "prn", "aux", "nul", "conin$", "conout$"] + digits.map { "com\($0)" }
                + digits.map { "lpt\($0)" })
    }()

    /// Makes a file name from a title, with invalid characters replaced by `_`.
    ///
    /// It begins with a letter, a digit or `_`. So it is neither hidden nor taken for an option.
    ///
    /// - Parameter ending: the extension with its dot, after a number that distinguishes files with
    ///   the same title.
    static func fileName(for title: String, ending: String) -> String {
        var name = needsPrefix(title) ? "_" : ""
        for character in title {
            let safe = character.unicodeScalars.contains(where: isUnsafe) ? "_" : character
            guard name.utf8.count + safe.utf8.count + ending.utf8.count <= limit else { break }
            name.append(safe)
        }
        // Windows drops dots and spaces at the end.
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        return (name.isEmpty ? "Untitled" : name) + ending
    }

    private static func needsPrefix(_ title: String) -> Bool {
        guard let first = title.unicodeScalars.first else { return false }
        let begins =
            first == "_" || isUnsafe(first) || first.properties.isAlphabetic
            || first.properties.generalCategory == .decimalNumber
        let stem = String(title.unicodeScalars.prefix { $0 != "." }).trimmed
        return !begins || stem.utf8.count <= 8 && devices.contains(stem.lowercased())
    }

    /// Whether a character is invisible, or invalid in a file name on Linux, macOS or Windows.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        TerminalText.isHidden(scalar) || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
    }
}
