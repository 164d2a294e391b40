/// Maps the columns of a table to fields.
package final class TableColumns {
    enum Meaning: Hashable {
        case field(name: String)
        case part(ColumnVocabulary.Part)
        case kind
        /// The user left the column out.
        case ignored
        /// `list` prints the column, and a new document gets its own value. In another table, no field
        /// has the column's name.
        case printed
        /// The column in which `list --csv` writes fields that it does not know.
        case other
        /// No field has the column's name; see ``UnknownColumn``.
        case unknown
    }

    package let origin: TableOrigin
    /// Whether a number may be written `4,5`.
    let usesDecimalComma: Bool
    private let fields: [Field]
    let customFields: [Field]
    /// What the rows so far identify.
    let identities = RowIdentities()
    /// The same of rows without an identifier, as in earlier versions.
    let formerIdentities = FormerIdentities()
    private var fieldNames: [String] { fields.filter(\.isEditable).map(\.name) }
    /// The columns and fields as the user wrote them, by the column's name in lower case.
    private let asked: [String: (column: String, field: String)]
    private var unused: Set<String>
    /// Whether columns that no field has stay in the documents.
    let keepsRest: Bool
    /// Whether the names of the vocabulary are known, since the table says what was seen, and where or
    /// when.
    private var knowsVocabulary = false
    private var known: [String: Meaning] = [:]
    private var unknown: [UnknownColumn] = []
    private var unknownIndices: [String: Int] = [:]
    /// How the columns write dates and numbers.
    private var forms: [String: ColumnForms] = [:]
    /// The order of day and month that the user names.
    private let dateOrder: WrittenDate.Order?
    private let now: Timestamp
    /// The kind of rows that name none.
    private let kind: DocumentKind
    /// The values of each column that are odd.
    private var doubts: [Tally<(kind: WrittenValue.Doubt, cell: TableCell)>] = []
    /// The number of rows that mention a picture, which a table can't contain.
    var pictureCount = 0

    package init(
        of origin: TableOrigin, _ options: ImportOptions, customFields: [Field],
        usesDecimalComma: Bool = false
    ) {
        self.origin = origin
        self.usesDecimalComma = usesDecimalComma
        self.customFields = customFields
        dateOrder = options.hasDayFirst.map { $0 ? .dayFirst : .monthFirst }
        (now, kind) = (options.now, options.kind ?? .bug)
        fields = QueryContext.fields(adding: customFields)
        asked = options.fieldNames.reduce(into: [:]) {
            $0[$1.key.lowercased()] = ($1.key, $1.value)
        }
        unused = Set(asked.keys)
        keepsRest = options.keepsRest
    }

    /// The meaning of a column.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the user assigned a field that does not
    ///   exist.
    func meaning(of column: String) throws -> Meaning {
        if let meaning = known[column] { return meaning }
        let meaning = try find(column.lowercased())
        known[column] = meaning
        unused.remove(column.lowercased())
        return meaning
    }

    private func find(_ name: String) throws -> Meaning {
        if let asked = asked[name] {
            if asked.field.isEmpty { return .ignored }
            if let meaning = meaning(named: asked.field.lowercased()) { return meaning }
            if asked.field.lowercased() == Self.identifier { return .part(.identifier) }
            let parts = ColumnVocabulary.Part.mappable.map(\.rawValue)
            let nearest = SpellingSuggestion.hint(to: asked.field, among: fieldNames + parts)
            let mapping = "\(asked.column)=\(asked.field)"
            throw ScaryBugsError(
                .invalidValue,
                "--map '\(mapping)': there is no field '\(asked.field)'\(nearest)"
            ).at(asked.field).at(mapping)
        }
        if let meaning = meaning(named: name), origin == .handmade || meaning.part == nil {
            return meaning
        }
        if name == DocumentRecord.other { return .other }
        return DocumentRecord.printed.contains(name) ? .printed : .unknown
    }

    /// Checks the fields that the user assigned to columns, once and not in each row.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if one does not exist.
    package func checkAsked() throws {
        for name in asked.keys.sorted() { _ = try find(name) }
    }

    /// The word by which a user says that a column tells which record a row is.
    private static let identifier = ForeignTable.identifierColumn.lowercased()

    private func meaning(named name: String) -> Meaning? {
        if name == "kind" { return .kind }
        // The end of a span has a name of its own.
        let field = name == "startdate" ? Field.seen.name : name
        return fieldNames.first { $0.lowercased() == field }.map(Meaning.field)
            ?? ColumnVocabulary.Part.mappable.first { $0.rawValue.lowercased() == name }
            .map(Meaning.part)
    }

    func field(named name: String) -> Field? { fields.first { $0.name == name } }

    func kind(of cell: TableCell) throws -> ColumnKind { try kind(of: meaning(of: cell.column)) }

    func kind(of meaning: Meaning) -> ColumnKind {
        switch meaning {
        case .field(let name): field(named: name).map(ColumnKind.init) ?? .text
        case .part: .measure
        default: .text
        }
    }

    private func isUnknown(_ name: String) throws -> Bool {
        let meaning = try meaning(of: name)
        guard meaning == .unknown || meaning == .printed && origin != .own else { return false }
        // An export writes it.
        if origin == .own, DocumentData.withholdingKeys.contains(name) { return false }
        return !keepsRest && !(knowsVocabulary && ColumnVocabulary.shared.knows(name))
    }

    /// Whether the rows are read as those of another program: also in a table that somebody made, with
    /// plain words for all columns, without titles, or whose other columns the user keeps.
    package func areForeign(_ names: [String]) -> Bool {
        guard origin == .handmade else { return origin == .foreign }
        if asked.values.contains(where: { $0.field.lowercased() == Self.identifier }) {
            return true
        }
        let meanings = Set(
            names.flatMap { name in
                asked[name.lowercased()].map { [$0.field.lowercased()] }
                    ?? ColumnVocabulary.shared.meanings(of: name)
            })
        let subjects = [Field.title.name, Field.species.name]
        guard !meanings.isDisjoint(with: subjects) else { return false }
        knowsVocabulary = !meanings.isDisjoint(with: ColumnVocabulary.ofPlaceOrTime)
        let others = names.filter { !$0.isEmpty && !isOwn($0) && isFromElsewhere($0) }
        if others.isEmpty { return names.count > 1 && !meanings.contains(Field.title.name) }
        return keepsRest || knowsVocabulary && others.allSatisfy(ColumnVocabulary.shared.knows)
    }

    /// Whether a column has no name of ours, or gives a part of a position.
    private func isFromElsewhere(_ name: String) -> Bool {
        let meaning = try? meaning(of: name)
        return meaning?.part?.field == .at || meaning.map(isNoField) ?? false
    }

    private func isNoField(_ meaning: Meaning) -> Bool {
        meaning == .unknown || meaning == .printed
    }

    /// Whether a column of somebody's own table has a field's name that only our tables use.
    func isStrict(_ name: String) -> Bool {
        guard origin == .handmade, !ColumnVocabulary.shared.knows(name) else { return false }
        guard let meaning = try? meaning(of: name), !isNoField(meaning) else { return false }
        guard case .field(let field) = meaning else { return true }
        // A bug has no author, and a column of pictures may have addresses.
        return kind.adding(customFields).field(named: field).map {
            $0.type != .picture || !keepsRest
        } ?? false
    }

    /// Whether the user names a field for a column, or leaves it out.
    package func isOwn(_ column: String) -> Bool { asked[column.lowercased()] != nil }

    // MARK: Values

    /// The value that a cell gives a field; nil for nothing.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the field can't have it.
    func value(of cell: TableCell, for field: Field) throws -> FieldValue? {
        if let value = cell.fieldValue { return value }
        if case .list(let values) = cell.value, field.type == .list {
            return .list(try FieldValue.uniqued(values.map { try $0.plainText() }))
        }
        if case .boolean(let value) = cell.value, field.type == .boolean { return .boolean(value) }
        let written = try written(cell, for: field)
        if origin == .handmade, written.problem != nil, written.isOfNone { return nil }
        return try written.required()
    }

    /// What a cell gives a field of one value.
    private func written(_ cell: TableCell, for field: Field) throws -> WrittenValue {
        var text = try cell.value.plainText()
        // Spreadsheets end lines with either LF or CRLF. JSON text is taken literally.
        if cell.position != nil { text = text.withLineFeeds }
        let form = forms[cell.column]
        var source = WrittenValue.Source(
            origin == .own ? .list : .file, order: dateOrder, now: now)
        source.columnOrder = form?.order(in: text)
        source.hasDecimalComma = form?.hasDecimalComma(usesDecimalComma) ?? false
        if field.type == .rating {
            // A rating is too small for thousands.
            source.hasDecimalComma = source.hasDecimalComma || usesDecimalComma
        } else if field.type == .number, usesDecimalComma || form != nil {
            try (form ?? ColumnForms()).check(text, isOwn: origin != .foreign)
        }
        let written = WrittenValue(text, for: field, from: source)
        if let doubt = written.doubt { note(doubt, cell) }
        if !written.readings.isEmpty, origin != .foreign || form?.isClear != true {
            throw ScaryBugsError(
                .invalidValue,
                "\(field.name) '\(text)' may be \(written.readings.joined(separator: " or ")); "
                    + "--dates dmy takes the day first, --dates mdy the month")
        }
        return written
    }

    /// The value of another program's cell; nil for nothing, and if the field can't have it. Then it stays
    /// under its column's name.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a date if the order of days and months in its column
    ///   isn't known.
    func value(of cell: TableCell, forFieldNamed name: String) throws -> FieldValue? {
        guard let field = field(named: name) else { return nil }
        guard field.type == .date else { return try? value(of: cell, for: field) }
        guard cell.value.text != nil else { return nil }
        // An archive has texts that were kept where they are no dates.
        if origin == .own { return try? written(cell, for: field).value }
        return try written(cell, for: field).value
    }

    /// Notes how the cells of a row write dates and numbers. One value can settle it for its column.
    package func noteForms(in row: TableRow) {
        for cell in row.cells {
            guard case .text(let text) = cell.value, ColumnForms.isNotable(text) else { continue }
            forms[cell.column, default: ColumnForms()].note(text)
        }
    }

    private func note(_ doubt: WrittenValue.Doubt, _ cell: TableCell) {
        var index = doubts.firstIndex {
            $0.first?.kind == doubt && $0.first?.cell.column == cell.column
        }
        if index == nil, doubts.count < Self.mostNamed {
            index = doubts.count
            doubts.append(Tally())
        }
        if let index { doubts[index].add((doubt, cell)) }
    }

    // MARK: Columns without a field

    /// The most columns that the error counts.
    private static let mostNamed = 1_000

    /// Records the values of columns that match no field, for the error at the end of the table.
    ///
    /// - Parameter isExplained: whether a value may stay without a field.
    /// - Returns: whether the row has such columns.
    package func recordUnknown(
        in row: TableRow, unless isExplained: (TableCell) -> Bool = { _ in false }
    ) throws -> Bool {
        let cells = try row.cells.filter { cell in
            // A column without a name has no values in a table with a header.
            guard !cell.column.isEmpty || !cell.value.isEmpty else { return false }
            return try isUnknown(cell.column) && !isExplained(cell)
        }
        for cell in cells { record(cell) }
        return !cells.isEmpty
    }

    /// Narrows the types of the columns that match no field, whether or not the row has a document.
    package func narrowTypes(by row: TableRow) {
        for cell in row.cells where unknownIndices[cell.column] != nil { record(cell) }
    }

    private func record(_ cell: TableCell) {
        guard let index = recordColumn(cell.column, at: cell.position), !cell.saysNothing else {
            return
        }
        let form = forms[cell.column] ?? ColumnForms()
        unknown[index].add(
            cell.value, usesDecimalComma: usesDecimalComma || form.hasDecimalComma(false))
    }

    /// - Returns: the index of the column in `unknown`; nil if there are too many to name.
    @discardableResult
    private func recordColumn(_ name: String, at position: Int?) -> Int? {
        if let index = unknownIndices[name] { return index }
        // Each JSON line may have other keys.
        guard unknown.count < Self.mostNamed else { return nil }
        unknownIndices[name] = unknown.count
        unknown.append(UnknownColumn(name, at: position))
        return unknown.count - 1
    }

    /// - Parameter mayStay: whether their values may stay in new documents.
    package func unknownError(mayStay: Bool) -> ScaryBugsError? {
        unknown.isEmpty ? nil : .unknown(unknown, fields: fields, mayStay: mayStay)
    }

    /// The row with all of its fields: those of the column `other`, and those whose parts have columns of
    /// their own.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a part that gives no date and no position.
    package func completed(_ row: TableRow) throws -> TableRow {
        let row = try expandingOther(row)
        let given = try row.cells.map { cell in (part: try meaning(of: cell.column).part, cell) }
        guard given.contains(where: { $0.part != nil }) else { return row }
        var rest = given.filter { $0.part == nil }.map(\.1)
        var parts = ForeignCells(
            given.compactMap { part, cell in
                part.flatMap { cell.saysNothing ? nil : ($0.mappedName, cell) }
            })
        let seen = try rest.firstIndex {
            try meaning(of: $0.column) == .field(name: Field.seen.name) && !$0.saysNothing
        }
        if let date = try parts.date(seen.map { rest[$0] }, self) {
            if let seen { rest.remove(at: seen) }
            rest.append(TableCell(field: .seen, .date(date)))
        }
        if let position = parts.position() {
            rest.append(TableCell(field: .at, .position(position)))
        }
        if let cell = parts.refused.first?.cell ?? parts.rest.first {
            let field = try meaning(of: cell.column).part?.field ?? .seen
            throw ScaryBugsError(
                .invalidValue,
                "\(cell.place): '\((cell.value.text ?? "").shortened)' gives no \(field.name) with the other "
                    + "columns of the row")
        }
        return row.with(rest)
    }

    /// Puts fields in the place of the column in which `list --csv` writes the fields that it does
    /// not know, since they may be declared here.
    private func expandingOther(_ row: TableRow) throws -> TableRow {
        guard
            let index = try row.cells.firstIndex(where: { try meaning(of: $0.column) == .other }),
            !row.cells[index].value.isEmpty
        else { return row }
        var cells = row.cells
        let cell = cells[index]
        cells.replaceSubrange(
            index...index, with: try naming(cell.place) { try members(of: cell, row.line) })
        return TableRow(line: row.line, cells: cells)
    }

    private func members(of cell: TableCell, _ line: Int) throws -> [TableCell] {
        let cells: [TableCell]?
        switch cell.value {
        case .object(let values):
            cells = values.sorted { $0.key < $1.key }
                .map { TableCell(column: $0.key, value: $0.value) }
        // R writes `NA` into empty cells.
        case .text where cell.wordForNothing != nil: cells = []
        case .text(let text): cells = try? JSONObject(Array(text.utf8), line).cells()
        default: cells = nil
        }
        if let cells {
            return cells.map {
                TableCell(column: $0.column, position: cell.position, value: $0.value)
            }
        }
        throw ScaryBugsError(
            .invalidValue,
            "no fields in the form of JSON, as 'list --csv' writes them; "
                + "--map '\(DocumentRecord.other)=' leaves the column out")
    }

    // MARK: Whole tables

    /// Whether a header with at least one known column names these columns.
    package func isHeader(_ names: [String]) -> Bool {
        names.contains { name in (try? meaning(of: name)).map { $0 != .unknown } ?? true }
    }

    /// Checks the header, which applies to every row.
    ///
    /// - Parameter required: the columns that the table needs, in lower case.
    package func check(header names: [String], requiring required: String) throws {
        for (index, name) in names.enumerated() where !name.isEmpty {
            try naming("column \(index + 1)") {
                if try isUnknown(name) { recordColumn(name, at: index + 1) }
            }
        }
        var columns: [Meaning: String] = [:]
        let others: [Meaning] = [.ignored, .printed, .other, .unknown]
        for name in names where try !others.contains(meaning(of: name)) {
            guard let other = columns.updateValue(name, forKey: try meaning(of: name)) else {
                continue
            }
            let remedy =
                try meaning(of: name) == .field(name: Field.at.name)
                ? "--map '\(other)=latitude' --map '\(name)=longitude' takes both, or the other way "
                    + "round"
                : "--map '\(name)=' leaves one of them out"
            throw ScaryBugsError(
                .invalidValue,
                "the columns '\(other)' and '\(name)' stand for one field; \(remedy)")
        }
        let isThere = columns[.field(name: required)] != nil
        // A table without titles may be no table at all, so its unknown columns say more.
        let isExplained = required == Field.title.name && !unknown.isEmpty
        guard isExplained || isThere || names.first(named: [required], \.self) != nil else {
            let remedy =
                required == Field.title.name
                ? "--map 'COLUMN=title' names it" : "a table from 'list' has one"
            throw ScaryBugsError(.refused, "no column '\(required)'; \(remedy)")
        }
    }

    /// Checks after the last row that the table had every column that the user named.
    package func checkAllUsed() throws {
        guard let (column, field) = unused.min().flatMap({ asked[$0] }) else { return }
        let mapping = "\(column)=\(field)"
        let hint = mapping.contains(",") ? "; --map takes one column, and can be repeated" : ""
        throw ScaryBugsError(
            .notFound, "--map '\(mapping)': the table has no column '\(column)'\(hint)"
        ).at(mapping)
    }

    /// Sentences about pictures that the table mentions, and about odd values.
    package var warnings: [String] {
        let pictures =
            pictureCount == 0
            ? []
            : ["\(pictureCount.grouped) of the rows had a picture, which a table does not hold"]
        return pictures
            + doubts.compactMap { doubt in
                guard let (kind, cell) = doubt.first else { return nil }
                let value = (cell.value.text ?? "").shortened
                let text = "\(cell.place): '\(value)'\(doubt.more("value"))"
                return switch kind {
                case .inFuture: "\(text): in the future; taken as it is"
                case .wordForNothing: "\(text): taken as a text; an empty cell says nothing"
                }
            }
    }
}
