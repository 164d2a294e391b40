// The other copies of documents, and the authors of values.

extension Workspace {
    /// What the workspace remembers of a document: that it went to somebody, or came from somebody.
    package struct Exchange: Sendable {
        package let isSent: Bool
        /// The other one's name; nil if nobody knows it.
        package let peer: String?
        package let date: Timestamp
        /// Whether the document was changed since, as far as the other one isn't known to have that.
        package let isChanged: Bool
    }

    /// The last exchange of a document with each other one, the oldest first.
    package func exchanges(of document: Document) throws -> [Exchange] {
        let exchanges = try withExchangeStore { store in
            let identifier = document.data.canonicalIdentifier
            return try store.exchanges(
                of: identifier, store.copy(of: identifier, number: document.number))
        }
        guard let exchanges, !exchanges.isEmpty else { return [] }
        let content = try? Digest(document.data, openDocument(document.name).files())
        return exchanges.map { exchange in
            let known = exchanges.filter { $0.peer == exchange.peer }.map(\.content)
            return Exchange(
                isSent: exchange.direction == .sent,
                peer: exchange.peer == "-" ? nil : exchange.peer,
                date: exchange.date, isChanged: !known.contains(content))
        }
    }

    /// The documents that answer a question about an exchange with somebody.
    package func documents(_ question: ExchangeQuestion, _ peer: String) throws -> [DocumentName] {
        struct Row {
            let number: Int
            let identifier: String
            let content: Digest?
            var key: String { "\(number) \(identifier)" }
        }
        let rows = {
            (
                store: ExchangeStore, direction: ExchangeStore.Exchange.Direction, peer: String
            ) throws -> [Row] in
            var rows: [Row] = []
            try store.forEachExchange(direction, with: peer) { number, identifier, exchange in
                rows.append(Row(number: number, identifier: identifier, content: exchange.content))
            }
            return rows
        }
        let folded = Tokenizer.folded(peer)
        let found = try withExchangeStore { store in
            let peers = try store.peers().filter { Tokenizer.folded($0) == folded }
            let sent = question == .from ? [] : try peers.flatMap { try rows(store, .sent, $0) }
            let taken = question == .sent ? [] : try peers.flatMap { try rows(store, .taken, $0) }
            return (asked: question == .from ? taken : sent, taken: taken)
        }
        guard let found else { return [] }
        let known = KnownDocuments(in: self)
        let taken = Dictionary(grouping: found.taken, by: \.key)
        let asked = found.asked + (question == .lacks ? found.taken : [])
        return try asked.compactMap { row in
            let key = DocumentIdentifier.Key(row.identifier)
            guard let name = try known.names(key).first(where: { $0.number == row.number }) else {
                return nil
            }
            guard question == .outdated || question == .lacks else { return name }
            let contents = [row.content] + (taken[row.key] ?? []).map(\.content)
            let isKnown = try contents.compactMap(\.self).contains {
                try known.names(key, content: $0).contains(name)
            }
            return isKnown == (question == .lacks) ? name : nil
        }
    }

    /// The names of those with whom documents were exchanged.
    package func exchangePeers() throws -> [String] {
        try withExchangeStore { try $0.peers() } ?? []
    }

    // MARK: Authors

    /// A value with who entered it.
    package struct AuthoredValue: Sendable {
        /// The element of a list; nil for a whole value.
        package let element: String?
        /// The name of the author; nil if nobody knows it.
        package let author: String?
        package let date: Timestamp
    }

