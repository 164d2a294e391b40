extension ImportReader {
    /// Reads a file whose first bytes determine its format.
    func importFile(_ file: borrowing File, of source: ImportSource) throws {
        let prefix = try file.prefix(SourceKind.prefixLength)
        let kind = SourceKind(prefix, named: source.lastComponent)
        switch kind {
        case .picture(let type):
            throw ScaryBugsError(
                .refused, "a \(type.name) picture; give its path to make a document with it")
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

extension ImportSource {
    var isNamedLikePicture: Bool {
        PictureType.allCases.contains { path.lowercased().hasSuffix("." + $0.fileExtension) }
    }
}
