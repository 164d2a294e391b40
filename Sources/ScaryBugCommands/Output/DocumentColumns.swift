import ScaryBugs

/// The columns that the user chose for a list of documents.
struct DocumentColumns {
    private let columns: [(name: String, field: Field?)]
    /// Whether a line above the rows names the columns.
    let hasNames: Bool

    /// - Parameter text: names of fields, `number` and `kind`, separated by commas.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the first wrong column.
    init(_ text: String, in context: QueryContext, hasNames: Bool = true) throws {
        self.hasNames = hasNames
        columns = try text.split(separator: ",", omittingEmptySubsequences: false).map {
            try context.column(named: String($0).trimmed)
        }
        var known: Set<String> = []
        for (name, _) in columns where !known.insert(name).inserted {
            throw ScaryBugsError(.invalidValue, "the column '\(name)' stands twice; leave one out")
        }
    }

    /// The fields among them.
    var fields: [Field] { columns.compactMap(\.field) }

    var header: [Record.Cell] { columns.map { Record.Cell($0.name, style(of: $0)) } }

    /// The columns without values.
    var empty: Record.Values {
        columns.map { ($0.name, $0.field?.type == .picture ? .picture(nil) : .null) }
    }

    /// The values of the columns.
    ///
    /// - Parameter all: the values of a document.
    func values(_ all: Record.Values) -> Record.Values {
        columns.map { column in
            (name: column.name, value: all.first { $0.name == column.name }?.value ?? .null)
        }
    }

    /// - Parameters:
    ///   - all: the values of a document.
    ///   - hasConflict: whether a mark stands before the title.
    func record(_ all: Record.Values, hasConflict: Bool) -> Record {
        let values = values(all)
        let cells = zip(columns, values).map { column, value in
            var text = Output.text(value.value, hasStars: false) ?? ""
            if column.field?.type == .title { text = Record.marked(text, if: hasConflict) }
            // Without names there is only room for what tells most.
            if !hasNames {
                if column.field == .rating, text == "0" { text = "" }
                if column.field?.type == .date, !text.contains("/") {
                    text = String(text.prefix { $0 != "T" })
                }
            }
            return Record.Cell(text, style(of: column))
        }
        return Record(cells, values)
    }

    private func style(of column: (name: String, field: Field?)) -> TableLayout.Style {
        // Of the usual columns, the title is cut last.
        switch column.field?.type {
        case .title where !hasNames: .cutLast
        case .list where !hasNames: .leftOut
        case .title: .cutFirst
        case .text: .cutNext
        case .list: .cutLast
        case .rating: .rating
        case .count, .number: .right
        case nil where column.name == "number": .number
        default: .cutNext
        }
    }
}

/// The files of a document in its results.
extension DocumentFileList {
    /// Adds the facts about the files to a document's values.
    func adding(to values: Record.Values, of document: Document) -> Record.Values {
        var all = values.map { name, value in
            guard case .picture(let picture?) = value else { return (name, value) }
            return (name, .object(self.values(of: picture, document)))
        }
        if others.isEmpty { return all }
        let isTaken = values.contains { $0.name == "files" }
        all.append((isTaken ? "other files" : "files", .list(others.map(Self.value))))
        return all
    }

    private func values(of picture: Picture, _ document: Document) -> Record.Values {
        let values: Record.Values = [
            ("bytes", .integer(picture.size)), ("type", .string(picture.mediaType)),
            ("path", .string(photographPath)), ("width", .integer(pixels?.width)),
            ("height", .integer(pixels?.height)), ("taken", .string(taken)),
            ("name", .string(document.data.imageName)),
        ]
        return values.filter { if case .null = $0.value { false } else { true } }
    }

    private static func value(of file: DocumentFile) -> Record.Value {
        let values: Record.Values = [
            ("name", .string(file.name)), ("bytes", .integer(file.size)),
            ("type", .string(file.mediaType ?? MediaType.unknown)),
        ]
        guard let namesake = file.namesake else { return .object(values) }
        return .object(
            values + [("original", .string(namesake.name)), ("by", .string(namesake.person))])
    }

    /// The photograph for people, in a few lines.
    ///
    /// - Parameter summary: the type and the size of the file.
    func text(after summary: String) -> String {
        var first = summary
        if let pixels { first += ", \(pixels.width) × \(pixels.height) pixels" }
        return [first, taken.map { "taken \($0)" }, photographPath].compactMap(\.self)
            .joined(separator: "\n")
    }

    /// The other files for people, a line each; nil for none.
    var othersText: String? {
        if others.isEmpty { return nil }
        return others.map {
            "\(TerminalText.text($0.namesake?.text ?? $0.name)), \($0.mediaType.map { "\($0), " } ?? "")\($0.size.grouped) bytes"
        }.joined(separator: "\n")
    }
}
