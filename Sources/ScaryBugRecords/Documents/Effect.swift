/// The effect of a command on a document or a setting, made or only planned. An import also tells which documents of its
/// source it left out.
public struct Effect: Sendable {
    /// What became of it.
    public enum Action: Hashable, Sendable {
        /// It was not there before.
        case added
        case changed
        case removed
        /// It has all the values already. The modification date is still the old one.
        case unchanged
        /// An incoming copy is newer, and took its place.
        case updated
        /// An incoming copy and the document here were both changed, and became one.
        case merged
        /// A document of a source is here already.
        case skipped
        /// A document of a source was left out, since it was deleted here at that time.
        case leftOut(deleted: Timestamp)
    }

    /// A document here that has the identifier or the photograph of an imported one.
    public struct Known: Hashable, Sendable {
        /// The part that both documents share.
        public enum Sharing: Hashable, Sendable {
            case identifier
            /// The identifier, with an older version of the document.
            case older
            /// The identifier, with a newer version of the document.
            case newer
            /// The identifier. Both were changed since they were the same.
            case parted
            /// All content. The dates of creation and modification don't count.
            case content
            case photograph
        }

        /// The document's number.
        public let number: Int
        /// The part that both share.
        public let sharing: Sharing
        /// Names of the fields that both a row of a table and somebody here changed. They stay as they
        /// are here; see ``ImportOptions/isForced``.
        public var kept: [String] = []

        package init(number: Int, sharing: Sharing, kept: [String] = []) {
            (self.number, self.sharing, self.kept) = (number, sharing, kept)
        }
        /// Whether all content is equal.
        public var isIdentical: Bool { sharing == .content }
    }

    /// The number and the kind; nil for settings, for repairs, and for what was left out.
    public let document: DocumentName?
    /// The title, empty if it can't be read. Without a document, a description such as
    /// `config historySteps=1000`.
    public let title: String
    public var action: Action = .changed
    /// Names of the fields and files that an update or a merge changed.
    public var changed: [String] = []
    /// What differs, field by field. Only a dry run, an update and a merge compare.
    public var changes: [FieldChange] = []
    /// Names of the fields that a photograph filled.
    public var filled: [String] = []
    /// What a new photograph tells, where a field says something else: `seen=2026-05-17T14:03:22`.
    public package(set) var differing: [String] = []
    /// The file or directory that it came from; nil if it comes from none.
    public var origin: ImportOrigin?
    /// The number in the name of the directory that it came from, or its earlier number if another
    /// document has that now.
    public var was: Int?
    /// The document here that had the same identifier or photograph before; nil if there was none.
    public var known: Known?
    /// Whether it is a row of another program's table, or a point of a map.
    public var isForeignRow = false
    /// The path in the user's directory to which the document moved, where it has no number; nil if it
    /// did not.
    public var newPath: String?
    /// The identifier in its canonical form; nil if it isn't known.
    package var identifier: String?
    /// The conflicts of a document after an update or a merge.
    package var conflicts: [Conflict] = []
    /// The changes that a copy brings again, with the steps whose undo took them back.
    package var returned: [(change: FieldChange, step: Int)] = []
    /// The step that made the document, and whose undo took it away; nil for any other document.
    package var undoneStep: Int?

    package init(
        document: DocumentName?, title: String, action: Action = .changed, changed: [String] = [],
        changes: [FieldChange] = [], filled: [String] = [], differing: [String] = [],
        origin: ImportOrigin? = nil,
        was: Int? = nil, known: Known? = nil, isForeignRow: Bool = false, newPath: String? = nil,
        identifier: String? = nil, conflicts: [Conflict] = []
    ) {
        (self.document, self.title, self.action, self.changed) = (document, title, action, changed)
        (self.changes, self.filled, self.origin, self.was) = (changes, filled, origin, was)
        (self.known, self.isForeignRow, self.newPath, self.identifier) = (
            known, isForeignRow, newPath, identifier
        )
        (self.conflicts, self.differing) = (conflicts, differing)
    }

    /// Whether it exists now.
    public var isPresent: Bool { action != .removed && !isLeftOut }

    private var isLeftOut: Bool { if case .leftOut = action { true } else { false } }

    /// Whether the document of a source was left out.
    public var isSkipped: Bool { action == .skipped || isLeftOut }

    /// Whether an incoming copy changed the document.
    public var isTaken: Bool { action == .updated || action == .merged }

    /// Whether a new document got another number than it came with, since that was in use.
    public var wasInUse: Bool { action == .added && was.map { $0 != document?.number } ?? false }

    /// Names of the fields and files whose conflicts ended.
    package var endedConflicts: [String] {
        changes.compactMap { change in
            guard change.after == nil, let field = change.field,
                field.hasPrefix(FieldChange.conflictPrefix)
            else { return nil }
            return String(field.dropFirst(FieldChange.conflictPrefix.count))
        }
    }
}
