/// The rows of an archive's extensions by the identifier of their core row.
package final class ArchiveExtensions {
    /// What a row says of its core row.
    enum Fact {
        /// The path of a file in the archive, with the license of the file; empty for none.
        case file(path: String, license: String)
        /// A picture that can't be had: on the web, or missing in the archive.
        case absent(String, isOnWeb: Bool)
        /// A value that the document keeps under a key.
        case text(String, key: String)
    }

    /// The key of what rows of pictures say.
    static let mediaKey = "Multimedia"

    private var facts: [String: [Fact]] = [:]
    private var used: Set<String> = []
    private var addresses = 0
    private var missing = 0
    private var size = 0

    /// Columns of a picture that the program knows or writes anyway.
    private static let ofPicture: Set = [
        "identifier", "accessURI", "type", "format", "license", "rightsHolder", "creator",
    ]

    /// Reads all extensions.
    ///
    /// - Parameter countRow: called with each row. It throws if there are too many.
    package init(
        _ description: ArchiveDescription, _ archive: DarwinCoreArchive, limits: Limits,
        countRow: () throws -> Void
    ) throws {
        for table in description.extensions {
            let files = try ArchiveTableReader.files(of: table, in: archive)
            let reader = ArchiveTableReader(table, files, limits: limits)
            while let row = try next(of: reader, table) {
                try countRow()
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
        guard ["Multimedia", "Image"].contains(table.rowType) else {
            return [.text(text(row.cells), key: table.rowType)]
        }
        let text = { (name: String) in row.cells.first { $0.column == name }?.value.text ?? "" }
        let path = text("accessURI").isEmpty ? text("identifier") : text("accessURI")
        if try archive.contains(path) {
            let rest = row.cells.filter { !Self.ofPicture.contains($0.column) }
            return [.file(path: path, license: text("license"))]
                + (rest.isEmpty ? [] : [.text(self.text(rest), key: Self.mediaKey)])
        }
        return [.absent(self.text(row.cells), isOnWeb: path.isAddress)]
    }

    private func text(_ cells: [TableCell]) -> String {
        let text = cells.map { "\($0.column): \($0.value.text ?? "")" }.joined(separator: "; ")
        size += text.utf8.count
        return text
    }

    /// The facts of a core row.
    func take(_ key: String) -> [Fact] {
        guard let found = facts[key] else { return [] }
        if used.insert(key).inserted {
            for case .absent(_, let isOnWeb) in found {
                if isOnWeb { addresses += 1 } else { missing += 1 }
            }
        }
        return found
    }

    /// Sentences about rows that the documents don't have.
    package var warnings: [String] {
        let lone = facts.reduce(0) { $0 + (used.contains($1.key) ? 0 : $1.value.count) }
        let count = { (count: Int, verbs: (String, String), what: String) in
            count == 0
                ? nil : "\(count.counting("row")) \(count == 1 ? verbs.0 : verbs.1) \(what)"
        }
        return [
            count(lone, ("of its extensions belongs", "of its extensions belong"), "to no record"),
            count(addresses, ("names", "name"), "a picture on the web, which is not fetched"),
            count(missing, ("names", "name"), "a picture that the archive lacks"),
        ].compactMap(\.self)
    }
}
