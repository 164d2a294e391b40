import ScaryBugs

/// The list of fields, for the help of commands that set them.
enum FieldHelp {
    static var fields: [HelpPart.Term] {
        let common = DocumentKind.bug.fields.filter(\.isEditable)
        let ofBooks = DocumentKind.book.fields.filter { field in
            !DocumentKind.bug.fields.contains { $0.name == field.name }
        }
        return common.map { field in
            (field.name, field.summary + (field.type == .date ? "; also today, 3d, 2w" : ""))
        }
            + ofBooks.map { ($0.name, "of a book: \($0.summary)") }
            + [("…", "your custom fields, which 'fields' lists")]
    }

    /// The names of the editable fields of all kinds.
    static var names: [String] {
        DocumentKind.all.flatMap(\.fields).filter(\.isEditable).map(\.name).reduce(into: []) {
            if !$0.contains($1) { $0.append($1) }
        }
    }

    /// Examples of the words of a SELECTION.
    static let selectionWords: [HelpPart.Term] = [
        ("3", "document 3, which must exist"),
        ("1-5", "the documents from 1 to 5 that exist"),
        ("2,4-6", "both of these"),
        ("all", "all documents"),
        ("-3", "not document 3"),
        ("spider", "a word in any text or list begins with spider"),
        ("\"two words\"", "the words follow one another"),
        ("place:pond", "a word in the field begins with pond"),
        ("tag:garden", "a list contains the whole value"),
        ("tag:garden|todo", "one of the values; \\| is a literal bar"),
        ("rating:>=4", "numbers and dates take >, >=, <, <="),
        ("rating:2..4", "from 2 to 4"),
        ("created:2026-05", "in May 2026; also 2026-05-01, 2026, today, 7d"),
        ("kind:book", "the kind: \(DocumentKind.all.map(\.name).joined(separator: ", "))"),
        ("has:image", "the field has a value; a rating of 0 is none"),
        ("-tag:dead", "a - in front negates"),
        (":2026", "the word itself, where 2026 is a number"),
        ("-:rf", "not the word rf, where -rf is an option"),
        ("sort:-rating", "the highest rating first; sort:rating, the lowest"),
        ("limit:10", "the first 10"),
    ]

    /// An explanation of selections, for the help of commands that take one.
    static let selection: [HelpPart] = [
        "A SELECTION is numbers, a query, or both. All its words must match:",
        .list(
            selectionWords + [
                ("@NAME", "a saved query; see 'help query'"),
                ("@last", "what the last command of the session printed"),
            ]),
        """
        In a shell, quote words with |, < or >: 'rating:>=4'.
        """,
        """
        If documents of two kinds share a number, write the name of the directory:
        5.scarycreature.
        """,
    ]

    /// An explanation of selections of documents to change or delete.
    static let changedSelection =
        selection + [
            """
            The SELECTION must include something. To exclude some of all documents, write
            'all -tag:x'.
            """
        ]
}
