import Containers

extension ImportReader {
    /// Reads a file whose first bytes determine its format.
    func importFile(_ file: borrowing File, of source: ImportSource) throws {
        let prefix = try file.prefix(TableFormat.prefixLength)
        if let type = PictureType(signature: prefix) {
            throw ScaryBugsError(.refused, "a \(type.name) picture; \(source.pictureHint)")
        }
        if TableFormat.isGeoJSON(prefix) {
            throw ScaryBugsError(
                .refused, "a map in GeoJSON; jq '.features[].properties' makes a table of it")
        }
        // The signature of a bundle or an archive takes precedence over the file's name.
        if FileSignature(prefix) == .unknown, !prefix.starts(with: "bplist".utf8),
            let format = TableFormat(fileName: source.lastComponent, prefix: prefix),
            try importTable(file, format, of: source)
        {
            return
        }
        guard updater == nil else { throw Self.notATable }
        guard try !BackupFormat.begins(file) else {
            throw ScaryBugsError(.refused, "a backup; restore it with 'restore FILE'")
        }
        if Self.isPropertyList(prefix) { return try importArchive(file, of: source) }
        try receive(
            bundle: file, from: source.origin, isNamedLikePicture: source.isNamedLikePicture)
    }

    /// Reads a bundle.
    ///
    /// - Parameter isNamedLikePicture: whether the user probably meant a picture.
    func receive(
        bundle file: borrowing File, from origin: ImportOrigin, isNamedLikePicture: Bool = false
    ) throws {
        try receive(
            from: origin,
            contents: { staged in
                do { return try Bundle.read(file, limits: limits, into: staged) } catch let error
                    as ScaryBugsError where error.code == .refused && isNamedLikePicture
                {
                    throw ScaryBugsError(.refused, PictureType.unsupported, cause: error)
                }
            })
    }
}

extension ImportSource {
    /// The command that makes a document with the picture. A path that needs quotes is left to the
    /// user, since the shell and a line quote differently.
    fileprivate var pictureHint: String {
        let isPlain =
            path != "-"
            && path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
        return "to make a document with it: new TITLE image=\(isPlain ? path : "PATH")"
    }

    fileprivate var isNamedLikePicture: Bool {
        PictureType.allCases.contains { path.lowercased().hasSuffix("." + $0.fileExtension) }
    }
}
