extension Workspace {
    /// The result of importing a source, or of changing documents by it.
    public struct Outcome {
        private let effects: Documents
        /// Warnings about problems that don't prevent the import.
        public let warnings: [String]
        /// The errors of refused documents.
        public let refusals: [ScaryBugsError]
        /// The error that tells that good documents were not taken because of the refused ones; nil
        /// if there are none.
        public private(set) var omission: ScaryBugsError?
        /// Custom fields of the documents that are not declared here. Their values are kept.
        public private(set) var undeclaredFields: [UndeclaredField] = []
        /// The question that the source was refused for; nil if it wasn't.
        public private(set) var question: ImportQuestion?
        /// What became of the columns of tables of other programs, as sentences.
        public private(set) var remarks: [String] = []

        /// A few effects, or those that the decisions about documents of a source had.
        enum Documents {
            case list([Effect])
            case accepted(AcceptedDocuments)
        }

        init(
            _ effects: Documents, warnings: [String] = [], refusals: [ScaryBugsError],
            omission: ScaryBugsError? = nil, undeclared: [UndeclaredField] = [],
            remarks: [String] = [], question: ImportQuestion? = nil
        ) {
            (self.effects, self.warnings, self.refusals) = (effects, warnings, refusals)
            (self.omission, undeclaredFields, self.remarks) = (omission, undeclared, remarks)
            self.question = question
        }

        /// What became of the documents, in the order of the source; empty if the source was refused. See
        /// ``forEachDocument(_:)`` for a source with many.
        public var documents: [Effect] {
            var documents: [Effect] = []
            try? forEachDocument { documents.append($0) }
            return documents
        }

        /// Whether the source has documents and was not refused.
        public var hasDocuments: Bool {
            switch effects {
            case .list(let effects): !effects.isEmpty
            case .accepted(let documents): documents.decisions.contains { $0 != nil }
            }
        }

        /// Calls `body` with each of ``documents``. A large source keeps them in a temporary file, so that
        /// only some are in memory.
        public func forEachDocument(_ body: (Effect) throws -> Void) throws {
            switch effects {
            case .list(let effects): try effects.forEach(body)
            case .accepted(let documents):
                for index in documents.indices {
                    guard let decision = documents.decisions[index] else { continue }
                    let document = try documents.document(at: index)
                    var effect = Effect(of: document, decision)
                    if effect.action == .added {
                        let key = DocumentIdentifier.Key(document.taken.identifier)
                        effect.undoneStep = documents.undone?[key]
                    }
                    try body(effect)
                }
            }
        }
    }

    /// Reads the fields and the properties of the photograph of a document that an import took or found.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if the document was left out.
    public func contents(of effect: Effect) throws -> DocumentContents {
        guard let document = effect.document else {
            throw ScaryBugsError(.notFound, "\(effect.title) was left out")
        }
        return try self.document(document).contents
    }
}

extension Effect {
    /// The effect on a document that a reader accepted.
    init(of accepted: ImportReader.Accepted, _ decision: ImportDecision) {
        let (action, number, known): (Action, Int?, Known?) =
            switch decision {
            case .add(let number, let known): (.added, number, known)
            case .skip(let known): (.skipped, known.number, known)
            case .leaveOut(let date): (.leftOut(deleted: date), nil, nil)
            case .merge(let merge): (.merged, merge.name.number, nil)
            case .merged(let effect): (effect.action, nil, nil)
            }
        if case .merged(let effect) = decision {
            self = effect
            return
        }
        self.init(
            document: number.map { DocumentName(number: $0, kind: accepted.kind) },
            title: accepted.title, action: action, origin: accepted.origin, was: accepted.was,
            known: known, isForeignRow: accepted.row != nil,
            identifier: accepted.taken.identifier)
    }

    /// The effect of a document that changes one that is here.
    init(of accepted: ImportReader.Accepted, _ merge: PlannedMerge) {
        let isNewer = merge.result.relation == .newer
        self.init(
            document: merge.name, title: merge.after.data.title,
            action: isNewer ? .updated : .merged, changed: merge.changed, changes: merge.changes,
            origin: accepted.origin, was: accepted.was,
            known: Known(
                number: merge.name.number, sharing: isNewer ? .newer : .parted,
                kept: merge.result.kept),
            isForeignRow: accepted.row != nil, conflicts: merge.conflicts)
    }
}
