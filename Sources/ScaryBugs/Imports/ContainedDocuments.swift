import Containers

/// The documents in a container that holds several, and the files beside them.
struct ContainedDocuments {
    struct Document {
        /// The path of its directory.
        let path: String
        let entries: [ZipEntry]
    }

    let documents: [Document]
    let files: [ZipEntry]

    /// A document lies in no more directories than these, and its own.
    private static let deepest = 8

    init(_ entries: [ZipEntry]) throws {
        let directories = Set(
            entries.filter { entry in
                !entry.isDirectory && !entry.name.isLitter(isDirectory: false)
                    && EntryRole.isDataFile(entry.name.parts.last ?? "")
            }.map { $0.name.parts.dropLast() })
        var groups: [ArraySlice<String>: [ZipEntry]] = [:]
        var files: [ZipEntry] = []
        for entry in entries {
            let parts = entry.name.parts
            // Directories in a document are part of it, so that it is refused.
            let depth = (1..<max(2, min(parts.count, Self.deepest + 2))).first {
                directories.contains(parts.prefix($0))
            }
            if let depth {
                // The names in a document begin with its own directory.
                groups[parts.prefix(depth), default: []].append(try entry.dropping(depth - 1))
            } else if !entry.isDirectory {
                files.append(entry)
            }
        }
        documents = groups.map { Document(path: $0.joined(separator: "/"), entries: $1) }
        self.files = files
    }
}
