import ScaryBugs

/// The list of fields for the help of commands that set them.
enum FieldHelp {
    static var text: String {
        let fields = DocumentKind.bug.fields.filter(\.isEditable)
        return Help.columns(fields.map { ($0.name, $0.summary) }).joined(separator: "\n")
    }

    /// What a selection is, for the help of commands that take one.
    static let selection = """
        A SELECTION is a number (3), a range (1-5), a list of both (2,4-6) or 'all'.
        """
}
