extension Workspace {
    /// The parts of a list's rows beside number, title, rating and tags.
    package enum RowContents {
        case nothing
        case fields([Field])
        /// The values of all fields, and what else results show.
        case all
    }

    /// A row of a list of documents. It is valid only during the call that receives it, since
    /// SQLite owns its bytes.
    package struct Row {
        fileprivate let columns: SQLRow
        fileprivate let wanted: Set<String>?

        package var name: DocumentName { DocumentName(indexID: columns.integer(0)) }
        package var title: String { columns.text(1) }
        package var rating: Float? {
            columns.isNull(2) ? nil : Float(columns.double(2))
        }
        /// The tags, separated by `, `.
        package var tags: String { columns.text(3) }
        /// The title and the tags in UTF-8.
        package var titleBytes: UnsafeRawBufferPointer { columns.bytes(1) }
        package var tagsBytes: UnsafeRawBufferPointer { columns.bytes(3) }
        /// Whether the document cannot be read.
        package var hasProblem: Bool { !columns.isNull(4) }
        /// The reason why the document cannot be read; nil if it can.
        package var problem: String? { columns.isNull(4) ? nil : columns.text(4) }

        /// Whether the document must be read, since the index doesn't have all that was asked for.
        package var isIncomplete: Bool {
            guard !columns.isNull(5) else { return false }
            guard let wanted else { return true }
            return columns.text(5).split(separator: " ").contains { wanted.contains(String($0)) }
        }

        /// Whether it has conflicts. Rows with all values have them instead.
        package var hasConflict: Bool { !columns.isNull(7) && columns.integer(7) != 0 }

        /// The values that the program doesn't know, as a JSON object; nil for none.
        package var other: String? { columns.isNull(6) ? nil : columns.text(6) }

        /// The number, the kind and the values of the columns.
        ///
        /// - Parameter hasListTexts: whether a list is its text, as in CSV.
        package func values(
            _ shown: [RowColumn], hasListTexts: Bool
        ) -> [(name: String, value: RecordValue)] {
            var values: [(name: String, value: RecordValue)] = []
            values.reserveCapacity(shown.count + 3)
            values.append(("number", .integer(name.number)))
            values.append(("kind", .string(name.kind.name)))
            for column in shown {
                let value = column.shown(in: columns, hasListTexts: hasListTexts)
                values.append((column.field.name, value))
            }
            return values
        }

        /// The text of a value in the index; nil for none.
        func key(_ column: RowColumn) -> String? {
            columns.isNull(column.place) ? nil : columns.text(column.place)
        }

        /// A value; nil for none.
        func value(_ column: RowColumn) -> FieldValue? { column.value(in: columns) }

        /// The row as ``DocumentRecord`` in one line of JSON.
        ///
        /// - Parameter shown: the columns of the fields of its kind.
        package func json(_ shown: [RowColumn]) -> String {
            var line: [UInt8] = []
            line.append(utf8: "{\"number\":\(name.number),\"kind\":\"\(name.kind.name)\"")
            for column in shown {
                line.append(UInt8(ascii: ","))
                JSON.append(name: column.field.name, to: &line)
                column.append(from: columns, to: &line)
            }
            for members in [6, 7] where !columns.isNull(CInt(members)) {
                line.append(UInt8(ascii: ","))
                line += columns.bytes(CInt(members)).dropFirst().dropLast()
            }
            line.append(UInt8(ascii: "}"))
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// The rows of a list.
    package struct Rows {
        /// The names of all documents.
        package let names: () throws -> [DocumentName]
        fileprivate let statement: Statement
        fileprivate let values: [SQLValue]
        fileprivate let places: [String: CInt]
        fileprivate let wanted: Set<String>?

        package func visit(_ body: (Row) throws -> Void) throws {
            try statement.forEachRow(values) { try body(Row(columns: $0, wanted: wanted)) }
        }

        /// The columns of fields that were asked for.
        package func columns(of fields: [Field]) -> [RowColumn] {
            fields.compactMap { field in
                places[field.name].map { RowColumn(field: field, place: $0) }
            }
        }
    }

    package func documentCount() throws -> Int {
        try withIndex { try $0.count() } ?? documentNames().count
    }

    /// Calls `body` with the rows of the selected documents.
    ///
    /// - Returns: false if the index cannot answer, or the selection names single documents.
    package func withRows(
        of selection: Selection, showing contents: RowContents = .nothing,
        _ body: (Rows) throws -> Void
    ) throws -> Bool {
        guard selection.named.isEmpty else { return false }
        let query = selection.query(naming: [])
        return try withIndex(for: query) { index in
            guard let (rows, isInOrder) = try index.rows(of: query, showing: contents) else {
                return false
            }
            // In the order of the tables, each page is needed once. Memory for it would take longer
            // than reading it.
            try index.database.caching(isInOrder ? 64 : nil) { try body(rows) }
            return true
        } ?? false
    }

    /// The title of a document, from the index if it has one.
    package func title(of name: DocumentName) throws -> String {
        if let title = try withIndex({ try $0.title(of: name) }) ?? nil { return title }
        return try document(name, looksAtPicture: false).title
    }

    /// Reads a document of an incomplete row. The index is in use, so it isn't corrected.
    package func document(of row: Row) throws -> Document {
        try reader().read(row.name, looksAtPicture: true).document
    }
}

extension DocumentIndex {
    /// - Returns: nil if SQL cannot express the query, or a field has no column.
    fileprivate func rows(
        of selected: Query, showing contents: Workspace.RowContents
    ) throws -> (rows: Workspace.Rows, isInOrder: Bool)? {
        var (fields, wanted, others): ([Field], Set<String>?, [String]) = ([], [], [])
        switch contents {
        case .nothing: break
        case .fields(let some): (fields, wanted) = (some, Set(some.map(\.name)))
        case .all:
            (fields, wanted) = (shownFields + [.title, .rating], nil)
            others = ["f.other", "f.conflicts"]
        }
        let known = Set(shownFields.map(\.name))
        guard fields.allSatisfy({ $0.shownType == nil || known.contains($0.name) }) else {
            return nil
        }
        let isBrief = fields.allSatisfy { $0.shownType == nil } && others.isEmpty
        let conflict = "d.id IN (\(Self.conflicts))"
        let columns =
            ["d.id", "d.title", "d.rating", "d.tags", "d.problem", isBrief ? "NULL" : "s.missing"]
            + (others.isEmpty ? ["NULL", conflict] : others)
            + fields.map(\.listedColumn)
        guard
            let query = IndexQuery(
                selected, columns: columns.joined(separator: ", "), textFields: textFields)
        else { return nil }
        let places = fields.enumerated().reduce(into: [:]) {
            $0[$1.element.name] = CInt(columns.count - fields.count + $1.offset)
        }
        let rows = try Workspace.Rows(
            names: { try self.names(selected) ?? [] }, statement: database.prepare(query.sql),
            values: query.values, places: places,
            wanted: wanted)
        return (rows, query.isInOrder)
    }
}

extension Workspace {
    package typealias VersionedContent = (name: DocumentName, key: Int64, version: Int64)

    /// All documents, sorted by number, with the keys of their identifiers, and numbers that are others
    /// after each change.
    package func contentVersions() throws -> [VersionedContent] {
        if let versions = try withIndex({ try $0.contentVersions() }) { return versions }
        return try contentByIdentifier().flatMap { key, documents in
            try documents.map { name, content in
                var version = content.high
                let data = try document(name, looksAtPicture: false).data
                if case .timestamp(let time)? = data[.modified] { version ^= time.secondsSince1970 }
                return (name, key.value, version)
            }
        }.sorted { $0.name < $1.name }
    }

    /// All documents with their contents, by their identifiers, read from their files.
    package func contentByIdentifier() throws -> [DocumentIdentifier.Key: [(
        name: DocumentName, content: Digest
    )]] {
        let reader = try reader()
        let read = {
            @Sendable (name: DocumentName, place: WorkPlace) in
            try ifIntact { () -> (DocumentName, DocumentIdentifier.Key, Digest)? in
                let reader = reader.at(place)
                guard let document = try reader.openIfPresent(name) else { return nil }
                let data = try reader.read(document).data
                return (
                    name, .init(data.identifier), try Digest(data, document.files())
                )
            }
        }
        var table: [DocumentIdentifier.Key: [(name: DocumentName, content: Digest)]] = [:]
        try documentNames().forEachResult(of: read) { found in
            if let (name, key, content) = found ?? nil {
                table[key, default: []].append((name, content))
            }
        }
        return table
    }
}
