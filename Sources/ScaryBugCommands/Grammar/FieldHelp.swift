import ScaryBugs

/// The list of fields, for the help of commands that set them.
enum FieldHelp {
    static var text: String {
        let common = DocumentKind.bug.fields.filter(\.isEditable)
        let ofBooks = DocumentKind.book.fields.filter { field in
            !DocumentKind.bug.fields.contains { $0.name == field.name }
        }
        let rows =
            common.map { ($0.name, $0.summary) }
            + ofBooks.map { ($0.name, "of a book: \($0.summary)") }
            + [("…", "your custom fields, which 'fields' lists")]
        return Help.columns(rows).joined(separator: "\n")
    }

    /// The names of the editable fields of all kinds.
    static var names: [String] {
        DocumentKind.all.flatMap(\.fields).filter(\.isEditable).map(\.name).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// An explanation of selections, for the help of commands that take one.
    static let selection = """
        A SELECTION is a number (3), a range (1-5), a list of both (2,4-6) or 'all'; -3 excludes
        a document. It may also be a query, or both, and all its words must match:
        spider "two words" -dead rating:>=4 tag:garden kind:book has:image sort:-rating limit:10

        A word matches the beginning of a word in title, tags or notes. FIELD:WORD matches it in
        that field; a list must contain the whole value. Numbers and dates (2026-05-01, 2026-05,
        2026, today, 7d) also take >, >=, <, <= and A..B. A - in front negates. A : in front
        searches for the word itself: :2026, where 2026 is a number; -:rf, where -rf is an
        option. @NAME stands for a saved query ('help query').

        A named number must exist; a range skips missing ones. If documents of two kinds share a
        number, write the name of the directory: 5.scarycreature.
        """

    /// The additional rule for selections of documents to change or delete.
    static let changedSelection = """
        The SELECTION must include something. To exclude some of all documents, write 'all -tag:x'.
        """
}
