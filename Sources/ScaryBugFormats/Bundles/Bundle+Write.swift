package import Containers

extension Bundle {
    /// Packs the regular files of a document's directory, except files that other systems leave
    /// there.
    ///
    /// The data file comes first, then the others in the byte order of their names. Memory use
    /// doesn't depend on the size of the pictures.
    ///
    /// - Parameters:
    ///   - directoryName: the directory's name in the bundle, such as `3.scarybug`.
    ///   - dataBytes: the contents of the data file in the bundle; nil for the present ones.
    ///   - limits: the limits of a bundle, so that an import takes it again.
    /// - Throws: ``ScaryBugsError/Code/damaged`` if there is no data file, and
    ///   ``ScaryBugsError/Code/refused`` if a name could not be imported again. It throws
    ///   ``ScaryBugsError/Code/limitExceeded`` if there are too many files or bytes, and
    ///   ``ScaryBugsError/Code/busy`` if a file changes while it is packed.
    package static func add(
        _ document: Directory, directoryName: String, dataBytes: [UInt8]? = nil,
        to writer: ZipWriter, limits: Limits = Limits()
    ) throws {
        let names = try packedNames(of: document)
        try check(names, of: document, limits)
        guard let dataFile = names.first,
            let modified = try document.status(of: dataFile)?.modified
        else { throw ScaryBugsError(.damaged, "\(document.path) has no data file") }
        try checkNames(directoryName, names)
        // The directory's own modification time changes when someone copies it.
        // The directory would be one entry too many for an import.
        if names.count < limits.bundleEntries {
            try writer.addDirectory(named: directoryName, modified: modified)
        }
        if let dataBytes {
            try writer.addFile(
                named: "\(directoryName)/\(dataFile)", size: Int64(dataBytes.count),
                modified: modified, stored: false)
            try dataBytes.withUnsafeBytes { try writer.write($0) }
        }
        for name in dataBytes == nil ? names : Array(names.dropFirst()) {
            try pack(document.fileToPack(name), as: "\(directoryName)/\(name)", in: writer)
        }
    }

    /// Throws if an import would refuse the bundle for its size.
    ///
    /// - Returns: the bytes that the bundle may have beyond those of the files.
    @discardableResult
    package static func check(_ document: Directory, _ limits: Limits) throws -> Int64 {
        try check(packedNames(of: document), of: document, limits)
    }

    @discardableResult
    private static func check(
        _ names: [String], of document: Directory, _ limits: Limits
    ) throws -> Int64 {
        guard names.count <= limits.bundleEntries else {
            throw Limit(limits.bundleEntries, .bundleEntries).exceeded(
                "\(document.path) has more than \(limits.bundleEntries.grouped) files")
        }
        let limit = Limit(limits.bundleBytes, .bundleBytes)
        var rest = limit.value
        for name in names {
            rest -= min(try document.status(of: name)?.size ?? 0, rest + 1)
            guard rest >= 0 else {
                throw limit.exceeded(
                    "the files of \(document.path) have more than \(limit.value.grouped) bytes")
            }
        }
        return rest
    }

    /// The files to pack, in order; empty if there is no data file.
    private static func packedNames(of document: Directory) throws -> [String] {
        let names = try document.names().filter {
            try !Litter.isNamed($0) && document.status(of: $0)?.kind == .regular
        }
        guard names.contains(where: ContentFiles.isDataFile) else { return [] }
        return ContentFiles.inPackedOrder(
            names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    /// Throws for names that a bundle can't hold, and for names that differ only in case or Unicode
    /// normalization.
    package static func checkNames(_ directoryName: String, _ names: [String]) throws {
        var seen: [String: EntryName] = [:]
        for file in names {
            let name = try EntryName(bytes: Array("\(directoryName)/\(file)".utf8))
            guard try EntryRole(name, isDirectory: false) == .file(file, directory: directoryName)
            else {
                throw name.error(.refused, "is not the name of a document's file")
            }
            if let other = seen.updateValue(name, forKey: name.path.collisionKey) {
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
        try source.pack(size: status.size, writer.write)
    }
}

extension Directory {
    /// Opens a file that was there a moment ago.
    package func fileToPack(_ name: String) throws -> File {
        guard let file = try file(named: name) else {
            throw ScaryBugsError(.busy, "\(path(of: name)) vanished; try again")
        }
        return file
    }
}

extension File {
    /// Passes all bytes to `body` in pieces.
    ///
    /// - Throws: ``ScaryBugsError/Code/busy`` if there are not as many as expected.
    package func pack(size: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var packed: Int64 = 0
        try forEachPiece(of: 1 << 18) { piece in
            try Interruption.check()
            try body(piece)
            packed += Int64(piece.count)
            return true
        }
        guard packed == size else {
            throw ScaryBugsError(.busy, "\(name) changed while it was being packed; try again")
        }
    }
}
