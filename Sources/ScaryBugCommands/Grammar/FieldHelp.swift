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
            + [("…", "and those of your own, which 'fields' lists")]
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
        A SELECTION is a number (3), a range (1-5), a list of both (2,4-6) or 'all', without
        some (-3), or words to search for, which must hold besides: spider "two words" -dead
        rating:>=4 tag:garden kind:book has:image created:>=2026-01-01 sort:-rating limit:10.
        A word stands for the beginning of one in title, tags or notes, FIELD:WORD for one in
        that field; a list must have the whole value. Numbers and dates (2026-05-01, 2026-05,
        2026, today, 7d) also take >, >=, <, <= and A..B; - in front means that it must not be,
        : that it is a word to search for (:2026 is no number). A - and one or two letters are an
        option: write -:rf to exclude the word rf. @NAME stands for the saved query of that name
        ('help query').

        A number that was named must be there, a range means those that are. Where documents of
        two kinds share a number, the directory's name tells which is meant: 5.scarycreature.
        """

    /// The additional rule for selections of documents to change or delete.
    static let changedSelection = """
        The SELECTION must include something. To exclude some of all documents, write 'all -tag:x'.
        """
}
