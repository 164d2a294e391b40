import SystemPackage

/// A file that an import of photographs found. It is open only while it is read.
struct FoundFile: Sendable {
    /// The path as the user would enter it.
    let path: String
    let name: String
    /// The directory that was named; nil for a file that was named itself.
    private let root: Directory?
    /// The names of directories below it.
    private let parts: [String]

    /// A file at a path that the user entered.
    init(path: String) {
        (self.path, name) = (path, FilePath(path).lastComponent?.string ?? path)
        (root, parts) = (nil, [])
    }

    /// A file in a directory that the user entered, or below it.
    init(named name: String, in parts: [String], below root: Directory) {
        self.name = name
        path = (parts + [name]).reduce(FilePath(root.path)) { $0.appending($1) }.string
        (self.root, self.parts) = (root, parts)
    }

    /// The path of the directory in which the file is.
    var place: String { FilePath(path).removingLastComponent().string }

    /// Opens the file. No link below the directory is followed.
    func open() throws -> File {
        guard let root else { return try File.open(path: path, waiting: false) }
        var directory: Directory? = root
        for part in parts { directory = try directory?.directory(named: part) }
        if let file = try directory?.file(named: name) { return file }
        throw ScaryBugsError(.notFound, "\(path): the file vanished while it was being imported")
    }
}

/// A photograph, with the files that belong to it by their names.
public struct FoundPhotograph: Sendable {
    let picture: FoundFile
    var companions: [FoundFile] = []

    var files: [FoundFile] { [picture] + companions }
}
