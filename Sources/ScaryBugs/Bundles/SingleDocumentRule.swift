import Containers

/// Checks that all entries of a bundle belong to one document.
struct SingleDocumentRule {
    private(set) var directoryName: String?
    private var hasFilesInRoot = false

    /// - Throws: ``ScaryBugsError/Code/refused`` if the entry belongs to another document.
    mutating func check(_ role: EntryRole, _ name: EntryName) throws {
        switch role {
        case .root, .litter: return
        case .directory(let directory): try check(directory: directory, name)
        case .file(_, let directory?): try check(directory: directory, name)
        case .file(_, nil):
            hasFilesInRoot = true
            try checkTogether(name)
        }
    }

    private mutating func check(directory: String, _ name: EntryName) throws {
        if let other = directoryName, other != directory {
            throw ScaryBugsError(
                .refused,
                "holds more than one document, in \(EntryName.quoted(Array(other.utf8))) and "
                    + "\(EntryName.quoted(Array(directory.utf8))); pack each by itself",
                cause: Bundle.NotOneDocument())
        }
        directoryName = directory
        try checkTogether(name)
    }

    private func checkTogether(_ name: EntryName) throws {
        guard let directoryName, hasFilesInRoot else { return }
        throw name.error(
            .refused,
            "does not belong to one document: there are files both in "
                + "\(EntryName.quoted(Array(directoryName.utf8))) and beside it",
            cause: Bundle.NotOneDocument())
    }
}
