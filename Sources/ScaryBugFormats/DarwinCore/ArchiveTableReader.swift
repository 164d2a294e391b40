import XML

/// Reads the rows of a table of a Darwin Core archive, whose files follow each other.
package final class ArchiveTableReader {
    package struct Row {
        /// The identifier of the core row; empty without one.
        package let key: String
        package let line: Int
        /// The cells that have a value.
        package let cells: [TableCell]
    }

    private let table: ArchiveTable
    private let limits: Limits
    private var rest: ArraySlice<OpenFile>
    private var scanner: SeparatedScanner?

    /// Opens the files of a table, as copies in UTF-8 if they have another encoding.
    package static func files(of table: ArchiveTable, in archive: DarwinCoreArchive) throws
        -> [OpenFile]
    {
        try table.paths.map { path in
            let file = try archive.requiredFile(at: path)
            let mark = try TextDecoder.Encoding(byteOrderMark: file.prefix(3))
            let encoding = mark ?? table.encoding
            return OpenFile(encoding == .utf8 ? file : try file.transcoded(from: encoding))
        }
    }

    package init(_ table: ArchiveTable, _ files: [OpenFile], limits: Limits) {
        (self.table, self.limits, rest) = (table, limits, files[...])
    }

    /// The next row that isn't blank; nil after the last.
    ///
    /// - Throws: ``TableError`` for an invalid row. The next call returns the row after it.
    package func next() throws -> Row? {
        while true {
            if let record = try scanner?.next() { return row(record) }
            guard let next = rest.popFirst() else { return nil }
            var bytes = try TableBytes(next.file, limits: limits)
            for _ in 0..<table.headerLines {
                while try !bytes.readLineEnd(), try bytes.next() != nil {}
                bytes.beginRow()
            }
            scanner = SeparatedScanner(
                bytes, separator: table.separator, quote: table.quote, as: .utf8, limits: limits)
        }
    }

    private func row(_ record: SeparatedRecord) -> Row {
        let value = { (index: Int) -> String in
            guard record.values.indices.contains(index) else { return "" }
            let value = record.values[index]
            return WrittenValue.absentInArchives.contains(value) ? "" : value
        }
        let cells = table.columns.compactMap { column -> TableCell? in
            let text = column.index.map(value) ?? ""
            let isUsual = text.isEmpty
            if isUsual, column.usual.isEmpty { return nil }
            return TableCell(
                column: column.name, position: column.index.map { $0 + 1 },
                value: .text(isUsual ? column.usual : text))
        }
        return Row(key: table.key.map(value) ?? "", line: record.line, cells: cells)
    }
}