    /// The authors of a document's values, by the names of the fields and files, in display order.
    package func authors(
        of name: DocumentName
    ) throws -> [(name: String, values: [AuthoredValue])] {
        guard let (copy, _) = try knownCopy(name) else { return [] }
        let fields = copy.data.kind.fields
        let namesakes = copy.data.namesakes(among: copy.files.files.map(\.name))
        let names = Dictionary(fields.map { ($0.key, $0.name) }) { first, _ in first }
        var authored: [String: [AuthoredValue]] = [:]
        for (register, value) in copy.content.shown.sorted(by: { $0.key < $1.key }) {
            guard let stamp = copy.state.stamp(of: value.checksum, in: register) else { continue }
            var (key, element): (String, String?) = (register.key, nil)
            switch value.source {
            case .element(let text): element = text
            case .file(let file, _):
                key = namesakes[file]?.text ?? shownName(of: file, in: copy)
            case .key, .cleared: break
            }
            authored[names[key] ?? key, default: []].append(
                AuthoredValue(
                    element: element, author: stamp.author.name,
                    date: Timestamp(secondsSince1970: stamp.time / 1_000)))
        }
        let order = fields.map(\.name)
        return authored.sorted { left, right in
            let places = [left, right].map { order.firstIndex(of: $0.key) ?? .max }
            return places[0] == places[1] ? left.key < right.key : places[0] < places[1]
        }.map { ($0.key, $0.value) }
    }

    /// The name for a file: the field of the photograph, or the file's own.
    private func shownName(of file: String, in copy: KnownCopy) -> String {
        copy.data.kind.photographNames.first(named: [file]) == nil ? file : Field.picture.name
    }

    // MARK: Two that are one

    /// Makes one document of two copies that share an identifier. The second one is deleted.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if they are no copies of one document.
    package func merge(
        _ name: DocumentName, with other: DocumentName
    ) throws -> [Effect] {
        let earlier = lastChange
        let (effects, plan, state) = try writing("merge") { writer in
            let (planned, state) = try plannedMerge(of: name, other)
            let title = try document(other).data.title
            if !planned.isIdle {
                let directory = try openDocument(other).directory
                try carryOut(
                    planned, in: presentDocument(name), filesFrom: directory, writer)
            }
            try writer.remove(other, openDocument(other).version(.dataFiles))
            var effects = [
                Effect(
                    document: name, title: planned.after.data.title, action: .merged,
                    changed: planned.isIdle ? [] : planned.changed,
                    changes: isDryRun && !planned.isIdle ? planned.changes : []),
                Effect(document: other, title: title, action: .removed),
            ]
            if !planned.isIdle {
                effects[0].returned =
                    try historyVersions()?.undone(planned.changes, of: name) ?? []
            }
            return (effects, planned, state)
        }
        try commitLines()
        var records: [TakenCopy.Record] = [.united(state, identifier: plan.identifier)]
        if let learned = plan.learned { records.append(.learned(learned)) }
        try record(
            &records, at: Timestamp(secondsSince1970: activity.seconds), after: earlier)
        return effects
    }

    /// - Returns: also what both copies know.
    private func plannedMerge(
        of name: DocumentName, _ other: DocumentName
    ) throws -> (PlannedMerge, CopyState) {
        let deleted = try document(other)
        let present = try document(name)
        let (one, two) = (present.data.canonicalIdentifier, deleted.data.canonicalIdentifier)
        guard name != other, one == two, name.kind == other.kind else {
            guard name != other else {
                throw ScaryBugsError(
                    .refused, "\(name.number) is one document; 'duplicates' lists copies to merge")
            }
            let reason = one == two ? "they are of two kinds" : "they have different identifiers"
            throw ScaryBugsError(
                .refused,
                "\(name.number) and \(other.number) are no copies of one document: \(reason)")
        }
        // A merge needs an author for what is changed here.
        try makeWorkspaceKey()
        guard let (here, own) = try knownCopy(name),
            case (var there, let otherOwn)? = try knownCopy(other)
        else {
            throw ScaryBugsError.noDocument(other.number)
        }
        var told = own.told
        // Nobody may have been told yet what was changed in the other copy here.
        if let changes = (try? there.data.changes()) ?? nil {
            told.known.append(changes.part { $0.place == otherOwn.author.place })
        }
        let incoming = KnownCopy(incoming: there.data, there.files, to: here, told)
        if incoming.isOfClone { there = incoming }
        let merge = try naming("document \(own.number)") { try CopyMerge(of: here, with: there) }
        let planned = try plannedMerge(of: here, own, with: there, deleted.picture) { merge }
        return (planned, merge.joined)
    }
}
