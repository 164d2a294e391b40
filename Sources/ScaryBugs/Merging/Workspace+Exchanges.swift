internal import Containers

// The other copies of documents, and the authors of values.

extension [ExchangeStore.Exchange] {
    /// The newest version that went to a person or came from him. He has that one.
    fileprivate var newestContent: Digest? { self.max { $0.date < $1.date }?.content }
}

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
        let found = try withExchangeStore { store in
            let identifier = document.data.canonicalIdentifier
            let copy = try store.copy(of: identifier, number: document.number)
            return (try store.exchanges(of: identifier, copy), try peerNames(store))
        }
        guard let (exchanges, people) = found, !exchanges.isEmpty else { return [] }
        let content = try? Digest(document.data, openDocument(document.name).files())
        // Somebody put it into the shared folder, and is named.
        return exchanges.filter { $0.direction == .sent || !$0.peer.hasPrefix("/") }.map {
            exchange in
            let names = people.names(of: exchange.peer)
            let known = exchanges.filter { names.contains($0.peer.collisionKey) }.newestContent
            return Exchange(
                isSent: exchange.direction == .sent,
                peer: exchange.peer == "-" ? nil : exchange.peer,
                date: exchange.date, isChanged: known != content)
        }
    }

    /// The names of the fields and files of a document whose values the sender kept, or made less precise.
    package func withheldNames(of document: Document) throws -> [String] {
        try document.data.withheldNames {
            try withExchangeStore { store in
                try store.copy(
                    of: document.data.canonicalIdentifier, number: document.number,
                    telling: document.data.changesChecksum
                ).state
            } ?? nil
        }
    }

    /// The conflicts of a document, with the sizes of files.
    package func conflicts(of name: DocumentName) throws -> [Conflict] {
        let (directory, read) = try presentDocument(name)
        return try read.data.conflicts(sizedBy: directory.version(.like(ContentVersion([]))))
    }

    /// The documents that answer a question about an exchange with somebody, by whatever name.
    package func documents(_ question: ExchangeQuestion, _ peer: String) throws -> [DocumentName] {
        let found = try withExchangeStore { store in
            let peers = try self.peers(in: store, like: peer)
            let exchanges = { (direction: ExchangeStore.Exchange.Direction) in
                let all = try peers.flatMap { try store.exchanges(direction, with: $0) }
                return Dictionary(grouping: all) { $0.key }.mapValues { $0.map { $0.exchange } }
            }
            return (
                sent: try question == .from ? [:] : exchanges(.sent),
                taken: try question == .sent ? [:] : exchanges(.taken)
            )
        }
        guard let (sent, taken) = found else { return [] }
        let known = KnownDocuments(in: self)
        let asked =
            switch question {
            case .from: taken
            case .sent, .outdated: sent
            case .lacks: sent.merging(taken) { sent, _ in sent }
            }
        return try asked.keys.compactMap { key in
            let identifier = DocumentIdentifier.Key(key.identifier)
            guard let name = try known.names(identifier).first(where: { $0.number == key.number })
            else { return nil }
            guard question == .outdated || question == .lacks else { return name }
            let content = ((sent[key] ?? []) + (taken[key] ?? [])).newestContent
            let isKnown =
                try content.map { try known.names(identifier, content: $0).contains(name) } ?? false
            return isKnown == (question == .lacks) ? name : nil
        }
    }

    /// The names in the record that somebody has who has a name, also in other letters.
    private func peers(in store: ExchangeStore, like peer: String) throws -> [String] {
        let (all, people, folded) = (
            try store.peers(), try peerNames(store), Tokenizer.folded(peer)
        )
        let names = all.filter { Tokenizer.folded($0) == folded }
            .reduce(people.names(of: peer)) { $0.union(people.names(of: $1)) }
        return all.filter { names.contains($0.collisionKey) }
    }

    /// The people whom `config` and messages tell.
    func peerNames(_ store: ExchangeStore) throws -> PeerNames {
        try PeerNames(preferences.peers, store.peerNames())
    }

    /// The preferences for people whom only messages told, with the values that they would have.
    package func learnedPeers() throws -> [(Preference, Preference.Value)] {
        let known = try withExchangeStore { try $0.peerNames() } ?? []
        let (people, all) = (PeerNames(preferences.peers, known), Set(known.map(\.name)))
        return Set(known.filter { !$0.isSender }.map(\.name)).sorted().compactMap { name in
            let (names, preference) = (people.names(of: name), Preference.peer(name))
            let others = all.filter { $0 != name && names.contains($0.collisionKey) }.sorted()
            return others.isEmpty || preferences[preference] != preference.defaultValue
                ? nil : (preference, .text(others.joined(separator: ",")))
        }
    }

    /// Forgets what messages told of somebody's names.
    package func forgetPeer(_ name: String) throws {
        _ = try withExchangeStore { try $0.forget(names: peerNames($0).names(of: name)) }
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
            if !planned.result.isIdle {
                let directory = try openDocument(other).directory
                try carryOut(
                    planned, in: presentDocument(name), filesFrom: directory, writer)
            }
            try writer.remove(other, openDocument(other).version(.dataFiles))
            var effects = [
                Effect(
                    document: name, title: planned.after.data.title, action: .merged,
                    changed: planned.result.isIdle ? [] : planned.changed,
                    changes: isDryRun && !planned.result.isIdle ? planned.changes : []),
                Effect(document: other, title: title, action: .removed),
            ]
            if !planned.result.isIdle {
                effects[0].returned =
                    try historyVersions()?.undone(planned.changes, of: name) ?? []
            }
            return (effects, planned, state)
        }
        try commitLines()
        // The deleted copy goes on in this one, with what it knew. Nobody needs to have been told.
        var records: [TakenCopy.Record] =
            plan.learned.map { learned in
                var learned = learned
                learned.copy.state = state
                return [.learned(learned)]
            } ?? []
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
        let planned = try planned(
            Merge(merge), of: here, own, with: there, deleted.picture,
            knowing: merge.isLearning ? merge.joined : nil)
        return (planned, merge.joined)
    }
}
