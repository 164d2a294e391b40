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

    /// Whether this is the name of a document's data file, `data.plist` in any case.
    static func isDataFile(_ fileName: String) -> Bool {
        fileName.lowercased() == "data.plist"
    }

    /// Whether a file belongs to the content of a document beside its values. Each computer may make
    /// the thumbnail anew.
    static func isOfContent(_ fileName: String) -> Bool {
        !isDataFile(fileName) && !DocumentKind.isThumbnailName(fileName)
            && !Litter.isNamed(fileName)
    }

    /// The names of a document's files, data files first.
    static func inPackedOrder(_ names: [String]) -> [String] {
        names.filter(isDataFile) + names.filter { !isDataFile($0) }
    }
}
