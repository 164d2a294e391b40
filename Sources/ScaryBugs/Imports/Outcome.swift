extension Workspace {
    /// The result of importing a source, or of changing documents by it.
    public struct Outcome {
        /// What became of the documents, in the order of the source; empty if the source was refused.
        public let documents: [Effect]
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

        init(
            _ documents: [Effect], warnings: [String] = [], refusals: [ScaryBugsError],
            omission: ScaryBugsError? = nil, undeclared: [UndeclaredField] = [],
            remarks: [String] = []
        ) {
            (self.documents, self.warnings, self.refusals) = (documents, warnings, refusals)
            (self.omission, undeclaredFields, self.remarks) = (omission, undeclared, remarks)
        }
    }

    /// Reads the fields and the properties of the photograph of a document that an import took or found.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if the document was left out.
    public func contents(of effect: Effect) throws -> DocumentContents {
        if let contents = effect.contents { return contents }
        guard let document = effect.document else {
            throw ScaryBugsError(.notFound, "\(effect.title) was left out")
        }
        return try self.document(document).contents
    }
}

extension Effect {
    /// The effect on a document that a reader accepted.
    ///
    /// - Parameter number: its number here; nil if it is left out.
    init(
        of accepted: ImportReader.Accepted, _ action: Action, _ number: Int?, known: Known?
    ) {
        self.init(
            document: number.map { DocumentName(number: $0, kind: accepted.kind) },
            title: accepted.title, action: action, origin: accepted.origin, was: accepted.was,
            known: known, isForeignRow: accepted.row != nil)
    }

    /// The effect of a document that changes one that is here.
    init(of accepted: ImportReader.Accepted, _ merge: PlannedMerge) {
        let isNewer = merge.relation == .newer
        self.init(
            document: merge.name, title: merge.after.data.title,
            action: isNewer ? .updated : .merged, changed: merge.changed, changes: merge.changes,
            origin: accepted.origin, was: accepted.was,
            known: Known(
                number: merge.name.number, sharing: isNewer ? .newer : .parted,
                kept: merge.merge.kept),
            isForeignRow: accepted.row != nil, contents: merge.after)
    }
}
