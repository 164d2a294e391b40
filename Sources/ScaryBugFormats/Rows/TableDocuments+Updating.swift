import KeyedArchive

/// Compares the rows of a table with documents that are here already.
extension TableDocuments {
    /// The edits that give a document the values of its row.
    ///
    /// - Throws: ``ScaryBugsError``, whose message names the column.
    package func edits(of data: DocumentData, from row: TableRow) throws -> [Edit] {
        try checkKind(of: row, data.kind)
        var edits: [Edit] = []
        var seen: Set<String> = []
        let words = try row.wordsForNothing(columns.kind)
        // The place of a rounded position was left out.
        let isRounded = isLess(row, than: data, by: DocumentData.generalizationsKey)
        let isLess = isLess(row, than: data, by: DocumentData.withheldKey)
        for cell in row.cells {
            guard case .field(let name) = try columns.meaning(of: cell.column),
                !(isRounded && [Field.at.name, Field.place.name].contains(name)),
                !(isLess && cell.value.isEmpty)
            else { continue }
            try naming(cell.place) {
                guard seen.insert(name).inserted else { throw Self.repetition(of: name) }
                let edit = try edit(of: data, from: cell, for: name, words)
                if let edit { edits.append(edit) }
            }
        }
        if !edits.isEmpty, !options.isForced { try checkModified(row, data) }
        return edits
    }

    /// Whether a row was made for others who get less of the document, which a note of the row tells.
    private func isLess(_ row: TableRow, than data: DocumentData, by key: String) -> Bool {
        let note = row.cell(named: key.lowercased())?.value.text ?? ""
        return !note.isEmpty && note != data.stored(key)?.text
    }

    private func edit(
        of data: DocumentData, from cell: TableCell, for name: String, _ words: Set<String>
    ) throws -> Edit? {
        guard let field = try field(named: name, of: data.kind, for: cell) else { return nil }
        if field.type == .picture {
            // `list` prints a description of a picture, which stays.
            guard case .text(let path) = cell.value, !path.trimmed.isEmpty else { return nil }
            throw ScaryBugsError(
                .invalidValue, "--update changes no picture; 'set N image=PATH' does")
        }
        let present = data[field]
        if cell.value.shows(present) { return nil }
        let other = data.otherValue(of: field, besides: present)
        if other.map(cell.value.shows) == true { return nil }
        guard !cell.value.isEmpty else { return present?.isEmpty ?? true ? nil : .clear(field) }
        if try saysNothing(cell, for: field, present, words) { return nil }
        let value = try columns.value(of: cell, for: field)
        return value == present ? nil : value.map { .set(field, $0) }
    }

    /// Whether a cell has a word for nothing, and the document has nothing there.
    ///
    /// - Parameter words: the words for nothing in the row's numbers, dates and positions.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the document has a value, and the field takes no such
    ///   word.
    private func saysNothing(
        _ cell: TableCell, for field: Field, _ present: FieldValue?, _ words: Set<String>
    ) throws -> Bool {
        guard let word = cell.wordForNothing else { return false }
        let isText = ColumnKind(field) == .text
        if present?.isEmpty ?? true { return !isText || words.contains(word) }
        guard !isText else { return false }
        throw ScaryBugsError(
            .invalidValue,
            "\(field.name) '\(word)' says nothing, and the document has \(present?.text ?? ""); an empty "
                + "cell clears it")
    }

    private func checkKind(of row: TableRow, _ kind: DocumentKind) throws {
        guard let wanted = try self.kind(named: row), wanted != kind.withoutCustomFields else {
            return
        }
        throw ScaryBugsError(
            .invalidValue,
            "the document is a \(kind.name), not a \(wanted.name); a kind does not change")
    }

    /// Checks that the table was made of the present version of the document.
    private func checkModified(_ row: TableRow, _ data: DocumentData) throws {
        guard let cell = row.cell(named: Field.modified.name) else { return }
        let text = (cell.value.text ?? "").trimmed
        // A spreadsheet may have written it without the offset, which is UTC.
        let date = Timestamp(text) ?? Timestamp(text + "Z")
        let remedy = "list it again, or --force changes it all the same"
        guard date != nil || cell.value.isEmpty else {
            throw ScaryBugsError(
                .invalidValue, "modified '\(text)' is not a time as 'list' prints it; \(remedy)")
        }
        let present = data[.modified]
        guard date.map(FieldValue.timestamp) != present else { return }
        throw ScaryBugsError(
            .exists,
            "modified is '\(text)' in the row and '\(present?.text ?? "")' in the document, so one was "
                + "changed without the other; \(remedy)")
    }
}

extension TableValue {
    /// Whether this is how `list` prints a field's value. Then it is unchanged, even if the field
    /// no longer accepts it.
    fileprivate func shows(_ value: FieldValue?) -> Bool {
        switch (self, value) {
        case (.text(let text), nil): text.isEmpty
        case (.text(let text), let value?): text.withLineFeeds == value.text.withLineFeeds
        case (.list(let values), .list(let present)): values.map(\.text) == present
        case (.integer, let value?), (.real, let value?): text == value.text
        default: false
        }
    }

    /// Whether `list --json` prints a value that belongs to no field like this, as far as the
    /// comparison is possible.
    func shows(_ value: ArchivedValue) -> Bool {
        switch value {
        case .null: self == .null
        case .boolean(let value):
            self == .boolean(value) || [String(value), value ? "yes" : "no"].contains(text)
        case .integer(let number): text == "\(number)"
        case .real(let number): number.isFinite ? text == number.shortest : self == .null
        case .float(let number): number.isFinite ? text == number.shortest : self == .null
        case .date(let seconds):
            Timestamp(secondsSince2001: seconds).map { text == $0.rfc3339 } ?? (self == .null)
        case .string, .utf16: text == value.text
        default: FieldValue(value, as: .list).map(shows) ?? true
        }
    }
}

/// A document's values under keys that belong to no field. There may be as many as cells in its row.
package struct UnknownValues {
    private let values: [String: ArchivedValue]

    package init(of data: DocumentData) {
        values = Dictionary(data.unknown.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// Whether a cell is one of these values.
    package func explain(_ cell: TableCell) -> Bool {
        let prefix = "unknown "
        let key =
            cell.column.hasPrefix(prefix)
            ? String(cell.column.dropFirst(prefix.count)) : cell.column
        return values[key].map { cell.value.shows($0) } ?? false
    }
}
