/// File names made from titles of documents.
enum ExportName {
    /// The maximum length of a name in bytes on common file systems.
    private static let limit = 255

    /// Makes a file name from a title, with invalid characters replaced by `_`.
    ///
    /// - Parameters:
    ///   - count: a number that is added from 2 on, to distinguish files with the same title.
    ///   - suffix: the extension with its dot.
    static func fileName(for title: String, count: Int, suffix: String) -> String {
        let ending = (count > 1 ? " \(count)" : "") + suffix
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
