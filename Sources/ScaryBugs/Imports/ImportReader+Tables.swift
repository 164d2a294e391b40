import XML

extension ImportReader {
    /// The maximum number of invalid rows, after which reading stops.
    private static let mostRefusals = 100

    /// Reads a table with one document in each row.
    ///
    /// - Parameter container: the path of the file that has the table; nil for a file of its own.
    /// - Returns: false, after reading no documents, if neither the file's extension nor its header
    ///   marks it as a table.
    func readTable(
        _ file: borrowing File, _ format: TableFormat, of source: ImportSource,
        in container: String? = nil
    ) throws -> Bool {
        let encoding = try format.encoding(of: file)
        if encoding != .utf8 {
            let text = try file.transcoded(from: encoding)
            return try readTable(
                text, format.detected(in: text, of: source), of: source, in: container)
        }
        let reader: any TableReader
        do {
            reader = try format.reader(of: file, besides: options.mappedColumns, limits: limits)
        } catch let error as TableError {
            if source.isNamedLikeTable { try refuse(error, source.origin) }
            return source.isNamedLikeTable
        }
        let names = try reader.columns ?? format.firstNames(of: file, limits)
        var columns = format.columns(of: reader, names, options, customFields: customFields)
        let foreign =
            columns.areForeign(names) ? ForeignTable(columns, isMap: format.isMap) : nil
        if let names = reader.columns, foreign == nil, !source.isNamedLikeTable,
            !columns.isHeader(names)
        {
            guard names.count > 1 else { return false }
            throw ScaryBugsError(
                .refused,
                "not a bundle, and as a table it has no column 'title'; "
                    + "--map 'COLUMN=title' names it")
        }
        let areUpdates =
            try foreign == nil && !format.isMap && container == nil && updateByRows()
        var options = options
        if areUpdates {
            // The rows change fields only.
            options.keepsRest = false
            columns = format.columns(of: reader, names, options, customFields: customFields)
        }
        isOwnTable = columns.origin == .own && !format.isMap
        beginTable(
            RecordTable(container ?? source.lastComponent, columns: names), at: source.name)
        if !areUpdates, !format.isMap,
            NamesList.isChecklist(names.filter { !columns.isOwn($0) })
        {
            throw NamesList.isNoRecords
        }
        if foreign == nil, let names = reader.columns {
            try columns.check(
                header: names,
                requiring: areUpdates ? Field.identifier.name : Field.title.name)
        }
        try checkSkipping(
            "a table, whose rows are new documents; leave out --skip-known, or take back a table "
                + "from 'list' with --update")
        let builder = TableDocuments(
            columns: columns, options: options, directory: source.parentPath, foreign: foreign,
            format: format)
        try readRows(of: reader, builder, source.origin)
        return true
    }

    /// Reads the rows of a table.
    func readRows(
        of reader: any TableReader, _ builder: TableDocuments, _ origin: ImportOrigin
    ) throws {
        let (columns, foreign) = (builder.columns, builder.foreign)
        let rows = try stagedRows(of: reader, columns)
        expectedCount = rows.count
        if foreign != nil { try columns.checkAsked() }
        reportsUndeclared = foreign == nil
        textTypes = builder.format.textTypes
        defer { (reportsUndeclared, textTypes) = (true, []) }
        let count = receivedCount
        var pending = PendingRows()
        while try readRow(of: rows, builder, origin, &pending) {}
        try addRows(&pending, builder)
        try endTable()
        try columns.checkAllUsed()
        for warning in reader.warnings + columns.warnings { warn(warning, origin) }
        for (line, warning) in foreign?.report.warnings ?? [] {
            warn(warning, line.map(origin.line) ?? origin)
        }
        for remark in foreign?.report.remarks ?? [] { self.remark(remark, origin) }
        if options.known == .updated, !builder.format.isMap, let advice = foreign?.report.advice {
            remark(advice, origin)
        }
        if let error = columns.unknownError(mayStay: updater == nil) {
            try refusing(origin) { throw error }
        }
        guard receivedCount > count else {
            throw (reader as? MapReader)?.format.withoutPoints
                ?? ScaryBugsError(.refused, "no documents in it")
        }
    }

    /// Reads all rows before the first one becomes a document. That takes most of the time, and a table
    /// with too many rows would use it for nothing.
    private func stagedRows(
        of reader: any TableReader, _ columns: TableColumns
    ) throws -> StagedRows {
        try StagedRows(of: reader) { row, count in
            if let row { columns.noteForms(in: row) }
            // The first documents of such a table are kept if others are refused.
            if !options.keepsGoing { try budget.check(count: count) }
        }
    }

    /// Refuses to leave out documents that are here already, where none can be.
    ///
    /// - Parameter message: what was found instead, and what to do.
    func checkSkipping(_ message: String) throws {
        if options.known == .skippedIfSame { throw ScaryBugsError(.refused, message) }
    }

    /// - Returns: whether another row may follow.
    private func readRow(
        of rows: StagedRows, _ builder: TableDocuments, _ origin: ImportOrigin,
        _ pending: inout PendingRows
    ) throws -> Bool {
        guard refusals.count <= Self.mostRefusals || options.keepsGoing else {
            cutShort = "more than \(Self.mostRefusals.grouped) rows are wrong; the rest is not read"
            return false
        }
        do {
            guard let row = try rows.next() else { return false }
            try budget.countDocument()
            try readRow(row, builder, origin.line(row.line), &pending)
        } catch let error as TableError {
            try budget.countDocument()
            try refuse(error, origin)
        }
        return true
    }

