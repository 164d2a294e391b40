internal import KeyedArchive

/// Makes documents from the rows of a table.
package struct TableDocuments {
    package let columns: TableColumns
    package let options: ImportOptions
    /// The directory to which the paths of pictures are relative.
    package let directory: String
    /// The translation of a table of another program; nil for a table of one's own.
    package var foreign: ForeignTable?
    package let format: TableFormat
    /// The archive that has the table; nil for a table of its own.
    package var archive: DarwinCoreArchive?

    package init(
        columns: TableColumns, options: ImportOptions, directory: String,
        foreign: ForeignTable? = nil, format: TableFormat, archive: DarwinCoreArchive? = nil
    ) {
        (self.columns, self.options, self.directory, self.foreign) = (
            columns, options, directory, foreign
        )
        (self.format, self.archive) = (format, archive)
    }

    /// A document of a row, with its photograph and further files.
    package typealias Row = (
        data: DocumentData, picture: PictureFile?, files: [AttachedFile], source: IncomingRow?
    )

    /// Whether a row's document has the identifier of the row, so that it is the same document when the
    /// table comes again.
    package var keepsIdentifiers: Bool { isKnownAgain || columns.origin == .own }
    /// Whether a row without an identifier is known again by its values.
    private var isKnownAgain: Bool { options.known.isExact || format.isMap }
    /// Whether the rows are records of another program or points of a map.
    package var areRecords: Bool { foreign != nil || format.isMap }

    /// Makes a document from a row of another program.
    package func document(of translation: ForeignTable.Translation) throws -> Row {
        var (data, picture, files, _) = try document(of: translation.row)
        for cell in translation.kept {
            try naming(cell.place) {
                if let value = try ArchivedValue(cell.value) {
                    try data.store(value, forKey: cell.column)
                }
            }
        }
        if let identifier = translation.identifier {
            try data.set(.text(identifier), for: .identifier)
        }
        for path in translation.paths {
            try addFile(at: path, of: data.kind, to: &picture, &files)
        }
        return (data, picture, files, translation.source)
    }

    /// Takes the first picture as the photograph, and other files under their names.
    private func addFile(
        at path: String, of kind: DocumentKind, to picture: inout PictureFile?,
        _ files: inout [AttachedFile]
    ) throws {
        guard let file = try archive?.file(at: path) else { return }
        let signature = try file.prefix(MediaType.signatureLength)
        guard MediaType.of(signature: signature) != nil else {
            foreign?.report.otherFiles.add(path)
            return
        }
        let parts = path.split(separator: "/").map(String.init)
        let name = parts.last ?? path
        // `export` gives further files a directory of their own.
        let isFurther = columns.origin == .own && parts.count > 2
        if picture == nil, !isFurther, PictureType(signature: signature) != nil {
            picture = try PictureFile(file, path, named: name)
        } else {
            let free = NumberedName.file(like: name) { name in
                !files.contains { $0.name.lowercased() == name.lowercased() }
            }
            files.append(try AttachedFile(file, named: free))
        }
    }

    /// - Throws: ``ScaryBugsError``, whose message names the column.
    package func document(of row: TableRow) throws -> Row {
        let kind = try (kind(named: row) ?? options.kind ?? .bug).adding(columns.customFields)
        var data = try DocumentData(new: kind, now: options.now)
        if keepsIdentifiers {
            let text = row.cell(named: Field.identifier.name)?.value.text?.trimmed ?? ""
            let uuid =
                text.isEmpty && foreign == nil && isKnownAgain
                ? RowIdentities.uuid(
                    ofRow: columns.identities.name(of: RowIdentities.text(of: row.cells)).name)
                : DocumentIdentifier.uuid(text)
            if let uuid { try data.set(.text(uuid), for: .identifier) }
        }
        var picture: PictureFile?
        var seen: Set<String> = []
        let row = foreign == nil ? try row.withoutWordsForNothing(columns.kind) : row
        for cell in row.cells {
            try naming(cell.place) {
                let meaning = try columns.meaning(of: cell.column)
                if cell.value.isEmpty { return }
                guard case .field(let name) = meaning else {
                    try check(cell, in: row)
                    if columns.origin == .own, cell.column == Field.file.name {
                        try data.setImageName(cell.value.plainText())
                    }
                    return
                }
                guard seen.insert(name).inserted else {
                    throw Self.repetition(of: name)
                }
                guard let field = try field(named: name, of: kind, for: cell) else { return }
                if field.type == .picture {
                    picture = try self.picture(cell.value)
                } else if let value = try columns.value(of: cell, for: field) {
                    try data.set(value, for: field)
                }
            }
        }
        try edit(&data)
        guard !data.title.isEmpty else {
            throw ScaryBugsError(.invalidValue, "the row has no title")
        }
        return (data, picture, [], nil)
    }

    /// Applies the edits of the import. A value of the row stays.
    private func edit(_ data: inout DocumentData) throws {
        for edit in options.edits {
            guard data.kind.field(named: edit.field.name) == edit.field else {
                throw ScaryBugsError(
                    .notFound, "a \(data.kind.name) has no field '\(edit.field.name)'")
            }
            if case .set = edit, data.hasValue(edit.field) { continue }
            try data.apply(edit)
        }
    }

    /// Checks a cell that belongs to no field.
    private func check(_ cell: TableCell, in row: TableRow) throws {
        let column = cell.column.lowercased()
        if column == "imagebytes" { columns.recordPicture() }
        guard column == Field.identifier.name, try columns.meaning(of: column) == .printed,
            row.cell(named: "kind") == nil, let text = cell.value.text,
            DocumentIdentifier.uuid(text) == nil
        else { return }
        throw ScaryBugsError(
            .invalidValue,
            "'\(text)' is not a UUID, and a new document gets its own; "
                + "--map '\(cell.column)=FIELD' names another field; "
                + "--map '\(cell.column)=' leaves the column out")
    }

    func kind(named row: TableRow) throws -> DocumentKind? {
        for cell in row.cells where try columns.meaning(of: cell.column) == .kind {
            guard !cell.value.isEmpty else { continue }
            return try .named(cell.value.plainText().trimmed.lowercased())
        }
        return nil
    }

    /// The field for a cell; nil if the kind lacks it and the cell is empty.
    func field(named name: String, of kind: DocumentKind, for cell: TableCell) throws -> Field? {
        if let field = kind.field(named: name) { return field }
        if cell.value.isEmpty { return nil }
        throw ScaryBugsError(.notFound, "a \(kind.name) has no field '\(name)'")
    }

    static func repetition(of field: String) -> ScaryBugsError {
        ScaryBugsError(.invalidValue, "the row has another value for '\(field)'")
    }

    /// Opens the picture at a path; nil if the value is a description of a picture, as `list
    /// --json` prints it.
    private func picture(_ value: TableValue) throws -> PictureFile? {
        if case .object = value {
            columns.recordPicture()
            return nil
        }
        return try PictureFile(path: value.plainText(), beneath: directory)
    }
}

