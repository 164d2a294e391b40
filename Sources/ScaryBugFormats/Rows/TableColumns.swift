/// Maps the columns of a table to fields.
package final class TableColumns {
    enum Meaning: Hashable {
        case field(name: String)
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
    /// The first number with a decimal mark of each column.
    private var markedNumbers: [String: String] = [:]
    /// The order of day and month that the user names.
    private let dateOrder: WrittenDate.Order?
    /// The orders that values of a column show.
    private var dateOrders: [String: Set<WrittenDate.Order>] = [:]
    /// The number of rows that mention a picture, which a table can't contain.
    private var pictureCount = 0

    package init(
        of origin: TableOrigin, _ options: ImportOptions, customFields: [Field],
        usesDecimalComma: Bool = false
    ) {
        self.origin = origin
        self.usesDecimalComma = usesDecimalComma
        self.customFields = customFields
        dateOrder = options.hasDayFirst.map { $0 ? .dayFirst : .monthFirst }
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
            let nearest = SpellingSuggestion.hint(to: asked.field, among: fieldNames)
            let mapping = "\(asked.column)=\(asked.field)"
            throw ScaryBugsError(
                .invalidValue,
                "--map '\(mapping)': there is no field '\(asked.field)'\(nearest)"
            ).at(asked.field).at(mapping)
        }
        if let meaning = meaning(named: name) { return meaning }
        if name == DocumentRecord.other { return .other }
        return DocumentRecord.printed.contains(name) ? .printed : .unknown
    }

    /// Checks the fields that the user assigned to columns, once and not in each row.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if one does not exist.
    package func checkAsked() throws {
        for name in asked.keys.sorted() { _ = try find(name) }
    }

    private func meaning(named name: String) -> Meaning? {
        if name == "kind" { return .kind }
        return fieldNames.first { $0.lowercased() == name }.map(Meaning.field)
    }

    private func isUnknown(_ name: String) throws -> Bool {
        let meaning = try meaning(of: name)
        guard meaning == .unknown || meaning == .printed && origin != .own else { return false }
        return !keepsRest && !(knowsVocabulary && ColumnVocabulary.shared.knows(name))
    }

    /// Whether the rows are read as those of another program: also in a table that somebody made, with
    /// plain words for all columns, or whose other columns the user keeps.
    package func areForeign(_ names: [String]) -> Bool {
        guard origin == .handmade else { return origin == .foreign }
        let meanings = Set(
            names.flatMap { name in
                asked[name.lowercased()].map { [$0.field] }
                    ?? ColumnVocabulary.shared.meanings(of: name)
            })
        let subjects = [Field.title.name, Field.species.name]
        guard !meanings.isDisjoint(with: subjects) else { return false }
        knowsVocabulary = !meanings.isDisjoint(with: ColumnVocabulary.ofPlaceOrTime)
        let others = names.filter { !$0.isEmpty && (try? meaning(of: $0)).map(isNoField) ?? false }
        return !others.isEmpty
            && (keepsRest || knowsVocabulary && others.allSatisfy(ColumnVocabulary.shared.knows))
    }

    private func isNoField(_ meaning: Meaning) -> Bool {
        meaning == .unknown || meaning == .printed
    }

    /// Whether a column of somebody's own table has a field's name that only our tables use.
    func isStrict(_ name: String) -> Bool {
        guard origin == .handmade, !ColumnVocabulary.shared.knows(name) else { return false }
        return (try? meaning(of: name)).map { !isNoField($0) } ?? false
    }

    /// Whether the user names a field for a column, or leaves it out.
    package func isOwn(_ column: String) -> Bool { asked[column.lowercased()] != nil }

    // MARK: Values

    /// The value that a cell gives a field.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the field can't have it.
    func value(of cell: TableCell, for field: Field) throws -> FieldValue {
        if let value = cell.fieldValue { return value }
        if case .list(let values) = cell.value, field.type == .list {
            return .list(try FieldValue.uniqued(values.map { try $0.plainText() }))
        }
        if case .boolean(let value) = cell.value, field.type == .boolean { return .boolean(value) }
        var text = try cell.value.plainText()
        // Spreadsheets end lines with either LF or CRLF. JSON text is taken literally.
        if cell.position != nil { text = text.withLineFeeds }
        if usesDecimalComma, field.type == .rating || field.type == .number {
            // A rating is too small for thousands.
            if field.type == .number { try checkDecimalMark(of: text, in: cell.column) }
            text = text.withDecimalPoints
        }
        if field.type == .date, let date = try date(text, in: cell.column, for: field) {
            return .date(date)
        }
        // Spreadsheets add decimals to whole numbers.
        if field.type == .count, text.hasSuffix(".0") { text.removeLast(2) }
        return try FieldValue(text, for: field)
    }

    /// The value that a cell of another program's table gives a field.
    ///
    /// - Returns: nil if the field can't have it. Then it stays under its column's name.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a date with several meanings.
    func value(of cell: TableCell, forFieldNamed name: String) throws -> FieldValue? {
        guard let field = fields.first(where: { $0.name == name }) else { return nil }
        guard field.type == .date else { return try? value(of: cell, for: field) }
        return try cell.value.text.flatMap { try date($0, in: cell.column, for: field) }
            .map(FieldValue.date)
    }

    /// The date that a text means in a column; nil for no date.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a date with several meanings.
    func date(_ text: String, in column: String, for field: Field) throws -> EDTFDate? {
        let orders = dateOrders[column, default: []]
        let order = dateOrder ?? (orders.count == 1 ? orders.first : nil)
        if let date = EDTFDate(written: text.trimmed, order) { return date }
        let forms = EDTFDate.forms(of: text.trimmed)
        guard forms.count > 1 else { return nil }
        throw ScaryBugsError(
            .invalidValue,
            "\(field.name) '\(text)' may be \(forms.joined(separator: " or ")); --dates dmy takes the "
                + "day first, --dates mdy the month")
    }

    /// Notes which order of day and month the values of a row can have. One value can settle it for its
    /// column.
    package func noteDates(in row: TableRow) {
        guard dateOrder == nil else { return }
        for cell in row.cells {
            guard case .text(let text) = cell.value, Self.isLikeDate(text) else { continue }
            let orders = WrittenDate.Order.allCases.filter {
                EDTFDate(written: text.trimmed, $0) != nil
            }
            if orders.count == 1 { dateOrders[cell.column, default: []].insert(orders[0]) }
        }
    }

    /// Whether a text begins like `1/5/2026`: two short numbers, and a year.
    private static func isLikeDate(_ text: String) -> Bool {
        var (lengths, length) = ([] as [Int], 0)
        for byte in text.utf8.prefix(10) {
            if byte.isASCIIDigit {
                length += 1
            } else {
                guard "/.-".utf8.contains(byte), (1...2).contains(length) else { break }
                lengths.append(length)
                length = 0
            }
        }
        return lengths.count == 2 && length == 4
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
        guard let index = recordColumn(cell.column, at: cell.position), !cell.value.isEmpty else {
            return
        }
        unknown[index].add(cell.value, usesDecimalComma: usesDecimalComma)
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

    /// Puts fields in the place of the column in which `list --csv` writes the fields that it does
    /// not know, since they may be declared here.
    package func expandingOther(_ row: TableRow) throws -> TableRow {
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
                .map { TableCell(column: $0.key, position: nil, value: $0.value) }
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
            throw ScaryBugsError(
                .invalidValue,
                "the columns '\(other)' and '\(name)' stand for one field; --map '\(name)=' leaves "
                    + "one of them out")
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

    /// Checks that all numbers of a column have the same decimal mark. Otherwise one of the marks
    /// may separate thousands.
    private func checkDecimalMark(of number: String, in column: String) throws {
        let marks = { (text: String) in text.filter { $0 == "." || $0 == "," } }
        guard let mark = marks(number).first else { return }
        let advice =
            "; write all numbers of the column with one decimal mark, and no thousands separators"
        if marks(number).count > 1 {
            throw ScaryBugsError(.invalidValue, "'\(number)' has thousands separators\(advice)")
        }
        let first = markedNumbers[column] ?? number
        markedNumbers[column] = first
        guard marks(first).first == mark else {
            throw ScaryBugsError(
                .invalidValue, "'\(number)' has another mark than '\(first)'\(advice)")
        }
    }

    func recordPicture() {
        pictureCount += 1
    }

    /// The warning about pictures that the table mentions; nil if there are none.
    package var warning: String? {
        guard pictureCount > 0 else { return nil }
        return "\(pictureCount.grouped) of the rows had a picture, which a table does not hold"
    }
}
