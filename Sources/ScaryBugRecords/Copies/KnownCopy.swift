internal import Containers
internal import KeyedArchive

/// A copy of a document with its knowledge: the present one, or an incoming one.
package struct KnownCopy: Sendable {
    package let data: DocumentData
    package let files: ContentVersion
    package let content: CopyContent
    package let state: CopyState
    /// A sentence about what the copy says of itself and nobody believes; nil if all is believed.
    package private(set) var doubt: String?
    /// The elements of lists that were removed here since the last exchange, as cleared values;
    /// nil for none.
    package private(set) var removed: CopyState?
    /// Whether the document itself tells just this state.
    package private(set) var isTold = false
    /// Whether a clone of this workspace made changes that it tells.
    package private(set) var isOfClone = false

    /// A copy that is here.
    ///
    /// - Parameters:
    ///   - files: its files with checksums.
    ///   - exchanged: what it told or learned last; nil if nothing.
    ///   - told: what copies here told.
    ///   - author: the author of its own changes.
    ///   - former: the places of this author under former keys of the workspace.
    ///   - earlier: its earlier versions, the newest first.
    package init(
        _ data: DocumentData, _ files: ContentVersion, exchanged: CopyState?,
        told: ToldChanges = ToldChanges(), author: Author, former: Set<String> = [],
        earlier: [EarlierVersion] = []
    ) {
        (self.data, self.files) = (data, files)
        var base = ((try? data.changes()) ?? nil)?.replacing(former, by: author)
        if let exchanged = exchanged?.replacing(former, by: author) {
            base = base?.join(exchanged) ?? exchanged
        }
        base = told.adding(to: base, by: author, former)
        let content = CopyContent(data, files, since: base, by: author)
        self.content = content
        state = CopyState(of: content, since: base, by: author) { time in
            EntryTimes(of: content, in: data, files, earlier, since: time)
        }
        removed = state.removed(since: base, by: author)
    }

    /// An incoming copy.
    ///
    /// - Parameters:
    ///   - files: its files with checksums.
    ///   - present: the copy here, for which an author's time has one meaning.
    ///   - known: the changes that this workspace told.
    package init(
        incoming data: DocumentData, _ files: ContentVersion, to present: KnownCopy?,
        _ known: ToldChanges = ToldChanges()
    ) {
        (self.data, self.files) = (data, files)
        var told: CopyState?
        do { told = try data.changes() } catch {
            doubt =
                "it tells wrongly who changed it: \((error as? CopyState.Malformed)?.reason ?? "")"
        }
        content = CopyContent(data, files, since: told)
        let author = Author(of: content)
        // The same content may come again with another time of its file.
        let date = present?.state.times[author].map { Timestamp(secondsSince1970: $0 / 1_000) }
        let entered = EntryTimes(date ?? data.modificationDate)
        var state = CopyState(of: content, since: told, by: author) { _ in entered }
        if let present, let told, known.lack(told, besides: present.state) {
            isOfClone = true
            doubt = "it tells of changes under the key of this workspace that were not made here"
            state = state.doubted(besides: present.state, known, by: author, at: entered.last)
        }
        if let present, present.state.correct(&state) {
            doubt = "it tells another value for a change that is known here, which stays"
        }
        self.state = state
        isTold = state == told
    }

    /// Whether it is another record than a document with its identifier: nobody has seen values of the other one, and
    /// the titles, species and dates differ. Two tables may number their rows alike.
    package func isOther(than document: KnownCopy) -> Bool {
        let (authors, others) = (state.times.keys, document.state.times.keys)
        return (Array(authors) + others).allSatisfy { $0.name != nil }
            && Set(authors).isDisjoint(with: others)
            && [Field.title, .species, .seen].allSatisfy { field in
                let values = [data[field], document.data[field]].compactMap(\.self)
                return values.count == 2 && values.allSatisfy { !$0.isEmpty }
                    && values[0] != values[1]
            }
    }

    /// The packer of the copy, if the same workspace made some of its values; nil for a packer who may only pass it
    /// on.
    package var packer: Author? {
        guard doubt == nil, let packer = data.packer, packer.name != nil,
            !packer.workspaceKey.isEmpty,
            state.times.keys.contains(where: { $0.workspaceKey == packer.workspaceKey })
        else { return nil }
        return packer
    }

    /// The packer of the copy, if the same workspace made changes that another copy has not seen; nil for
    /// a packer who may only pass it on.
    package func packer(newTo other: KnownCopy) -> Author? {
        guard doubt == nil, let packer = data.packer, packer.name != nil else { return nil }
        let key = packer.workspaceKey
        let isNew = state.times.contains { author, time in
            author.workspaceKey == key && time > other.state.times[author] ?? .min
        }
        return isNew && !key.isEmpty ? packer : nil
    }
}

extension DocumentData {
    /// Whether there are more keys than a text about changes can tell of. Such a document is not compared
    /// with others, since that would take much memory.
    package var hasTooManyKeys: Bool { keys.count > 4_000 }

    /// The knowledge of the document about its values when it was exchanged; nil if it never was.
    ///
    /// - Throws: ``CopyState/Malformed``.
    package func changes() throws -> CopyState? {
        guard let stored = stored(CopyState.key), stored != .null else { return nil }
        guard let text = stored.text else { throw CopyState.Malformed(reason: "it is no text") }
        return try CopyState(text: text)
    }

    /// A checksum of what the document knows about its values; 0 for nothing.
    package var changesChecksum: Int64 {
        Int64(CRC32.of(Array((stored(CopyState.key)?.text ?? "").utf8)))
    }

    /// Who packed the bundle with the document; nil if it doesn't say.
    package var packer: Author? { stored(CopyState.key)?.text.flatMap(CopyState.packer) }

    package var modificationDate: Timestamp { date(of: .modified) }
    var creationDate: Timestamp { date(of: .created) }

    private func date(of field: Field) -> Timestamp {
        if case .timestamp(let time)? = self[field] { return time }
        return fallback.date
    }

    /// - Parameter state: what the document knows; nil to remove what it says.
    package mutating func store(_ state: CopyState?, from packer: Author? = nil) throws {
        guard state != nil || stored(CopyState.key) != nil else { return }
        try store((state?.text(from: packer)).map { .string($0) }, forKey: CopyState.key)
    }
}