extension ArchivedValue {
    /// The value of a cell that belongs to no field, as the document keeps it; nil for none.
    fileprivate init?(_ value: TableValue) throws {
        switch value {
        case .null: return nil
        case .boolean(let value): self = .boolean(value)
        case .integer(let number): self = .integer(Int128(number))
        case .real(let number): self = .real(number)
        case .text(let text):
            guard !text.utf8.contains(0) else {
                throw ScaryBugsError(.invalidValue, "a text with a NUL in it")
            }
            self = .string(text.withLineFeeds)
        case .list(let values): self = .array(try values.compactMap { try ArchivedValue($0) })
        case .object(let members):
            self = .dictionary(
                try members.sorted { $0.key < $1.key }.compactMap { key, value in
                    try ArchivedValue(value).map { .init(key: .string(key), value: $0) }
                })
        }
    }
}

extension TableCell {
    var place: String { position.map { "column \($0) (\(column))" } ?? column }
}

extension String {
    package var withLineFeeds: String {
        String(map { $0 == "\r\n" ? "\n" : $0 })
    }
}

extension TableValue {
    /// The value as the text of a field.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if it is no single value.
    func plainText() throws -> String {
        switch self {
        case .null: return ""
        case .integer(let number): return String(number)
        case .real(let number): return Int64(exactly: number).map(String.init) ?? "\(number)"
        case .text(let text):
            guard text.utf8.contains(0) else { return text }
            throw ScaryBugsError(.invalidValue, "a text with a NUL in it")
        case .boolean: throw ScaryBugsError(.invalidValue, "true or false where a text belongs")
        case .list: throw ScaryBugsError(.invalidValue, "a list where one value belongs")
        case .object: throw ScaryBugsError(.invalidValue, "an object where a value belongs")
        }
    }

    var isEmpty: Bool {
        switch self {
        case .null: true
        case .text(let text): text.trimmed.isEmpty
        case .list(let values): values.isEmpty
        default: false
        }
    }
}
