import ScaryBugs

/// The fields in help texts and hints.
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
}