    private func readRow(
        _ row: TableRow, _ builder: TableDocuments, _ origin: ImportOrigin,
        _ pending: inout PendingRows
    ) throws {
        if let updater {
            return try refusing(origin) {
                try updater.add(builder.columns.completed(row), builder, from: origin)
            }
        }
        do {
            guard let document = try document(of: row, builder) else { return }
            pending.add(origin, .success(document))
        } catch let error as ScaryBugsError { pending.add(origin, .failure(error)) }
        if !pending.isWaiting { try addRows(&pending, builder) }
    }

    /// - Returns: nil for a row that makes no document.
    private func document(
        of row: TableRow, _ builder: TableDocuments
    ) throws -> TableDocuments.Row? {
        if let foreign = builder.foreign {
            guard var record = try foreign.translate(row) else { return nil }
            record.identifier = try identifier(of: record)
            return try builder.document(of: record)
        }
        let row = try builder.columns.completed(row)
        if let returned = try ForeignTable.returned(row, builder.columns, builder.format) {
            return try builder.document(of: returned)
        }
        // The table is refused for such columns at its end, once and not in each row.
        return try builder.columns.recordUnknown(in: row) ? nil : builder.document(of: row)
    }

    /// Makes the thumbnails of the rows' photographs, and then the documents.
    private func addRows(_ pending: inout PendingRows, _ builder: TableDocuments) throws {
        if !isDryRun {
            try Thumbnails.make(for: pending.pictures) { warn($0) }
        }
        for (origin, row) in pending.removeAll() {
            if builder.areRecords, let row = try? row.get(), try isHere(row.data) {
                try addPresent(row.data, of: row.source, from: origin)
                continue
            }
            try add(from: origin, isCounted: true) { staged in
                var (data, picture, files, source) = try row.get()
                if builder.areRecords { try data.noteRow() }
                if let picture, data.imageName == nil { try data.setImageName(picture.name) }
                var incoming = try IncomingDocument(
                    data, data.encoded(), picture: picture, files: files, limits: limits,
                    isNew: !builder.keepsIdentifiers && builder.foreign == nil, isRow: true,
                    stagedIn: staged)
                if builder.areRecords { incoming.row = source }
                return incoming
            }
        }
    }

    /// Records an error of the table itself, such as "catalogue.csv:12: column 3: …".
    private func refuse(_ error: TableError, _ origin: ImportOrigin) throws {
        // The limits of a shared place may be the reason.
        if place == .shared { throw NeedsMemory() }
        try refusing(origin.line(error.line)) {
            let column = error.column.map { "column \($0): " } ?? ""
            throw ScaryBugsError(.damaged, column + error.message)
        }
    }
}

/// Rows of a table that wait for the thumbnails of their photographs, which are made together.
private struct PendingRows {
    typealias Row = Result<TableDocuments.Row, any Error>

    private var rows: [(origin: ImportOrigin, row: Row)] = []
    private(set) var pictures: [PictureFile] = []

    /// The number of further files, which are open.
    private var fileCount = 0

    private static let (mostRows, mostFiles) = (50, 100)

    /// Whether more rows can be added before they become documents. Rows without photographs need
    /// not wait.
    var isWaiting: Bool {
        !pictures.isEmpty && rows.count < Self.mostRows && fileCount < Self.mostFiles
    }

    mutating func add(_ origin: ImportOrigin, _ row: Row) {
        rows.append((origin, row))
        guard let row = try? row.get() else { return }
        if let picture = row.picture { pictures.append(picture) }
        fileCount += row.files.count
    }

    mutating func removeAll() -> [(origin: ImportOrigin, row: Row)] {
        defer { self = PendingRows() }
        return rows
    }
}

extension TableFormat {
    fileprivate func columns(
        of reader: any TableReader, _ names: [String], _ options: ImportOptions,
        customFields: [Field]
    ) -> TableColumns {
        TableColumns(
            of: reader.origin
                ?? TableOrigin(names, besides: options.mappedColumns, isMap: isMap),
            options, customFields: customFields, usesDecimalComma: reader.usesDecimalComma)
    }

    /// The names of the first row that can be read. Each JSON object has names of its own.
    fileprivate func firstNames(of file: borrowing File, _ limits: Limits) throws -> [String] {
        let reader = try reader(of: file, limits: limits)
        for _ in 0..<100 {
            do { return try reader.next()?.cells.map(\.column) ?? [] } catch is TableError {}
        }
        return []
    }

    /// The types for which a text of a map may stand. JSON lacks dates, and XML all types.
    fileprivate var textTypes: [Field.ValueType] {
        switch self {
        case .map(.geoJSON): [.date]
        case .map: [.number, .date, .boolean]
        default: []
        }
    }

    /// The format of a table that was transcoded.
    fileprivate func detected(in text: borrowing File, of source: ImportSource) throws
        -> TableFormat
    {
        TableFormat(
            fileName: source.lastComponent, prefix: try text.prefix(Self.prefixLength)) ?? self
    }
}
