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
        package var identifier: String?
        /// The record's own name, where that counts only in its table or dataset; nil for any other.
        package var local: (name: String, dataset: String)?
        /// The identifiers that earlier versions gave a row without one; none for any other.
        package var former: [String] = []
        /// The paths of the record's files in its archive.
        var paths: [String] = []
        let source: IncomingRow
    }

    /// The most values of a row that belong to no field.
    private static let mostKept = 200
    static let identifierColumn = "occurrenceID"
    static let untitled = "Unidentified"

    let columns: TableColumns
    let isMap: Bool
    /// The fields that columns may mean. Custom fields come first, since such a field has the name of a
    /// term.
    private let fields: [(name: String, isCustom: Bool)]
    /// What became of the columns and the rows so far.
    package internal(set) var report = ForeignTableReport()

    package init(_ columns: TableColumns, isMap: Bool = false) {
        self.columns = columns
        self.isMap = isMap
        // The columns of an archive that `export` wrote are fields of ours, even if a custom field has the name
        // of one.
        let custom = columns.customFields.filter {
            columns.origin != .own || !DarwinCoreTerm.columns.contains($0.name)
        }
        fields = custom.map { ($0.name, true) } + ColumnVocabulary.shared.fields.map { ($0, false) }
    }

    // MARK: Rows

    /// - Returns: nil for a row that has nothing but an identifier.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` for a row with too many values without a field.
    package func translate(_ row: TableRow) throws -> Translation? {
        let written = cells(of: row, areOwn: nil)
        let count = row.cells.count
        let row = row.withoutWordsForNothing { column($0.column).kind }
        let all = row.cells.count == count ? written : cells(of: row, areOwn: nil)
        guard row.cells.contains(where: saysMore) || !row.paths.isEmpty else {
            report.emptyRows.add(row.line)
            return nil
        }
        var cells = cells(of: row, areOwn: false)
        var fields = try fields(of: row, all, &cells)
        note(cells, fields, line: row.line)
        if !has("title", fields) { fields.append(try title(among: fields)) }
        let identity = identity(of: all, writtenAs: written, &cells)
        let others = try row.cells.filter {
            try $0.isMember && !isField($0) && $0.column != Field.identifier.name
        }
        // The document tells its own identifier anyway.
        let rest = cells.rest.filter {
            $0.column != Self.identifierColumn || $0.value.text != identity.identifier
        }
        for cell in rest + others { report.keep(cell.column) }
        let exported = row.cells.first { $0.isMember && $0.column == Field.identifier.name }?
            .value.text
        return Translation(
            row: TableRow(line: row.line, cells: fields),
            kept: try Self.kept(rest + others, columns),
            identifier: exported.flatMap(DocumentIdentifier.uuid) ?? identity.identifier,
            local: exported == nil ? identity.local : nil, former: identity.former,
            paths: row.paths,
            source: IncomingRow(modified: row.modified, isRough: identity.isOfDocument))
    }

    /// The cells for fields.
    ///
    /// - Parameters:
    ///   - all: all values of the row.
    ///   - cells: the values that are left for fields. Each field removes its own.
    private func fields(
        of row: TableRow, _ all: ForeignCells, _ cells: inout ForeignCells
    ) throws -> [TableCell] {
        var fields = try mapped(in: row, &cells)
        fields += try row.cells.filter {
            try $0.isMember && isField($0) && !has($0.column, fields)
        }
        try joinTags(&fields, &cells)
        for (name, isCustom) in self.fields where !has(name, fields) {
            let found =
                isCustom
                ? cells.all([ColumnVocabulary.plain(name)]) : candidates(for: name, all, cells)
            if name == Field.seen.name {
                if let date = try date(of: found, &cells) { fields.append(date) }
            } else if let field = columns.field(named: name),
                let cell = try first(of: found, for: field, &cells)
            {
                let isPublic = cell.value != all.first(["privatelocation"])?.value
                fields.append(field == .at ? exact(cell, isPublic: isPublic, &cells) : cell)
            }
        }
        if !has("at", fields), let position = cells.position() {
            fields.append(TableCell(field: .at, .position(position)))
        }
        if !has("count", fields), let count = absence(&cells) { fields.append(count) }
        return fields
    }

    /// The cells that may have a field's value, the best first.
    private func candidates(
        for name: String, _ all: ForeignCells, _ cells: ForeignCells
    ) -> [TableCell] {
        let found = cells.all(knownColumns.names(forField: name))
        switch name {
        case Field.credit.name where columns.origin == .foreign:
            // Nobody entered that the observer has the rights.
            let observer = all.first(knownColumns.names(forField: Field.observer.name))
            return found.filter { $0.value.text != observer?.value.text }
        case Field.species.name where found.isEmpty: return [cells.first(.genus)].compactMap(\.self)
        default: return found
        }
    }

    /// The date of the first cell that has one, or of the parts of a date without such cells.
    private func date(
        of found: [TableCell], _ cells: inout ForeignCells
    ) throws -> TableCell? {
        for cell in found.isEmpty ? [nil] : found.map(Optional.some) {
            if let date = try cells.date(cell, columns) {
                return TableCell(field: .seen, .date(date), from: cell)
            }
        }
        return nil
    }

    /// The title of a row without one: its species.
    private func title(among fields: [TableCell]) throws -> TableCell {
        let species = try fields.first {
            try columns.meaning(of: $0.column) == .field(name: Field.species.name)
        }
        return TableCell(
            column: Field.title.name, position: species?.position,
            value: species?.value ?? .text(Self.untitled),
            // One warning about an odd species is enough.
            fieldValue: species?.fieldValue)
    }

    /// Notes for the report what became of a row's cells.
    private func note(_ cells: ForeignCells, _ fields: [TableCell], line: Int) {
        if let datum = cells.otherDatum { report.otherDatums.add(datum) }
        for (column, field) in cells.taken { report.take(column, field.name) }
        for (field, cell, part) in cells.refused where part != nil || !has(field.name, fields) {
            report.refuse(cell, field.name, as: part, line: line)
        }
    }

    /// Adds the own tags of a map's point to the names of its folders.
    private func joinTags(_ fields: inout [TableCell], _ cells: inout ForeignCells) throws {
        let name = Field.tags.name
        guard let index = fields.firstIndex(where: { $0.isMember && $0.column == name }),
            case .list(let folders) = fields[index].value,
            let own = try first(
                of: cells.all(knownColumns.names(forField: name)), for: .tags, &cells),
            case .list(let tags)? = own.fieldValue
        else { return }
        let new = tags.map(TableValue.text).filter { !folders.contains($0) }
        fields[index] = TableCell(column: name, value: .list(folders + new), isMember: true)
    }

    /// A cell for a position, with the uncertainty of another one.
    private func exact(
        _ cell: TableCell, isPublic: Bool, _ cells: inout ForeignCells
    ) -> TableCell {
        guard case .position(let place)? = cell.fieldValue else { return cell }
        return TableCell(
            field: .at, .position(cells.exact(place, isPublic: isPublic)), from: cell)
    }

    /// Takes the best cell whose value a field can have.
    private func first(
        of found: [TableCell], for field: Field, _ cells: inout ForeignCells
    ) throws -> TableCell? {
        for cell in found where field != .at || isPosition(cell, cells) {
            // The points of a map have the datum of the map.
            if field == .at, !isMap, !cells.isUsualDatum() { continue }
            // A location may be a position, which is no name of a place.
            if field == .place, column(cell.column).isAmbiguous,
                cell.value.text.map({ (try? Position($0)) != nil }) == true
            {
                continue
            }
            let shown = field == .species ? species(cell, &cells) : cell
            guard let value = try value(of: shown, for: field, &cells) else { continue }
            cells.take(cell, for: field)
            if field == .license, case .text(let text) = value, let known = KnownLicense(text) {
                return TableCell(field: .license, .text(known.identifier), from: cell)
            }
            return TableCell(
                column: field.name, position: cell.position, value: shown.value, fieldValue: value)
        }
        return nil
    }

    /// The value of a cell; nil for none, which the cells note.
    private func value(
        of cell: TableCell, for field: Field, _ cells: inout ForeignCells
    ) throws -> FieldValue? {
        let value = try naming(cell.place) {
            try columns.value(of: cell, forFieldNamed: field.name)
        }
        if value == nil { cells.refuse(cell, field) }
        return value
    }

    /// The cells of the columns that the user maps to fields. A value that its field can't have stays, as in
    /// any other column.
    private func mapped(in row: TableRow, _ cells: inout ForeignCells) throws -> [TableCell] {
        try row.cells.filter { !$0.isMember && column($0.column).isOwn }.compactMap { cell in
            guard case .field(let name) = try columns.meaning(of: cell.column),
                let field = columns.field(named: name), field.type != .picture,
                !cell.value.isEmpty
            else { return column(cell.column).part == nil ? cell : nil }
            let value =
                field == .seen
                ? try cells.date(cell, columns).map { .date($0) }
                : try value(of: cell, for: field, &cells)
            if cells.refused.contains(where: { $0.cell == cell }) { cells.add(cell) }
            guard let value else { return nil }
            return TableCell(
                column: cell.column, position: cell.position, value: cell.value, fieldValue: value)
        }
    }

    /// Whether a cell says more than which record it is, and what all records of a table say.
    private func saysMore(_ cell: TableCell) -> Bool {
        if cell.value.isEmpty { return false }
        let column = column(cell.column)
        return column.isOwn
            || ![.identifier, .everyRecord].contains {
                ColumnVocabulary.shared.means($0, column.name)
            }
    }

    /// Whether a column for positions has one. A location may be the name of a place, too.
    private func isPosition(_ cell: TableCell, _ cells: ForeignCells) -> Bool {
        guard column(cell.column).isAmbiguous else { return true }
        return cells.first(knownColumns.names(.latitude)) == nil
            && cell.value.text.map { $0.contains(",") && (try? Position($0)) != nil } == true
    }

    private func isField(_ member: TableCell) throws -> Bool {
        switch try columns.meaning(of: member.column) {
        case .field(let name): name == member.column
        case .kind: true
        // An archive of our own tells the name of the photograph's file.
        case .printed: columns.origin == .own && member.column == Field.file.name
        default: false
        }
    }

    private func has(_ field: String, _ cells: [TableCell]) -> Bool {
        cells.contains { (try? columns.meaning(of: $0.column)) == .field(name: field) }
    }

    struct Column {
        let name: String
        let isOwn: Bool
        /// Whether it may mean several things.
        let isAmbiguous: Bool
        /// The part of a field to which the user maps it.
        let part: ColumnVocabulary.Part?
        let kind: ColumnKind
    }

    private var known: [String: Column] = [:]
    /// The columns so far, by what they mean.
    private(set) var knownColumns = KnownColumns()

    func column(_ name: String) -> Column {
        if let column = known[name] { return column }
        let column = newColumn(name)
        known[name] = column
        // The coordinates of a map's point are what it couldn't read.
        if !isMap || column.name != "coordinates" { knownColumns.add(column.name) }
        return column
    }

    private func newColumn(_ name: String) -> Column {
        let vocabulary = ColumnVocabulary.shared
        let plain = vocabulary.plainName(of: name)
        let isOwn = columns.isOwn(name) || columns.isStrict(name)
        let isAmbiguous = vocabulary.meanings(of: plain).count > 1
        guard isOwn, let meaning = try? columns.meaning(of: name) else {
            let custom = columns.customFields.first { ColumnVocabulary.plain($0.name) == plain }
            let kind = custom.map(ColumnKind.init) ?? vocabulary.kind(of: plain)
            return Column(
                name: plain, isOwn: isOwn, isAmbiguous: isAmbiguous, part: nil, kind: kind)
        }
        return Column(
            name: plain, isOwn: true, isAmbiguous: isAmbiguous, part: meaning.part,
            kind: columns.kind(of: meaning))
    }

    /// The cells with a value.
    ///
    /// - Parameter isOwn: whether to take the cells whose columns the user maps; nil for all.
    private func cells(of row: TableRow, areOwn isOwn: Bool?) -> ForeignCells {
        let cells: [(String, TableCell)] = row.cells.compactMap { cell in
            if cell.value.isEmpty || cell.isMember { return nil }
            let column = column(cell.column)
            if isOwn != true, let part = column.part { return (part.mappedName, cell) }
            return isOwn.map { $0 == column.isOwn } ?? true ? (column.name, cell) : nil
        }
        return ForeignCells(cells, knownColumns)
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
        var keys: Set<String> = []
        return cells.map { cell in
            let key = key(for: cell.column, columns)
            var (free, number) = (keys.contains(key) ? cell.column : key, 1)
            // Two columns may be called alike.
            while !keys.insert(free).inserted {
                number += 1
                free = "\(key) \(number)"
            }
            return TableCell(column: free, position: cell.position, value: cell.value)
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
            format.isMap || columns.keepsRest
                || row.cells.contains(where: {
                    DarwinCoreTerm.named($0.column) == identifierColumn
                })
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
            .union(DocumentRecord.printed).union(["kind", DocumentRecord.other])
    }()

    private static func key(for column: String, _ columns: TableColumns) -> String {
        let isOwn =
            ownNames.contains(column.lowercased())
            || columns.customFields.first(named: [column], \.name) != nil
        // A table from `list` has such names already.
        if column.hasPrefix(keyPrefix) { return column }
        if column.lowercased().hasSuffix(Field.modified.name),
            DarwinCoreTerm.named(column) == Field.modified.name
        {
            return DarwinCoreTerm.modifiedKey
        }
        return isOwn || column.hasPrefix("$") || column.contains(Beside.mark)
            ? keyPrefix + column.filter { $0 != Beside.mark } : column
    }

    /// The names of the fields that a column gives, by the key under which its text stays.
    package static func fields(ofKey key: String) -> [String] {
        let isMarked = key.hasPrefix(keyPrefix)
        return ColumnVocabulary.shared.fields(
            of: isMarked ? String(key.dropFirst(keyPrefix.count)) : key)
    }

    private static let keyPrefix = "column "
}
