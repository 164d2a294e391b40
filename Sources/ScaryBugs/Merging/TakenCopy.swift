/// What a workspace remembers of an incoming copy.
struct TakenCopy: Sendable {
    let identifier: String
    /// Who sent it; `-` if nobody knows.
    let peer: String
    /// What it knows, if the document itself doesn't say so.
    let state: CopyState?
    /// The digest of its content; nil if it came without an identifier.
    let content: Digest?
    /// Whether somebody has it, too.
    let isOfOthers: Bool
    /// A sentence about what it says of itself and nobody believes.
    let doubt: String?

    init(_ document: IncomingDocument, _ files: ContentVersion) {
        let data = document.contents.data
        identifier = data.canonicalIdentifier
        peer = data.packer?.name ?? "-"
        isOfOthers = document.isOfOthers
        let names = files.content.files.map(\.name)
        content =
            isOfOthers || document.identifier != nil && files != .unknown
            ? try? Digest(data, .init(picture: document.contents.picture, names: names)) : nil
        guard isOfOthers, !data.hasTooManyKeys else {
            (state, doubt) = (nil, nil)
            return
        }
        let known = KnownCopy(incoming: data, files, to: nil)
        doubt = known.doubt
        state = known.isTold ? nil : known.state
    }

    /// A note for the record of exchanges.
    enum Record {
        /// The documents of a source that were added or merged.
        case imported(AcceptedDocuments)
        /// Records came from a table.
        case table(RecordTable)
        /// The document stays as it is, and knows more.
        case learned(OwnCopy)
        /// A copy that is deleted goes on in another one here, with what it knew.
        case united(CopyState, identifier: String)
    }
}

extension Workspace {
    /// Records copies that came in, and are on the disk now.
    func record(_ taken: inout [TakenCopy.Record], at date: Timestamp) throws {
        guard !taken.isEmpty, !isDryRun else { return }
        let records = taken
        taken = []
        _ = try withExchangeStore(making: true) { store in
            try store.transaction {
                for record in records { try self.record(record, at: date, store) }
            }
        }
    }

    private func record(
        _ record: TakenCopy.Record, at date: Timestamp, _ store: ExchangeStore
    ) throws {
        switch record {
        case .table(let table): try store.add(table: table.name, header: table.header)
        case .learned(let own):
            // An export may have recorded more meanwhile.
            var copy = own.copy
            let present = try store.copy(of: own.identifier, number: own.number)
            if let more = present.state, present.basis == copy.basis {
                copy.state = copy.state?.join(more) ?? more
            }
            try store.set(copy, of: own.identifier, number: own.number)
        case .united(let state, let identifier): try store.tell(state, of: identifier)
        case .imported(let documents):
            for index in documents.indices {
                switch documents.decisions[index] {
                case .add(let number, _):
                    let taken = try documents.document(at: index).taken
                    let copy = try store.addCopy(of: taken.identifier, number: number, taken.state)
                    try add(taken, copy, at: date, store)
                case .merged(let effect):
                    let taken = try documents.document(at: index).taken
                    let number = effect.document?.number ?? 0
                    var copy = try store.copy(of: taken.identifier, number: number)
                    if !copy.isKnown {
                        copy = try store.addCopy(of: taken.identifier, number: number, nil)
                    }
                    try add(taken, copy, at: date, store)
                default: break
                }
            }
        }
    }

    private func add(
        _ taken: TakenCopy, _ copy: ExchangeStore.Copy, at date: Timestamp, _ store: ExchangeStore
    ) throws {
        guard taken.isOfOthers else { return }
        try store.add(
            .init(direction: .taken, peer: taken.peer, date: date, content: taken.content),
            of: taken.identifier, copy)
    }
}
