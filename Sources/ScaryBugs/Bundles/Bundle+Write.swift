extension Bundle {
    /// Packs a document's directory: its regular files, without what other systems leave there.
    ///
    /// The data file comes first, the others in the order of their names' bytes. Memory is constant
    /// whatever the size of the pictures.
    ///
    /// - Parameters:
    ///   - document: the document's directory.
    ///   - directoryName: how the bundle calls it, such as `3.scarybug`.
    ///   - file: an open, empty file, or a pipe.
    /// - Returns: bytes written.
    /// - Throws: ``ScaryBugsError/Code/damaged`` where there is no data file,
    ///   ``ScaryBugsError/Code/refused`` for a name that no import would take,
    ///   ``ScaryBugsError/Code/busy`` for a file that changes meanwhile, and what the system says.
    public static func write(
        _ document: Directory, directoryName: String, to file: borrowing File
    ) throws -> Int64 {
        let names = try packedNames(of: document)
        guard let dataFile = names.first,
            let modified = try document.status(of: dataFile)?.modified
        else { throw ScaryBugsError(.damaged, "\(document.path) has no data file") }
        try checkNames(directoryName, names)
        return try UTF8Locale.run {
            let writer = try ZipWriter(to: file)
            // Not the directory's own time, which a mere copy changes.
            try writer.addDirectory(named: directoryName, modified: modified)
            for name in names {
                guard let source = try document.file(named: name) else {
                    throw ScaryBugsError(.busy, "\(document.path(of: name)) vanished; try again")
                }
                try pack(source, as: "\(directoryName)/\(name)", in: writer)
            }
            return try writer.close()
        }
    }

    /// The files to pack in their order; empty if there is no data file.
    private static func packedNames(of document: Directory) throws -> [String] {
        let names = try document.names().filter {
            try !EntryPlace.isLitter($0) && document.status(of: $0)?.kind == .regular
        }
        let (others, dataFiles) = (
            names.filter { !EntryPlace.isDataFile($0) }, names.filter(EntryPlace.isDataFile)
        )
        guard !dataFiles.isEmpty else { return [] }
        return dataFiles.sorted(by: byBytes) + others.sorted(by: byBytes)
    }

    private static func byBytes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Refuses what no bundle could hold, and names that are too alike.
    static func checkNames(_ directoryName: String, _ names: [String]) throws {
        var seen: [String: EntryName] = [:]
        for file in names {
            let name = try EntryName(bytes: Array("\(directoryName)/\(file)".utf8))
            guard try EntryPlace(name, isDirectory: false) == .file(file, directory: directoryName)
            else {
                throw ScaryBugsError(
                    .refused, "entry \(name.quoted) is not the name of a document's file")
            }
            if let other = seen.updateValue(name, forKey: name.collisionKey) {
                throw ScaryBugsError(.refused, other.collision(with: name))
            }
        }
    }

    private static func pack(
        _ source: borrowing File, as name: String, in writer: ZipWriter
    ) throws {
        let status = try source.status()
        let picture = try PictureType(signature: source.prefix(PictureType.signatureLength))
        try writer.addFile(
            named: name, size: status.size, modified: status.modified,
            stored: picture?.isCompressed ?? false)
        let packed = try copy(source, to: writer)
        guard packed == status.size else {
            throw ScaryBugsError(
                .busy, "\(source.name) changed while it was being packed; try again")
        }
    }

    private static func copy(_ source: borrowing File, to writer: ZipWriter) throws -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var copied: Int64 = 0
        while true {
            try Interruption.check()
            let count = try source.read(into: buffer)
            if count == 0 { return copied }
            try writer.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            copied += Int64(count)
        }
    }
}
