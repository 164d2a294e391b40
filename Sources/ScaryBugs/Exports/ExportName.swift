/// The names of files that are named after a document's title.
enum ExportName {
    /// Bytes that a file's name may have on every common file system.
    private static let limit = 255

    /// The title with what file systems can't hold replaced by `_`.
    ///
    /// - Parameters:
    ///   - count: 2 and more tell files of the same title apart.
    ///   - suffix: what follows the title, with its dot.
    static func fileName(for title: String, count: Int, suffix: String) -> String {
        let ending = (count > 1 ? " \(count)" : "") + suffix
        var name = ""
        for character in title {
            let safe = character.unicodeScalars.contains(where: isUnsafe) ? "_" : character
            guard name.utf8.count + safe.utf8.count + ending.utf8.count <= limit else { break }
            name.append(safe)
        }
        // A leading dot hides a file; dots and blanks at the end are lost on Windows.
        if name.hasPrefix(".") { name = "_" + name.dropFirst() }
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        return (name.isEmpty ? "Untitled" : name) + ending
    }

    /// What Linux, macOS or Windows does not take in a name, and what cannot be seen.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        Visible.isHidden(scalar) || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
    }
}
