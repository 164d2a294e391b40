/// Reads the records of a Darwin Core archive, each with what its extensions say.
package final class ArchiveRows: TableReader {
    package let columns: [String]?

    private let core: ArchiveTableReader
    private let extensions: ArchiveExtensions
    private let builder: TableDocuments

    /// The most files of a record. All of them are open at once.
    private static let mostFiles = 500
    /// The identifier of all records; empty without one.
    private let package: String
    /// The rows without an identifier of their own by their keys, and the number of those with the key of
    /// another row.
    private var (rows, repeatedCount): ([String: Int], Int) = ([:], 0)

    package init(
        _ description: ArchiveDescription, _ files: [OpenFile],
        _ extensions: ArchiveExtensions, _ builder: TableDocuments, package: String = "",
        limits: Limits
    ) {
        self.package = package
        columns = description.core.columns.map(\.name)
        core = ArchiveTableReader(description.core, files, limits: limits)
        (self.extensions, self.builder) = (extensions, builder)
    }

    package func next() throws -> TableRow? {
        guard let row = try core.next() else { return nil }
        var cells = row.cells
        let observer = cells.text("recordedBy")
        DynamicProperties.expand(&cells, builder)
        let license = cells.text("license")
        let modified = Timestamp(cells.text("modified"))
        Self.dropImplied(&cells, observer, isOwn: builder.columns.origin == .own)
        if builder.columns.origin == .own {
            // What no field says is a value that the document kept, whatever its column means elsewhere.
            let names = Set(builder.columns.customFields.map(\.name) + DarwinCoreTerm.columns)
            for index in cells.indices where !names.contains(cells[index].column) {
                cells[index].isMember = true
            }
        }
        let hasIdentifier = cells.contains {
            ColumnVocabulary.shared.isIdentifier($0.column) && !$0.value.isEmpty
        }
        if !row.key.isEmpty, !hasIdentifier, !row.key.allSatisfy(\.isNumber) {
            // Any other key holds in its own dataset only.
            let isGlobal =
                row.key.utf8.contains(UInt8(ascii: ":")) || DocumentIdentifier.uuid(row.key) != nil
            let own = cells.text("datasetID")
            let dataset = own.isEmpty ? package : own
            let isKnown = isGlobal || !dataset.isEmpty
            cells.append(
                TableCell(
                    column: isKnown ? ForeignTable.identifierColumn : "id",
                    value: .text(isGlobal || !isKnown ? row.key : "\(dataset) \(row.key)")))
            let other = isKnown ? nil : rows.updateValue(row.cells.hashValue, forKey: row.key)
            // The table tells rows that are equal.
            if let other, other != row.cells.hashValue { repeatedCount += 1 }
        }
        var (paths, kept) = ([] as [String], [:] as [String: [TableValue]])
        for fact in extensions.take(row.key) {
            switch fact {
            case .file(let path, let own):
                if paths.isEmpty, !own.isEmpty, own != license {
                    cells.set(
                        DarwinCoreRow.imageLicenseKey,
                        .text(KnownLicense(own)?.identifier ?? own))
                }
                // One too many is an error.
                if paths.count <= Self.mostFiles, !paths.contains(path) { paths.append(path) }
            case .text(let text, let key): kept[key, default: []].append(.text(text))
            case .absent(let text, _):
                kept[ArchiveExtensions.mediaKey, default: []].append(.text(text))
            }
        }
        guard paths.count <= Self.mostFiles else {
            throw TableError(
                line: row.line, "the record has more than \(Self.mostFiles) pictures in the archive"
            )
        }
        for (key, texts) in kept.sorted(by: { $0.key < $1.key }) { cells.set(key, .list(texts)) }
        return TableRow(line: row.line, cells: cells, paths: paths, modified: modified)
    }

    /// Sentences about keys that several rows have.
    package var warnings: [String] {
        if repeatedCount == 0 { return [] }
        return [
            "\(repeatedCount.counting("row")) \(repeatedCount == 1 ? "has" : "have") the id of an earlier "
                + "row and other values; each is a document of its own"
        ]
    }

    /// Removes what a record of our own says although nobody entered it. An export says it again. A record of
    /// another program keeps it, although it doesn't tell which record it is.
    ///
    /// - Parameter observer: the observer as the column has it.
    private static func dropImplied(_ cells: inout [TableCell], _ observer: String, isOwn: Bool) {
        let status = DarwinCoreTerm.impliedStatus(ofCount: cells.text("individualCount"))
        let isImplied = { (cell: TableCell) in
            let text = cell.value.text ?? ""
            switch cell.column {
            case _ where cell.isMember: return false
            case "modified": return true
            case "rightsHolder": return text == observer
            case "occurrenceStatus": return text == status
            default: return DarwinCoreTerm.implied[cell.column] == text
            }
        }
        if isOwn { cells.removeAll(where: isImplied) }
        for index in cells.indices where isImplied(cells[index]) { cells[index].isMember = true }
    }
}

extension [TableCell] {
    /// The text of a column that no member of `dynamicProperties` has given; empty for none.
    func text(_ column: String) -> String {
        first { $0.column == column && !$0.isMember }?.value.text ?? ""
    }

    /// Adds a cell, or replaces the cell with its name.
    fileprivate mutating func set(_ column: String, _ value: TableValue) {
        removeAll { $0.column == column }
        append(TableCell(column: column, value: value, isMember: true))
    }
}
