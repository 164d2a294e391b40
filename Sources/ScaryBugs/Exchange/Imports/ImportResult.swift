/// A document of a source: added or left out.
public struct ImportResult: Sendable {
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
        /// Whether all content is equal.
        public var isIdentical: Bool { sharing == .content }
    }

    /// The effect of the import of a document, or the one that it would have.
    public enum Action: Hashable, Sendable {
        case added, skipped, updated, merged
        /// Left out, since the document was deleted here at that time.
        case deleted(Timestamp)
    }

    /// The new document or, if none is added, the one that is here already.
    public let name: DocumentName
    public let action: Action
    /// Names of the fields and files that an update or a merge changed.
    public private(set) var changed: [String] = []
    /// The changes of an update or a merge, field by field.
    public private(set) var changes: [FieldChange] = []
    /// The document after an update or a merge; nil for others.
    private(set) var merged: DocumentContents?
    /// The file or directory that it came from.
    public let origin: ImportOrigin
    /// The number in the name of its original directory; nil if it had none.
    public private(set) var was: Int?
    /// Whether it is a row of another program's table, or a point of a map.
    public private(set) var isForeignRow = false
    /// The document here that had the same identifier or photograph before; nil if there was none.
    public let known: Known?
    /// Whether the document is left out; see ``ImportOptions/known``.
    public var isSkipped: Bool {
        switch action {
        case .skipped, .deleted: true
        case .added, .updated, .merged: false
        }
    }

    /// Names of the fields and files whose conflicts an update or a merge ended.
    package var endedConflicts: [String] {
        changes.compactMap { change in
            guard change.after == nil, let field = change.field,
                field.hasPrefix(FieldChange.conflictPrefix)
            else { return nil }
            return String(field.dropFirst(FieldChange.conflictPrefix.count))
        }
    }

    /// The conflicts of a document after an update or a merge.
    package var conflicts: [Conflict] { merged?.data.conflicts ?? [] }

    /// Whether the document gets another number, because its original number is in use.
    public var wasInUse: Bool { action == .added && was.map { $0 != name.number } ?? false }

    /// The result for a document that a reader accepted.
    ///
    /// - Parameter number: its number here.
    init(_ document: ImportReader.Accepted, _ action: Action, number: Int, known: Known?) {
        name = DocumentName(number: number, kind: document.kind)
        (origin, was, isForeignRow) = (document.origin, document.was, document.row != nil)
        (self.known, self.action) = (known, action)
    }

    /// The result for a document that changes one that is here.
    init(_ document: ImportReader.Accepted, _ merge: PlannedMerge) {
        self.init(
            document, merge.relation == .newer ? .updated : .merged, number: merge.name.number,
            known: Known(
                number: merge.name.number, sharing: merge.relation == .newer ? .newer : .parted,
                kept: merge.merge.kept))
        (changed, changes, merged) = (merge.changed, merge.changes, merge.after)
    }

    /// The result for a photograph.
    ///
    /// - Parameter known: the number of the document that had the photograph; nil for a new one.
    init(
        _ name: DocumentName, _ origin: ImportOrigin, isPhotographOf known: Int?
    ) {
        (self.name, self.origin) = (name, origin)
        self.known = known.map { Known(number: $0, sharing: .photograph) }
        action = known == nil ? .added : .skipped
    }
}

extension Workspace {
    /// Reads the fields and the properties of the photograph of a result.
    public func contents(of result: ImportResult) throws -> DocumentContents {
        if let merged = result.merged { return merged }
        return try document(result.name).contents
    }

    /// The kind of a result, including the user's custom fields.
    public func kind(of result: ImportResult) -> DocumentKind {
        kind(result.name.kind)
    }

    /// The result of importing a source, or of changing documents by it.
    public struct Outcome<Element> {
        /// The documents, or changes, in the order of the source; empty if the source was refused.
        public let documents: [Element]
        /// Warnings about problems that don't prevent the import.
        public let warnings: [String]
        /// The errors of refused documents.
        public let refusals: [ScaryBugsError]
        /// The error that tells that good documents were not taken because of the refused ones; nil
        /// if there are none.
        public private(set) var omission: ScaryBugsError?
        /// Custom fields of the documents that are not declared here. Their values are kept.
        public private(set) var undeclaredFields: [UndeclaredField] = []
        /// What became of the columns of tables of other programs, as sentences.
        public private(set) var remarks: [String] = []
        /// Names of the fields that each document got from its photographs.
        public private(set) var filledFields: [[String]] = []

        init(
            _ documents: [Element], warnings: [String] = [], refusals: [ScaryBugsError],
            omission: ScaryBugsError? = nil, undeclared: [UndeclaredField] = [],
            filled: [[String]] = [], remarks: [String] = []
        ) {
            (self.documents, self.warnings, self.refusals) = (documents, warnings, refusals)
            (self.omission, undeclaredFields, filledFields) = (omission, undeclared, filled)
            self.remarks = remarks
        }
    }
}
