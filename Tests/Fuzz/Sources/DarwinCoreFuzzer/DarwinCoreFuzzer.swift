import Fuzzing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// A Darwin Core archive has records, or one error. The input has its files with NUL bytes between them:
/// `meta.xml`, the table, and the rows of pictures.
@main
enum DarwinCoreFuzzer {
    private static let names = ["meta.xml", "o.txt", "m.txt"]

    static func main() throws {
        fuzz { bytes in
            let place = try PrivateDirectory()
            let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            for (name, part) in zip(names, parts) {
                try place.directory.createFile(named: name).write(Array(part))
            }
            do { try read(DarwinCoreArchive(in: place.directory)) } catch is ScaryBugsError {}
        }
    }

    private static func read(_ archive: DarwinCoreArchive) throws {
        let description = try ArchiveDescription(
            archive.requiredFile(at: ArchiveDescription.fileName), limits: Limits()
        ) { _ in }
        let columns = TableColumns(
            of: .foreign, ImportOptions(now: Timestamp(secondsSince1970: 0)), customFields: [])
        let foreign = ForeignTable(columns)
        let builder = TableDocuments(
            columns: columns, options: ImportOptions(now: Timestamp(secondsSince1970: 0)),
            directory: "", foreign: foreign,
            format: .separated(by: nil), archive: archive)
        let files = try ArchiveTableReader.files(of: description.core, in: archive)
        let extensions = try ArchiveExtensions(description, archive, limits: Limits()) {}
        let rows = ArchiveRows(description, files, extensions, builder, limits: Limits())
        var isRow = true
        while isRow {
            do {
                let row = try rows.next()
                isRow = row != nil
                if let translation = try row.flatMap(foreign.translate) {
                    try verifyRoundTrip(builder.document(of: translation).data)
                }
            } catch is TableError {} catch is ScaryBugsError {}
        }
        let warnings = extensions.warnings + foreign.report.warnings.map(\.text)
        verify(warnings.allSatisfy { !$0.isEmpty }, "an empty warning")
    }

    /// A row of the document has no tab and no line end.
    private static func verifyRoundTrip(_ data: DocumentData) throws {
        let line = DarwinCoreRow(of: data).line(DarwinCoreTerm.columns)
        let tabs = line.utf8.count { $0 == 0x09 }
        verify(tabs == DarwinCoreTerm.columns.count, "\(tabs) tabs in a row")
        verify(line.utf8.count { $0 == 0x0A } == 1, "a line end in a row")
    }
}
