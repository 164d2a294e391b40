/// The rows of an archive's extensions by the identifier of their core row.
final class ArchiveExtensions {
    /// What a row says of its core row.
    enum Fact {
        /// The path of a file in the archive, with the license of the file; empty for none.
        case file(path: String, license: String)
        /// A value that the document keeps under a key.
        case text(String, key: String)
    }

    private var facts: [String: [Fact]] = [:]
    private var used: Set<String> = []
    private(set) var pictureAddresses = 0
    private(set) var missingFiles = 0
    private var size = 0

    /// What the row of a picture has anyway, and what every row has.
    private static let ofPicture: Set = [
        "identifier", "accessURI", "type", "format", "license", "rightsHolder", "creator",
    ]

    /// Reads all extensions.
    init(_ description: ArchiveDescription, _ archive: DarwinCoreArchive, limits: Limits) throws {
        for table in description.extensions {
            let files = try ArchiveTableReader.files(of: table, in: archive)
            let reader = ArchiveTableReader(table, files, limits: limits)
            while let row = try next(of: reader, table) {
                let facts = try facts(of: row, table, archive)
                self.facts[row.key, default: []] += facts
                size += row.key.utf8.count + 64 * (facts.count + 1)
                guard size <= limits.importTextBytes else {
                    throw ScaryBugsError.over(
                        .importTextBytes,
                        "its extensions have more than \(ByteCount(limits.importTextBytes))")
                }
            }
        }
    }

    private func next(
        of reader: ArchiveTableReader, _ table: ArchiveTable
    ) throws -> ArchiveTableReader.Row? {
        do { return try reader.next() } catch let error as TableError {
            throw ScaryBugsError(
                .damaged, "\(table.paths.first ?? ""):\(error.line): \(error.message)")
        }
    }

    private func facts(
        of row: ArchiveTableReader.Row, _ table: ArchiveTable, _ archive: DarwinCoreArchive
    ) throws -> [Fact] {
        guard table.namesPictures else { return [text(row.cells, table)] }
        let text = { (name: String) in row.cells.first { $0.column == name }?.value.text ?? "" }
        let path = text("accessURI").isEmpty ? text("identifier") : text("accessURI")
        if try archive.contains(path) {
            let rest = row.cells.filter { !Self.ofPicture.contains($0.column) }
            return [.file(path: path, license: text("license"))]
                + (rest.isEmpty ? [] : [self.text(rest, table)])
        }
        if path.isAddress { pictureAddresses += 1 } else { missingFiles += 1 }
        return [self.text(row.cells, table)]
    }

    private func text(_ cells: [TableCell], _ table: ArchiveTable) -> Fact {
        let text = cells.map { "\($0.column): \($0.value.text ?? "")" }.joined(separator: "; ")
        size += text.utf8.count
        return .text(text, key: table.rowType)
    }

    /// The facts of a core row.
    func take(_ key: String) -> [Fact] {
        guard let found = facts[key] else { return [] }
        used.insert(key)
        return found
    }

    /// Sentences about rows that the documents don't have.
    var warnings: [String] {
        let lone = facts.reduce(0) { $0 + (used.contains($1.key) ? 0 : $1.value.count) }
        return [
            lone == 0
                ? nil
                : "\(lone.counting("row")) of extensions \(lone == 1 ? "has" : "have") no core row",
            pictureAddresses == 0
                ? nil
                : "\(pictureAddresses.counting("row")) \(pictureAddresses == 1 ? "names" : "name") a "
                    + "picture on the web, which is not fetched",
            missingFiles == 0
                ? nil
                : "\(missingFiles.counting("row")) \(missingFiles == 1 ? "names" : "name") a picture "
                    + "that the archive lacks",
        ].compactMap(\.self)
    }
}
