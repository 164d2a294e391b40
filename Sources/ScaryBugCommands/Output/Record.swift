import ScaryBugs

/// One result of a command, for every output format.
struct Record {
    typealias Value = RecordValue
    typealias Values = [(name: String, value: Value)]

    /// The cells for people, aligned if several records form a table.
    let cells: [Cell]
    /// The values for programs, computed on demand.
    var values: Values { makeValues() }
    /// The values as columns, the same for all rows of a table.
    var columns: Values { makeColumns() }
    private let makeValues: () -> Values
    private let makeColumns: () -> Values

    struct Cell {
        /// The text as a terminal may show it.
        let text: String
        /// The width of the text, in columns.
        let width: Int
        let style: TableLayout.Style

        init(_ text: String, _ style: TableLayout.Style = .left) {
            (self.text, width) = DisplayWidth.shown(text)
            self.style = style
        }
    }

    init(_ cells: [Cell], _ values: @autoclosure @escaping () -> Values) {
        self.cells = cells
        makeValues = values
        makeColumns = values
    }

    /// A result whose columns differ from its values.
    init(
        _ cells: [Cell], _ values: @autoclosure @escaping () -> Values,
        columns: @autoclosure @escaping () -> Values
    ) {
        self.cells = cells
        makeValues = values
        makeColumns = columns
    }

    /// A document, with extra values after its own.
    init(
        _ cells: [Cell], _ contents: DocumentContents, number: Int,
        in table: @autoclosure @escaping () -> DocumentTable,
        extra: Values = []
    ) {
        self.cells = cells
        makeValues = {
            let record = DocumentRecord(contents, number: number)
            return record.values + extra + record.conflicts
        }
        makeColumns = { table().columns(of: contents, number: number) + extra }
    }

    init(_ text: String, _ values: @autoclosure @escaping () -> Values) {
        self.init([Cell(text)], values())
    }
}

extension Record {
    /// A document in a sentence: `3  Weta`. An unreadable document has no title.
    static func subject(_ number: Int, _ title: String) -> String {
        "\(number)  \(shownTitle(title))"
    }

    static func shownTitle(_ title: String) -> String { title.isEmpty ? "(no title)" : title }

    /// A row of `list`: number, title, rating, tags.
    init(row document: Document, in table: DocumentTable) {
        self.init(
            Self.listed(
                document.number,
                Self.marked(document.title, if: !document.data.conflicts.isEmpty),
                document.data.ratingText, document.data.tagsText),
            document.contents, number: document.number, in: table)
    }

    /// A title with a mark that the document has conflicts.
    static func marked(_ title: String, if hasConflict: Bool) -> String {
        hasConflict ? "! \(title)" : title
    }

    /// The cells of a row of `list`.
    static func listed(_ number: Int, _ title: String, _ rating: String, _ tags: String) -> [Cell] {
        [
            Cell(String(number), .number), Cell(title, .cutFirst), Cell(rating, .rating),
            Cell(tags, .cutLast),
        ]
    }

    /// A new or changed document: number and title.
    init(brief document: Document) {
        self.init(
            [Cell(String(document.number), .number), Cell(document.title)], document.contents,
            number: document.number, in: DocumentTable([document.kind]))
    }
}

/// The columns that documents of several kinds share in one table.
final class DocumentTable {
    /// The first columns of every table. The other fields follow.
    private static let first: [Field] = [.title, .rating, .tags]
    /// The last column, for values that the program doesn't know.
    static let others = "other"

    private let kinds: [DocumentKind]
    /// Lazy, because only CSV has these columns.
    private(set) lazy var fields = kinds.flatMap(\.fields).reduce(into: Self.first) {
        fields, field in
        if !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
    }
    /// The kind of the last document, and the place of each of the fields among its own; nil where it lacks
    /// the field.
    private var last: (kind: DocumentKind, places: [Int?])?

    init(_ kinds: [DocumentKind]) {
        self.kinds = kinds
    }

    /// The columns without values.
    var empty: Record.Values {
        [("number", .null), ("kind", .null)]
            + fields.map { ($0.name, $0.type == .picture ? .picture(nil) : .null) }
            + [(Self.others, .null)]
    }

    /// The values of a document's columns, null where its kind lacks the field. The last column
    /// holds values that the program doesn't know.
    func columns(of contents: DocumentContents, number: Int) -> Record.Values {
        let record = DocumentRecord(contents, number: number)
        return columns(of: record.values, kind: contents.data.kind, unknown: record.unknown)
    }

    /// - Parameter values: the document's number and kind, and the values of the kind's fields.
    func columns(
        of values: Record.Values, kind: DocumentKind, unknown: Record.Values = []
    ) -> Record.Values {
        let fieldValues = values.dropFirst(2).prefix(kind.fields.count)
        var columns = Array(values.prefix(2))
        columns.reserveCapacity(fields.count + 3)
        for (field, place) in zip(fields, places(in: kind)) {
            let value = place.flatMap { fieldValues.dropFirst($0).first?.value }
            columns.append((field.name, value ?? .null))
        }
        columns.append((Self.others, unknown.isEmpty ? .null : .object(unknown)))
        return columns
    }

    private func places(in kind: DocumentKind) -> [Int?] {
        if let last, last.kind === kind { return last.places }
        let places = fields.map { field in kind.fields.firstIndex { $0.name == field.name } }
        last = (kind, places)
        return places
    }
}

extension DocumentData {
    /// The rating for people; empty for 0, which means not rated.
    var ratingText: String {
        if case .rating(let rating)? = self[.rating], rating != 0 { return rating.shortest }
        return ""
    }

    var tagsText: String {
        if case .list(let tags)? = self[.tags] { tags.joined(separator: ", ") } else { "" }
    }
}
