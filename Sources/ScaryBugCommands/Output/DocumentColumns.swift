import ScaryBugs

/// The columns that the user chose for a list of documents.
struct DocumentColumns {
    private let columns: [(name: String, field: Field?)]

    /// - Parameter text: names of fields, `number` and `kind`, separated by commas.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the first wrong column.
    init(_ text: String, in context: QueryContext) throws {
        columns = try text.split(separator: ",", omittingEmptySubsequences: false).map {
            try context.column(named: String($0).trimmed)
        }
        var known: Set<String> = []
        for (name, _) in columns where !known.insert(name).inserted {
            throw ScaryBugsError(.invalidValue, "the column '\(name)' stands twice; leave one out")
        }
    }

    var header: [Record.Cell] { columns.map { Record.Cell($0.name, Self.style(of: $0)) } }

    /// The columns without values.
    var empty: Record.Values {
        columns.map { ($0.name, $0.field?.type == .picture ? .picture(nil) : .null) }
    }

    /// - Parameter all: the values of a document.
    func record(_ all: Record.Values) -> Record {
        let values = columns.map { column in
            (name: column.name, value: all.first { $0.name == column.name }?.value ?? .null)
        }
        let cells = zip(columns, values).map { column, value in
            Record.Cell(Output.text(value.value, hasStars: false) ?? "", Self.style(of: column))
        }
        return Record(cells, values)
    }

    private static func style(of column: (name: String, field: Field?)) -> TableLayout.Style {
        switch column.field?.type {
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
