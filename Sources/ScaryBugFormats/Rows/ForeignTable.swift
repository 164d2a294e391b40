/// A table of the field's other programs: iNaturalist, GBIF, eBird, iRecord and the like. Its columns have
/// names of their own, and it may have any others.
///
/// A row becomes a row with the names of our fields. A value without a field stays in the document under
/// the column's name, so that nothing is lost.
package final class ForeignTable {
    /// A row in our own words.
    package struct Translation {
        /// The cells for fields.
        let row: TableRow
        /// The cells that stay in the document under their names.
        let kept: [TableCell]
        /// The record's identifier as a UUID; nil for a row of one's own table, which says it itself.
        let identifier: String?
        /// The paths of the record's files in its archive.
        var paths: [String] = []
        let source: IncomingRow
    }

    /// The columns for a field by their plain names, the best one first.
    private static let columns: [(field: String, names: [String])] = [
        ("title", ["title", "vernacularname", "commonname", "speciesguess", "name"]),
        ("species", ["scientificname", "species", "taxon", "latinname"]),
        ("seen", ["eventdate", "observedon", "dateinterpreted", "date", "seen"]),
        ("place", ["locality", "verbatimlocality", "placeguess", "sitename", "location", "place"]),
        ("observer", ["recordedby", "username", "userlogin", "recorder", "observer"]),
        ("notes", ["occurrenceremarks", "description", "observationdetails", "comment", "notes"]),
        ("tags", ["taglist", "tags"]),
        ("rating", ["rating"]),
        ("count", ["individualcount", "count", "number"]),
        ("sex", ["sex"]),
        ("stage", ["lifestage", "stage"]),
        ("determiner", ["identifiedby", "determiner"]),
        ("license", ["license", "licence"]),
        ("credit", ["rightsholder", "credit"]),
        ("at", ["at"]),
    ]
    /// Columns whose value identifies a record.
    private static let identifiers = [
        "occurrenceid", "url", "uri", "recordkey", "uuid", "submissionid", "gbifid",
    ]

    /// Columns that a record without an observation may have, too.
    private static let ofEveryRecord: Set = [
        "id", "basisofrecord", "occurrencestatus", "geodeticdatum", "license", "rightsholder",
        "modified",
    ]

    /// The most values of a row that belong to no field.
    private static let mostKept = 200
    static let identifierColumn = "occurrenceID"
    static let untitled = "Unidentified"

    let columns: TableColumns
    private let isMap: Bool
    /// The columns for each field. Custom fields come first, since such a field has the name of a term.
    private let choices: [(field: String, names: [String])]
    /// What became of the columns and the rows so far.
    package private(set) var report = ForeignTableReport()

    package init(_ columns: TableColumns, isMap: Bool = false) {
        self.columns = columns
        self.isMap = isMap
        // The columns of an archive that `export` wrote are fields of ours, even if a custom field has the name
        // of one.
        let custom = columns.customFields.filter {
            columns.origin != .own || !DarwinCoreTerm.columns.contains($0.name)
        }
        choices = custom.map { ($0.name, [Self.plain($0.name)]) } + Self.columns
    }

    /// Whether cells have an identifier of the record.
    static func hasIdentifier(_ cells: [TableCell]) -> Bool {
        cells.contains { identifiers.contains(plain($0.column)) && !$0.value.isEmpty }
    }

    /// A column's name without case, blanks, marks, and what comes before the last `/`, `#` or `:`.
    package static func plain(_ name: String) -> String {
        let last = name.split { "/#:".contains($0) }.last ?? ""
        return last.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    // MARK: Rows

    /// - Returns: nil for a row that has nothing but an identifier.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` for a row with too many values without a field.
    package func translate(_ row: TableRow) throws -> Translation? {
        guard row.cells.contains(where: saysMore) || !row.paths.isEmpty else {
            report.leaveOut(line: row.line)
            return nil
        }
        var cells = cells(of: row, areOwn: false)
        var fields = row.cells.filter { !$0.isMember && column($0.column).isOwn }
        let members = row.cells.filter(\.isMember)
        fields += try members.filter { try isField($0) && !has($0.column, fields) }
        let all = fields.isEmpty ? cells : self.cells(of: row, areOwn: nil)
        for (field, names) in choices where !has(field, fields) {
            // eBird's location is the name of the place.
            guard let cell = cells.first(names) else { continue }
            let shown = field == Field.species.name ? species(cell, &cells) : cell
            let value = try naming(cell.place) {
                field == Field.seen.name
                    ? try seen(cell, &cells).map(FieldValue.date)
                    : try columns.value(of: shown, forFieldNamed: field)
            }
            guard let value else {
                cells.refuse(cell, field)
                continue
            }
            fields.append(
                TableCell(
                    column: field, position: cell.position, value: shown.value, fieldValue: value))
            take(cell, field, &cells)
        }
        if !has("seen", fields), let date = dateOfParts(&cells) { fields.append(date) }
        if !has("at", fields), let position = position(&cells) { fields.append(position) }
        if !has("count", fields), let count = absence(&cells) { fields.append(count) }
        for (field, cell) in cells.refused where !has(field, fields) {
            report.refuse(cell, field, line: row.line)
        }
        if !has("title", fields) {
            let species = fields.first { $0.column == "species" }
            fields.append(
                TableCell(
                    column: "title", position: species?.position,
                    value: species?.value ?? .text(Self.untitled)))
        }
        let identity = identity(all)
        // A point of a map may have an identifier that belongs to no column.
        let own = isMap ? cells.first([Field.identifier.name]) : nil
        if let own {
            cells.take(own, named: Field.identifier.name)
        } else if let identity, all.first(["occurrenceid"]) == nil {
            cells.add(
                TableCell(column: Self.identifierColumn, position: nil, value: .text(identity)))
        }
        let identifier = identifier(own?.value.text ?? identity ?? RowIdentities.text(of: all.rest))
        let others = try members.filter { try !isField($0) && $0.column != Field.identifier.name }
        // The document tells its own identifier anyway.
        let rest = cells.rest.filter {
            $0.column != Self.identifierColumn || $0.value.text != identifier
        }
        let exported = members.first { $0.column == Field.identifier.name }?.value.text
        return Translation(
            row: TableRow(line: row.line, cells: fields), kept: try kept(rest + others),
            identifier: exported.flatMap(DocumentIdentifier.uuid) ?? identifier, paths: row.paths,
            source: IncomingRow(modified: row.modified, isRough: own != nil))
    }

    /// Whether a cell says more than which record it is, and what all records of a table say.
    private func saysMore(_ cell: TableCell) -> Bool {
        if cell.value.isEmpty { return false }
        let column = column(cell.column)
        return column.isOwn
            || !Self.identifiers.contains(column.name) && !Self.ofEveryRecord.contains(column.name)
    }

    private func isField(_ member: TableCell) throws -> Bool {
        switch try columns.meaning(of: member.column) {
        case .field(let name): name == member.column
        case .kind: true
        default: false
        }
    }

    private func has(_ field: String, _ cells: [TableCell]) -> Bool {
        cells.contains { (try? columns.meaning(of: $0.column)) == .field(name: field) }
    }

    /// A column of the table.
    private struct Column {
        let name: String
        let isOwn: Bool
    }

    private var known: [String: Column] = [:]

    private func column(_ name: String) -> Column {
        if let column = known[name] { return column }
        let column = Column(name: Self.plain(name), isOwn: columns.isOwn(name))
        known[name] = column
        return column
    }

    /// The cells with a value.
    ///
    /// - Parameter isOwn: whether to take the cells whose columns the user maps; nil for all.
    private func cells(of row: TableRow, areOwn isOwn: Bool?) -> ForeignCells {
        ForeignCells(
            row.cells.compactMap { cell in
                if cell.value.isEmpty || cell.isMember { return nil }
                let column = column(cell.column)
                return isOwn.map { $0 == column.isOwn } ?? true ? (column.name, cell) : nil
            })
    }

    private func kept(_ cells: [TableCell]) throws -> [TableCell] {
        for cell in cells { report.keep(cell.column) }
        return try Self.kept(cells, columns)
    }

    /// The cells under the keys that the document gives them.
    ///
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` for too many.
    private static func kept(_ cells: [TableCell], _ columns: TableColumns) throws -> [TableCell] {
        guard cells.count <= mostKept else {
            throw ScaryBugsError(
                .limitExceeded,
                "the row has more than \(mostKept) values that belong to no field; "
                    + "--map 'COLUMN=' leaves a column out")
        }
        return cells.map {
            TableCell(column: key(for: $0.column, columns), position: $0.position, value: $0.value)
        }
    }

    /// A row of a table from `list`, or of a map from `export`, whose document came from such a program.
    /// Values without a field come back to the document.
    ///
    /// - Returns: nil for any other row.
    package static func returned(
        _ row: TableRow, _ columns: TableColumns, _ format: TableFormat
    ) throws -> Translation? {
        guard columns.origin == .own,
            format.isMap || row.cell(named: identifierColumn.lowercased()) != nil
        else { return nil }
        let isKept = { (cell: TableCell) in try columns.meaning(of: cell.column) == .unknown }
        let cells = try row.cells.filter { try isKept($0) && !$0.value.isEmpty }
        return Translation(
            row: TableRow(line: row.line, cells: try row.cells.filter { try !isKept($0) }),
            kept: try kept(cells, columns), identifier: nil,
            source: IncomingRow(
                modified: (row.cell(named: Field.modified.name)?.value.text)
                    .flatMap { Timestamp($0) }))
    }

    /// The key for a column. Names of our own mean something else.
    private static let ownNames: Set<String> = {
        let names = DocumentKind.all.flatMap { kind in
            kind.fields.flatMap { [$0.name, $0.key, $0.textKey ?? ""] }
        }
        return Set((names + DocumentData.ownKeys).map { $0.lowercased() })
            .union(DocumentRecord.printed)
    }()

    private static func key(for column: String, _ columns: TableColumns) -> String {
        let isOwn =
            ownNames.contains(column.lowercased())
            || columns.customFields.first(named: [column], \.name) != nil
        // A table from `list` has such names already.
        if column.hasPrefix("column ") { return column }
        return isOwn || column.hasPrefix("$") || column.contains(Beside.mark)
            ? "column \(column.filter { $0 != Beside.mark })" : column
    }

    /// Takes a cell for a field.
    func take(_ cell: TableCell, _ field: String, _ cells: inout ForeignCells) {
        cells.take(cell, named: column(cell.column).name)
        note(cell.column, field)
    }

    /// Whether a position is one of WGS 84, which a column may say.
    func isUsual(_ cells: ForeignCells) -> Bool {
        let datum = cells.first(["geodeticdatum", "datum", "horizontaldatum", "srid", "crs"])
        return report.isUsual(datum: datum?.value.text ?? "")
    }

    /// Notes a file of the archive that is no picture, sound or video.
    func leaveOut(file path: String) { report.leaveOut(file: path) }

    /// Notes that a field has a value of a column.
    func note(_ column: String, _ field: String) { report.take(column, field) }

    // MARK: Identity

    /// The identifier of the record, as the table has it.
    private func identity(_ cells: ForeignCells) -> String? {
        guard let cell = cells.first(Self.identifiers), let text = cell.value.text?.trimmed else {
            return nil
        }
        // A list of eBird has a row for each species.
        guard Self.plain(cell.column) == "submissionid" else { return text }
        return text + (cells.first(["scientificname"])?.value.text.map { " \($0)" } ?? "")
    }

    /// The UUID of an identity: itself, or one derived from it.
    private func identifier(_ identity: String) -> String {
        let (identifier, isFirst) = columns.identities.identifier(of: identity)
        if !isFirst { report.repeatedCount += 1 }
        return identifier
    }

    /// The UUID of the first row with an identity.
    package static func identifier(of identity: String) -> String {
        RowIdentities().identifier(of: identity).uuid
    }
}
