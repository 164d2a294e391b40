/// A document's own directory, opened: its files under whatever case their names have.
struct DocumentDirectory {
    let name: DocumentName
    let directory: Directory

    private var kind: DocumentKind { name.kind }

    /// The data file's bytes, its name, and its time; nil if there is no such file.
    func dataFile(limits: Limits) throws -> (bytes: [UInt8], name: String, modified: Timestamp)? {
        guard let file = try open(kind.dataFileName, or: [kind.dataFileName]) else { return nil }
        let modified = Timestamp(secondsSince1970: try file.status().modified.seconds)
        return (try file.contents(limit: limits.dataFileBytes), file.lastComponent, modified)
    }

    /// The photograph, told by its first bytes; nil if there is none.
    func picture() throws -> Picture? {
        guard let file = try openPicture() else { return nil }
        let type = PictureType(signature: try file.prefix(PictureType.signatureLength))
        return Picture(fileName: file.lastComponent, size: try file.status().size, type: type)
    }

    /// The photograph's file; nil if there is none.
    func openPicture() throws -> File? {
        try open(kind.photographName, or: kind.photographNames)
    }

    /// The names of everything in the directory that a picture brings and takes away with it.
    func pictureFileNames() throws -> [String] {
        let known = (kind.photographNames + kind.thumbnailNames).map { $0.lowercased() }
        return try directory.names().filter { known.contains($0.lowercased()) }
    }

    /// Opens the file of that name; only if there is none, one of these names in whatever case.
    private func open(_ name: String, or names: [String]) throws -> File? {
        if let file = try directory.file(named: name) { return file }
        let present = try directory.names().sorted()
        for name in names {
            let found = present.first { $0.lowercased() == name.lowercased() }
            if let found, let file = try directory.file(named: found) { return file }
        }
        return nil
    }
}
