/// A copy of a document here, with its author in the eyes of others.
struct OwnCopy: Sendable {
    let identifier: String
    let number: Int
    /// What the copy knows by its exchanges.
    var copy: ExchangeStore.Copy
    /// What copies of the document here told.
    let told: ToldChanges
    let author: Author
    /// The places of the author under former keys.
    let former: Set<String>
    /// The versions of the document that the history has, the newest first.
    fileprivate var earlier: [EarlierVersion]
    /// The elements of lists that were removed here before a merge, as cleared values; nil for none.
    var removed: CopyState?

    /// The copy with what it knows. Its earlier versions take memory, and are of no use after that.
    mutating func known(_ data: DocumentData, _ files: ContentVersion) -> KnownCopy {
        defer { earlier = [] }
        return KnownCopy(
            data, files, exchanged: copy.state, told: told, author: author, former: former,
            earlier: earlier)
    }
}

/// A copy of a document that goes out.
final class SentCopy: Sendable {
    let own: OwnCopy
    /// What it tells; nil if it has too many keys to tell anything.
    let state: CopyState?
    /// The elements of lists that were removed since the last exchange, as cleared values; nil
    /// for none.
    let removed: CopyState?
    let content: Digest?
    /// What it leaves out now, whatever its receivers lacked before; nil for nothing.
    let chosen: Withholding?

    /// - Parameters:
    ///   - files: the files with checksums; nil for a document that has too many keys.
    ///   - withholding: what the copy leaves out; nil for nothing.
    ///   - chosen: the part of that which nobody gets; nil for nothing.
    init(
        _ own: OwnCopy, _ data: DocumentData, _ files: ContentVersion?,
        without withholding: Withholding?, _ chosen: Withholding?
    ) {
        var own = own
        let known = files.map { own.known(data, $0) }
        (self.own, self.chosen) = (own, chosen)
        removed = known?.removed
        state = known.map {
            withholding == nil
                ? $0.state.showing($0.content) : $0.state.adoptingUnknown(by: own.author)
        }
        content = files.flatMap {
            try? Digest(data, DocumentDirectory.files(of: $0, data.kind))
        }
    }
}

extension Workspace {
    // MARK: Authors

    /// The copy with a number here. Without a record its author has no key yet.
    func ownCopy(
        of data: DocumentData, number: Int, _ store: ExchangeStore?
    ) throws -> OwnCopy {
        let (identifier, basis) = (data.canonicalIdentifier, data.changesChecksum)
        let copy = try store?.copy(of: identifier, number: number, telling: basis)
        let (key, former) = try store?.workspaceKeys() ?? (nil, [])
        let index = copy?.index ?? 1
        return OwnCopy(
            identifier: identifier, number: number,
            copy: copy ?? .init(index: index, basis: basis, isKnown: false),
            told: try store?.toldChanges(of: identifier) ?? ToldChanges(),
            author: Author(name: authorName, workspaceKey: key ?? "0", copy: index),
            former: Set(former.map { "\($0).\(index)" }),
            earlier: try store?.earlierVersions(
                of: .init(number: number, kind: data.kind.withoutCustomFields)) ?? [])
    }

    /// Gives the workspace another key, since a clone of it uses the same one.
    func replaceWorkspaceKey() throws {
        if isDryRun { return }
        let date = Timestamp(secondsSince1970: activity.seconds)
        guard
            try withExchangeStore({ store in
                try store.transaction { try store.replaceKey(at: date) }
            }) == true
        else { return }
        warn(
            "others have changes under the key of this workspace that were not made here, as by a clone "
                + "of this disk; from now on, changes here have another key")
    }

    // MARK: Sending

    /// Prepares the first exchange.
    ///
    /// - Returns: whether it is possible to remember what is sent. It isn't without rights or room.
    func beginSending() throws -> Bool {
        let isPossible = try withExchangeStore(making: true) { store in
            if try !store.hasSent() { isFirstSending = true }
            try store.makeWorkspaceKey()
            return true
        }
        return isPossible ?? false
    }

    /// Whether a bundle ever went out.
    package func hasSent() throws -> Bool { try withExchangeStore { try $0.hasSent() } ?? false }

    /// Gives the workspace a key, so that its changes have an author.
    func makeWorkspaceKey() throws {
        if isDryRun { return }
        _ = try withExchangeStore(making: true) { try $0.makeWorkspaceKey() }
    }

    /// Records copies that are about to go out.
    ///
    /// - Parameter areOut: whether the recipients have them. Before that, only what they tell and leave out
    ///   is remembered.
    func record(_ sent: [SentCopy], as outgoing: Outgoing, areOut: Bool = true) throws {
        guard !sent.isEmpty else { return }
        _ = try withExchangeStore { store in
            let people = try peerNames(store)
            try store.transaction {
                for sent in sent {
                    let own = sent.own
                    for peer in outgoing.recipients where peer != "-" {
                        let former = try store.withheld(of: own.identifier, from: peer)
                        // The copy lacks the values that another name of his didn't get.
                        let isOfOther =
                            try former == nil
                            && people.names(of: peer).contains {
                                try store.withheld(of: own.identifier, from: $0) != nil
                            }
                        let earlier = outgoing.earlier?[peer]?.first {
                            isOfOther && $0.key.number == own.number
                        }
                        let chosen = sent.chosen?.joined(with: earlier?.value) ?? earlier?.value
                        guard chosen != nil || areOut && outgoing.tellsAll else { continue }
                        let withheld = try chosen?.joined(with: former.map(Withholding.init))
                        try store.setWithheld(
                            withheld?.text, of: own.identifier, from: peer,
                            alias: people.possibleNames(of: peer))
                    }
                    guard let told = sent.state else { continue }
                    // Another export may have recorded the copy meanwhile.
                    let present = try store.copy(
                        of: own.identifier, number: own.number, telling: own.copy.basis)
                    let isSame =
                        present.isKnown == own.copy.isKnown && present.state == own.copy.state
                    let state = isSame ? told : present.state?.join(told) ?? told
                    let copy = ExchangeStore.Copy(
                        index: own.copy.index, state: state, basis: own.copy.basis,
                        change: present.change, isKnown: true)
                    try store.set(copy, of: own.identifier, number: own.number)
                    // A merge may have recorded the same state, and told nobody.
                    try store.tell(state, removing: sent.removed, of: own.identifier)
                    for peer in outgoing.recipients where areOut {
                        try store.add(
                            .init(
                                direction: .sent, peer: peer, date: outgoing.date,
                                content: sent.content),
                            of: own.identifier, copy)
                    }
                }
            }
        }
    }
}
