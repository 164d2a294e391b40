extension ImportReader {
    /// Reads a file whose first bytes determine its format.
    func importFile(_ file: borrowing File, of source: ImportSource) throws {
        let prefix = try file.prefix(SourceKind.prefixLength)
        let kind = SourceKind(prefix, named: source.lastComponent)
        switch kind {
        case .picture(let type):
            throw ScaryBugsError(
                .refused, "a \(type.name) picture",
                cause: PictureType.NotImported(hint: PictureType.hint(source.path)))
        case .foreign(let what): throw ScaryBugsError(.refused, what)
        case .table(let format) where try importTable(file, format, of: source): return
        default: try importOther(file, kind, of: source)
        }
    }

    private func importOther(
        _ file: borrowing File, _ kind: SourceKind, of source: ImportSource
    ) throws {
        guard updater == nil else { throw Self.notATable }
        switch kind {
        case .backup: throw Self.backup
        case .propertyList: try importArchive(file, of: source)
        case .table where !source.isNamedLikePicture:
            throw ScaryBugsError(
                .refused,
                "a text, neither a bundle (a ZIP or tar file) nor a table with a column 'title'; "
                    + SourceKind.seeHelp)
        default: try importContainer(file, of: source)
        }
    }

    static let backup = ScaryBugsError(.refused, "a backup; restore it with 'restore FILE'")
}

extension PictureType {
    /// The cause of the error about a picture that was given instead of a document.
    package struct NotImported: Error {
        /// The command that makes a document with it. One message of many needs it.
        package let hint: String
    }

    /// The command that makes a document with a picture. A path that needs quotes is left to the
    /// user, since the shell and a line quote differently.
    static func hint(_ path: String, to pronoun: String = "it") -> String {
        let isPlain =
            path != "-"
            && path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
        return "to make a document with \(pronoun): new TITLE image=\(isPlain ? path : "PATH")"
    }
}

extension ImportSource {
    var isNamedLikePicture: Bool {
        PictureType.allCases.contains { path.lowercased().hasSuffix("." + $0.fileExtension) }
    }
}
