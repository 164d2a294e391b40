/// File names made from titles of documents.
enum ExportName {
    /// The maximum length of a name in bytes on common file systems.
    private static let limit = 255

    /// Makes a file name from a title, with invalid characters replaced by `_`.
    ///
    /// - Parameter ending: the extension with its dot, after a number that distinguishes files with
    ///   the same title.
    static func fileName(for title: String, ending: String) -> String {
        var name = ""
        for character in title {
            let safe = character.unicodeScalars.contains(where: isUnsafe) ? "_" : character
            guard name.utf8.count + safe.utf8.count + ending.utf8.count <= limit else { break }
            name.append(safe)
        }
        // A leading dot hides a file, and Windows drops dots and spaces at the end.
        if name.hasPrefix(".") { name = "_" + name.dropFirst() }
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        return (name.isEmpty ? "Untitled" : name) + ending
    }

    /// Whether a character is invisible, or invalid in a file name on Linux, macOS or Windows.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        TerminalText.isHidden(scalar) || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
    }
}
