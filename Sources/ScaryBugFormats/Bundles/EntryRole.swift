import Containers

/// The role of an entry in a document's bundle, derived from its name.
enum EntryRole: Equatable {
    /// The root of the archive, `./`.
    case root
    /// A file that other systems add to directories, such as `.DS_Store`.
    case litter
    /// The document's directory.
    case directory(String)
    /// A file in the document's directory, or in the root if the bundle has no such directory.
    case file(String, directory: String?)

    /// - Throws: ``ScaryBugsError/Code/refused`` if it is nested deeper than the files of a
    ///   document.
    init(_ name: EntryName, isDirectory: Bool) throws {
        let parts = name.parts
        guard let last = parts.last else {
            self = .root
            return
        }
        if name.isLitter(isDirectory: isDirectory) {
            self = .litter
        } else if parts.count > (isDirectory ? 1 : 2) {
            throw name.error(
                .refused,
                "is deeper than the files of a document, which has no directories in it",
                cause: Bundle.NotOneDocument())
        } else if isDirectory {
            self = .directory(last)
        } else {
            self = .file(last, directory: parts.count == 2 ? parts.first : nil)
        }
    }
}

/// Checks that all entries of a bundle belong to one document.
struct SingleDocumentRule {
    private(set) var directoryName: String?
    private var hasFilesInRoot = false

    /// - Throws: ``ScaryBugsError/Code/refused`` if the entry belongs to another document.
    mutating func check(_ role: EntryRole, _ name: EntryName) throws {
        switch role {
        case .root, .litter: return
        case .directory(let directory), .file(_, let directory?):
            if let other = directoryName, other != directory {
                throw ScaryBugsError(
                    .refused,
                    "holds more than one document, in \(EntryName.quoted(Array(other.utf8))) and "
                        + "\(EntryName.quoted(Array(directory.utf8))); pack each by itself",
                    cause: Bundle.NotOneDocument())
            }
            directoryName = directory
        case .file(_, nil): hasFilesInRoot = true
        }
        guard let directoryName, hasFilesInRoot else { return }
        throw name.error(
            .refused,
            "does not belong to one document: there are files both in "
                + "\(EntryName.quoted(Array(directoryName.utf8))) and beside it",
            cause: Bundle.NotOneDocument())
    }
}
