import ScaryBugs

/// The list of fields for the help of commands that set them.
enum FieldHelp {
    static var text: String {
        let common = DocumentKind.bug.fields.filter(\.isEditable)
        let ofBooks = DocumentKind.book.fields.filter { field in
            !DocumentKind.bug.fields.contains { $0.name == field.name }
        }
        let rows =
            common.map { ($0.name, $0.summary) }
            + ofBooks.map { ($0.name, "of a book: \($0.summary)") }
            + [("…", "and those of your own, which 'fields' lists")]
        return Help.columns(rows).joined(separator: "\n")
    }

    /// The names of the fields of all kinds that lines can set.
    static var names: [String] {
        DocumentKind.all.flatMap(\.fields).filter(\.isEditable).map(\.name).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// What a selection is, for the help of commands that take one.
    static let selection = """
        A SELECTION is a number (3), a range (1-5), a list of both (2,4-6) or 'all'; kind:KIND
        takes only those of a kind. A number that was named must be there, a range means those that
        are. Where documents of two kinds share a number, the directory's
        name tells which is meant: 5.scarycreature.
        """
}
