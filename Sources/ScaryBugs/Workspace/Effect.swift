/// The change of a document or a setting by a command, made or only planned.
public struct Effect: Sendable {
    /// The number and the kind; nil for settings and repairs.
    public let document: DocumentName?
    /// The title, empty if it can't be read. Without a document, a description such as
    /// `config historySteps=1000`.
    public let title: String
    /// Whether the document was there before.
    public var wasPresent = true
    /// Whether the document or the setting exists now.
    public var isPresent = true
    /// Whether anything differs. If not, the modification date is still the old one.
    public var isChanged = true
    /// Names of the fields and files that a merge changed.
    public var changed: [String] = []
    /// What differs, field by field. Only a dry run compares.
    public var changes: [FieldChange] = []
    /// Names of the fields that a photograph filled.
    public var filled: [String] = []
    /// The document's earlier number, if another document has that number now.
    public var formerNumber: Int?
    /// The path in the user's directory to which the document moved, where it has no number; nil if it
    /// did not.
    public var newPath: String?

    /// Whether the document was there before and is there now.
    public var isEdit: Bool { document != nil && wasPresent && isPresent }
}
