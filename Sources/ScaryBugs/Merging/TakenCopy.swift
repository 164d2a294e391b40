/// What a workspace remembers of an incoming copy.
struct TakenCopy: Sendable {
    let identifier: String
    /// Who sent it; `-` if nobody knows.
    let peer: String
    /// The sender of the message that brought it; empty for no message.
    let sender: String
    /// What it knows, if the document itself doesn't say so.
    let state: CopyState?
    /// The digest of its content; nil if it came without an identifier.
    let content: Digest?
    /// Whether somebody has it, too.
    let isOfOthers: Bool
    /// A sentence about what it says of itself and nobody believes.
    let doubt: String?
    /// Whether somebody has withheld values from it.
    let isPartial: Bool
    /// The key of the workspace that packed it and entered some of its values; empty for one that may only pass it
    /// on.
    let packerKey: String

    /// A note for the record of exchanges.
    enum Record {
        /// The documents of a source, with the name of the shared folder that had them; nil for none.
        case imported(AcceptedDocuments, in: String?)
        /// Records came from a table.
        case table(RecordTable)
        /// A bundle has changes of the one who packed it, and came from a sender; empty for no message.
        case met(Author, from: String)
        /// The document knows more.
        case learned(OwnCopy)
    }
}

extension TakenCopy {
    init(_ document: IncomingDocument, _ files: ContentVersion, from sender: String) {
        let (data, isOfOthers) = (document.contents.data, document.isOfOthers)
        let names = files.content.files.map(\.name)
        let content =
            isOfOthers || document.identifier != nil && files != .unknown
            ? try? Digest(data, .init(picture: document.contents.picture, names: names)) : nil
        let known =
            isOfOthers && !data.hasTooManyKeys ? KnownCopy(incoming: data, files, to: nil) : nil
        self.init(
            identifier: data.canonicalIdentifier, peer: data.packer?.name ?? "-", sender: sender,
            state: known.flatMap { $0.isTold ? nil : $0.state }, content: content,
            isOfOthers: isOfOthers, doubt: known?.doubt, isPartial: known?.state.isPartial ?? false,
            packerKey: known?.packer.map { String($0.workspaceKey) } ?? "")
    }
}

extension Workspace {
    /// Records copies that came in, and are on the disk now.
    ///
    /// - Parameter earlier: the last change of this process before.
    func record(
        _ taken: inout [TakenCopy.Record], at date: Timestamp, after earlier: ChangeName?
    ) throws {
        guard !taken.isEmpty, !isDryRun else { return }
        let records = taken
        taken = []
        let change = lastChange == earlier ? nil : lastChange
        _ = try withExchangeStore(making: true) { store in
            try store.transaction {
                for record in records { try self.record(record, at: date, with: change, store) }
            }
        }
    }

    private func record(
        _ record: TakenCopy.Record, at date: Timestamp, with change: ChangeName?,
        _ store: ExchangeStore
    ) throws {
        switch record {
        case .table(let table): try store.add(table: table.name, header: table.header)
        case .met(let author, let sender): try store.meet(author, from: sender)
        case .learned(let own): try learn(own, with: change, store)
        case .imported(let documents, let folder):
            for index in documents.indices {
                switch documents.decisions[index] {
                case .add(let number, _):
                    let taken = try documents.document(at: index).taken
                    if !taken.packerKey.isEmpty {
                        try store.add(.init(taken.peer, key: taken.packerKey, isSender: false))
                    }
                    let copy = try store.addCopy(
                        of: taken.identifier, number: number, taken.state, with: change)
                    try add(taken, copy, in: folder, having: taken.content, at: date, store)
                case .skip(let known) where known.sharing == .content:
                    let taken = try documents.document(at: index).taken
                    guard taken.isOfOthers else { break }
                    // The user's own bundle tells nothing of others.
                    if taken.peer == authorName, folder == nil { break }
                    let copy = try store.knownCopy(of: taken.identifier, number: known.number)
                    // An old bundle may come again.
                    if try store.hasSentSince(
                        taken.peer, had: taken.content, of: taken.identifier, copy)
                    {
                        break
                    }
                    try add(taken, copy, in: folder, having: taken.content, at: date, store)
                case .merged(let effect):
                    let taken = try documents.document(at: index).taken
                    let number = effect.document?.number ?? 0
                    let copy = try store.knownCopy(of: taken.identifier, number: number)
                    // The sender of a newer copy knows of all values, also of those that he didn't get.
                    let name = effect.action == .updated && taken.isPartial ? effect.document : nil
                    let content = try name.flatMap { name in
                        try ifIntact {
                            try Digest(document(name).data, openDocument(name).files())
                        }
                    }
                    try add(
                        taken, copy, in: folder, having: content ?? taken.content, at: date, store)
                default: break
                }
            }
        }
    }

    /// Records what a copy learned.
    ///
    /// - Parameter change: the change that it came with; nil if the last thing that it learned was as much.
    private func learn(
        _ own: OwnCopy, with change: ChangeName?, _ store: ExchangeStore
    ) throws {
        var copy = own.copy
        let present = try store.knownCopy(
            of: own.identifier, number: own.number, telling: copy.basis)
        // An export may have recorded more meanwhile.
        copy.state = copy.state.map { state in present.state.map { state.join($0) } ?? state }
        copy.change = change ?? present.change
        try store.set(copy, of: own.identifier, number: own.number)
        if let removed = own.removed {
            try store.tell(removed, removing: removed, of: own.identifier)
        }
    }

    private func add(
        _ taken: TakenCopy, _ copy: ExchangeStore.Copy, in folder: String?, having content: Digest?,
        at date: Timestamp, _ store: ExchangeStore
    ) throws {
        guard taken.isOfOthers else { return }
        for peer in [taken.peer] + (folder.map { [$0] } ?? []) {
            try store.add(
                .init(direction: .taken, peer: peer, date: date, content: content),
                of: taken.identifier, copy)
        }
    }
}
