import Containers

/// A list of names: a table, or an archive with one, packed or not. Archives are of Darwin Core with taxa, or
/// of ColDP with a table `NameUsage`.
///
/// https://dwc.tdwg.org/text/, https://github.com/CatalogueOfLife/coldp
struct NamesSource {
    private enum Content {
        case table(ImportSource, TableFormat)
        case taxa(ArchiveTable, [OpenFile])
    }

    private let content: Content
    private let limits: Limits

    /// - Throws: ``ScaryBugsError/Code/refused`` for anything that has no names.
    init(_ source: ImportSource, limits: Limits) throws {
        self.limits = limits
        switch source.content {
        case .directory(let directory):
            content = try Self.content(of: DarwinCoreArchive(in: directory), limits)
        case .file(let file):
            switch try SourceKind(of: file, named: source.lastComponent) {
            case .table(let format) where !format.isMap:
                content = try Self.described(source, limits) ?? .table(source, format)
            case .container:
                do {
                    content = try Self.content(
                        of: DarwinCoreArchive(of: file, limits: limits), limits)
                } catch is Container.Unsupported { throw Self.notNames }
            default: throw Self.notNames
            }
        }
    }

    /// The rows, from the first one on.
    ///
    /// - Parameter isOfLines: whether a line of text is a value.
    func reader(ofLines isOfLines: Bool = false) throws -> any TableReader {
        switch content {
        case .taxa(let table, let files):
            return TaxonReader(ArchiveTableReader(table, files, limits: limits))
        case .table(let source, let found):
            let format = isOfLines ? .separated(by: 0) : found
            switch source.content {
            case .file(let file): return try format.reader(of: file, limits: limits)
            case .directory: throw Self.noNames
            }
        }
    }

    /// The table of an archive that was unpacked, if the description beside it names the table.
    private static func described(_ source: ImportSource, _ limits: Limits) throws -> Content? {
        try ifPossible {
            let directory = try Directory.open(path: source.parentPath)
            guard source.path != "-", try directory.holdsDarwinCore() else { return nil }
            let archive = DarwinCoreArchive(in: directory)
            let core = try archive.description(limits: limits) { _ in }.core
            guard core.paths.contains(source.lastComponent) else { return nil }
            return .taxa(core, try ArchiveTableReader.files(of: core, in: archive))
        }
    }

    private static func content(
        of archive: DarwinCoreArchive, _ limits: Limits
    ) throws -> Content {
        guard try archive.contains(ArchiveDescription.fileName) else {
            return try table(of: archive)
        }
        let core = try archive.description(limits: limits) { core in
            guard ["Taxon", "DarwinCore"].contains(core.rowType) else {
                throw ScaryBugsError(
                    .refused,
                    "a Darwin Core archive of rows of the type '\(core.rowType.shortened)'; a list "
                        + "of names has taxa")
            }
        }.core
        return .taxa(core, try ArchiveTableReader.files(of: core, in: archive))
    }

    /// The table `NameUsage`, or the only one.
    private static func table(of archive: DarwinCoreArchive) throws -> Content {
        let tables = try archive.paths().filter(TableFormat.isNamedLikeTable)
        let usage = tables.first(where: NamesList.isNameUsage)
        guard let path = usage ?? (tables.count == 1 ? tables.first : nil) else { throw noNames }
        let file = try archive.requiredFile(at: path)
        guard case .table(let format) = try SourceKind(of: file, named: path), !format.isMap else {
            throw noNames
        }
        return .table(ImportSource(file, named: path), format)
    }

    private static let notNames = ScaryBugsError(
        .refused, "not a list of names; give a table, or a Darwin Core or ColDP archive")

    private static let noNames = ScaryBugsError(
        .refused,
        "holds neither a \(ArchiveDescription.fileName) nor a table NameUsage; give the table of names "
            + "in it")
}

/// Reads the taxa of a Darwin Core archive. The identifier of a row needs no column of its own.
private final class TaxonReader: TableReader {
    var columns: [String]? { nil }
    let usesDecimalComma = false
    private let reader: ArchiveTableReader

    init(_ reader: ArchiveTableReader) { self.reader = reader }

    func next() throws -> TableRow? {
        guard let row = try reader.next() else { return nil }
        let key = TableCell(column: "id", position: nil, value: .text(row.key))
        return TableRow(line: row.line, cells: row.cells + [key])
    }
}
