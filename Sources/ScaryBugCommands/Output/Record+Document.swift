import ScaryBugs

extension Record {
    /// A row of `list`: number, title, rating, tags.
    init(row document: Document, in table: DocumentTable) {
        self.init(
            [
                Cell(String(document.number), .number), Cell(document.title, .cutFirst),
                Cell(document.data.ratingText, .rating), Cell(document.data.tagsText, .cutLast),
            ], document.contents, number: document.number, in: table)
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
    private static let first = ["title", "rating", "tags"]
    /// The last column, for values that the program doesn't know.
    static let others = "other"

    private let kinds: [DocumentKind]
    /// Lazy, because only CSV has these columns.
    private(set) lazy var fields = kinds.flatMap(\.fields).map(\.name).reduce(into: Self.first) {
        if !$0.contains($1) { $0.append($1) }
    }

    init(_ kinds: [DocumentKind]) {
        self.kinds = kinds
    }

    /// The type of the first field with a name; nil if no kind has one.
    func type(of name: String) -> Field.ValueType? {
        kinds.lazy.compactMap { $0.field(named: name) }.first?.type
    }

    /// The values of a document's columns, null where its kind lacks the field. The last column
    /// holds values that the program doesn't know.
    func columns(of contents: DocumentContents, number: Int) -> Record.Values {
        let kind = contents.data.kind
        let values = fields.map { name -> (String, Record.Value) in
            if let field = kind.field(named: name) { return (name, Record.Value(contents, field)) }
            return (name, .null)
        }
        let unknown = DocumentRecord.unknown(contents.data)
        return [("number", .integer(number)), ("kind", .string(kind.name))] + values
            + [(Self.others, unknown.isEmpty ? .null : .object(unknown))]
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
