extension ImportReader {
    /// Reads the records of a Darwin Core archive in a container.
    func readDarwinCore(in file: borrowing File, from origin: ImportOrigin) throws {
        try readDarwinCore(DarwinCoreArchive(of: file, limits: limits), from: origin)
    }

    /// Reads the records of a Darwin Core archive as rows of another program's table.
    func readDarwinCore(_ archive: DarwinCoreArchive, from origin: ImportOrigin) throws {
        let description = try archive.description(limits: limits) { try $0.checkHoldsRecords() }
        guard description.core.areRecords else { throw NamesList.isNoRecords }
        try checkSkipping(
            "an archive of records; --only-new leaves out those that are here")
        let columns = TableColumns(
            of: description.isOwn ? .own : .foreign, options, customFields: customFields)
        let builder = TableDocuments(
            columns: columns, options: options, directory: "",
            foreign: ForeignTable(columns),
            format: .separated(by: nil), archive: archive)
        let files = try ArchiveTableReader.files(of: description.core, in: archive)
        let extensions = try ArchiveExtensions(description, archive, limits: limits) {
            try budget.countRow()
        }
        let package = try archive.packageIdentifier(limits: limits)
        let reader = ArchiveRows(
            description, files, extensions, builder, package: package, limits: limits)
        // Other keys hold in their dataset, and say so.
        let names = description.core.columns.map(\.name)
        let hasIdentifiers = names.contains { ColumnVocabulary.shared.isIdentifier($0) }
        beginTable(
            !hasIdentifiers
                ? nil
                : package.isEmpty
                    ? RecordTable(origin.path, columns: names)
                    : RecordTable(name: package, header: ""),
            at: origin.path)
        let paths = description.core.paths
        let place = paths.count == 1 ? origin.inside(paths[0]) : origin
        try readRows(of: reader, builder, place)
        for warning in extensions.warnings { warn(warning, origin) }
    }
}

extension ArchiveDescription {
    /// Whether `export` wrote the archive.
    fileprivate var isOwn: Bool {
        core.columns.map(\.name).starts(with: DarwinCoreTerm.columns)
    }
}

extension ArchiveTable {
    /// Throws for an archive whose rows are no records of insects.
    fileprivate func checkHoldsRecords() throws {
        switch rowType {
        case "Occurrence", "SimpleDarwinRecord", "DarwinCore": break
        case "Taxon": throw NamesList.isNoRecords
        case "Event":
            throw ScaryBugsError(
                .refused,
                "a Darwin Core archive of events; unpack it, and import its table of occurrences, which lacks "
                    + "the dates and places of the events")
        default:
            throw ScaryBugsError(
                .refused,
                "a Darwin Core archive of rows of the type '\(rowType.shortened)'; import takes "
                    + "archives of occurrences")
        }
    }

    /// Whether the rows are records. The type of older archives leaves that open.
    fileprivate var areRecords: Bool {
        let marks = ["occurrenceid", "basisofrecord", "catalognumber", "eventdate"]
        return rowType != "DarwinCore"
            || columns.contains { marks.contains(ColumnVocabulary.plain($0.name)) }
    }
}
