import TestSupport
import Testing

@testable import ScaryBugRecords

extension CopySimulation {
    // MARK: Sending

    mutating func sendAny() throws {
        let user = dice.roll(users.count)
        guard user >= settings.silent, let document = pickDocument(of: user) else { return }
        var bundle = try pack(document, of: user, withheld: withheldKeys())
        if dice.oneIn(20) { bundle = try editedElsewhere(bundle, user) }
        if dice.oneIn(5) { return }
        for _ in 0..<(dice.oneIn(10) ? 2 : 1) { sent.append((dice.roll(users.count), bundle)) }
    }

    private mutating func withheldKeys() -> Set<String> {
        dice.oneIn(6)
            ? Set([
                dice.pick(["Place", "Tags", "Seen", "/fullimage.jpg", "strange", "/wing.jpg"])
            ]) : []
    }

    mutating func pack(
        _ document: Int, of user: Int, withheld: Set<String> = []
    ) throws -> Bundle {
        let (known, history) = try known(document, of: user)
        remember(known.state, history, document, user)
        users[user].told[document, default: []].append(
            (known.state.telling(known.removed) { _ in true }, history))
        let withheld = withheld.union(registerKeys(ofFilesNamed: withheld, in: known))
        let state = known.state.withholding(withheld)
        if reached[document, default: []].count < 40 {
            reached[document, default: []].append(state)
        }
        var version = Version(data: known.data, files: known.files)
        for key in withheld { try version.remove(storedKey(key, in: known)) }
        try version.data.store(state, from: users[user].copies[document]?.author)
        return Bundle(
            document: document, bytes: try version.data.encoded(), files: version.files,
            history: history.withholding(withheld))
    }

    /// The registers of all files of withheld names.
    private func registerKeys(
        ofFilesNamed keys: Set<String>, in known: KnownCopy
    ) -> [String] {
        known.content.registers.filter { $0.isFile && keys.contains($0.nameKey) }.map(\.key)
    }

    /// The key of the name with which a copy stores the file of a register.
    private func storedKey(_ key: String, in known: KnownCopy) -> String {
        let register = CopyState.Register(key: key)
        if case .file(let name, _)? = known.content.shown[register]?.source {
            return CopyContent.fileKey(name)
        }
        return known.data.conflicts.first { $0.register == register }?.nameKey ?? key
    }

    private mutating func remember(
        _ state: CopyState, _ history: ExactState, _ document: Int, _ user: Int
    ) {
        guard let basis = users[user].copies[document]?.version.data.changesChecksum else { return }
        users[user].copies[document]?.records[basis] = Record(state: state, history: history)
    }

    private mutating func editedElsewhere(_ bundle: Bundle, _ user: Int) throws -> Bundle {
        var version = try version(of: bundle, user)
        let text = "elsewhere \(clock) \(dice.roll(1_000_000))"
        let key = dice.pick(["Notes", "Place", "Species", "Observer", "strange"])
        try version.data.store(.string(text), forKey: key)
        try version.data.store(nil, forKey: key + "Text")
        try version.data.touch(now: now(of: user))
        let isUnaware = dice.oneIn(2)
        if isUnaware { try version.data.store(nil) }
        return Bundle(
            document: bundle.document, bytes: try version.data.encoded(), files: version.files,
            history: isUnaware ? nil : bundle.history, isEditedElsewhere: true)
    }

    private func version(of bundle: Bundle, _ user: Int) throws -> Version {
        let kinds = users[user].kinds
        let plain = try DocumentData(
            bundle.bytes, kind: nil, modified: Timestamp(secondsSince1970: 0))
        let kind = kinds.first { $0.name == plain.kind.name }
        return Version(
            data: try DocumentData(
                bundle.bytes, kind: plain.kind, customFields: kind?.customFields ?? [],
                modified: Timestamp(secondsSince1970: 0)),
            files: bundle.files, history: bundle.history)
    }

    // MARK: Taking

    mutating func take(_ bundle: Bundle, _ user: Int) throws {
        let document = bundle.document
        let isKnown = users[user].copies[document] != nil
        // A plain import brings a deleted document back.
        if !isKnown, users[user].deleted.contains(document), !dice.oneIn(4) { return }
        let version = try version(of: bundle, user)
        let present = isKnown ? try known(document, of: user) : nil
        let incoming = KnownCopy(
            incoming: version.data, version.files, to: present?.copy,
            told(document, user))
        try #require(incoming.doubt == nil || settings.hasClone)
        let history = try history(of: incoming, bundle)
        guard let present else {
            return try add(
                version, document, to: user,
                record: Record(state: incoming.state, history: history))
        }
        let merge: CopyMerge
        do { merge = try CopyMerge(of: present.copy, with: incoming) } catch let error
            as ScaryBugsError where error.code == .limitExceeded
        { return try resolveAll(document, of: user) }
        relations[merge.relation, default: 0] += 1
        let joined = present.history.join(history)
        if !settings.hasClone { try require(merge.joined.stamps, joined.stamps) }
        let files = merge.files
        if !merge.isIdle {
            if incoming.isOfClone { replaceKey(of: user) }
            if let removed = present.copy.removed {
                users[user].told[document, default: []].append((removed, present.history))
            }
            let data = try DocumentData(merge.data.encoded(), like: merge.data)
            replace(document, of: user, by: Version(data: data, files: files, history: joined))
            let known = try known(document, of: user).copy
            if settings.hasClone { return }
            // An element gets a new stamp if no copy has the spelling of its newest one any more.
            let fields = { (stamps: Stamps) in stamps.filter { $0.key.element == nil } }
            try require(fields(known.state.stamps), fields(merge.joined.stamps))
            try checkOtherSide(merge, known.content, incoming, present.copy)
        } else if merge.relation != .older {
            // The document stays as it is, and knows more.
            remember(merge.joined, joined, document, user)
            users[user].copies[document]?.known = nil
        }
    }

    private mutating func replaceKey(of user: Int) {
        let key = users[user].workspaceKey
        users[user].workspaceKey += "x\(user)"
        for (document, var copy) in users[user].copies where copy.author.workspaceKey == key {
            copy.former.insert(String(copy.author.place))
            let index = copy.author.place.split(separator: ".").last.flatMap { Int($0) } ?? 1
            copy.author = Author(
                name: users[user].name, workspaceKey: users[user].workspaceKey, copy: index)
            copy.known = nil
            users[user].copies[document] = copy
        }
    }

    /// Ends all conflicts of a document with too many values.
    private mutating func resolveAll(_ document: Int, of user: Int) throws {
        guard var version = users[user].copies[document]?.version else { return }
        try version.endConflicts()
        try version.data.touch(now: now(of: user))
        try giveUp(document, of: user, for: version)
        replace(document, of: user, by: version)
    }

    /// What an incoming copy knows exactly.
    private mutating func history(of incoming: KnownCopy, _ bundle: Bundle) throws -> ExactState {
        let author = Author(of: incoming.content)
        var history = ExactState(
            of: incoming.content, since: bundle.history, by: author,
            at: incoming.state.times[author] ?? 0, isFound: bundle.isEditedElsewhere)
        if settings.hasClone {
            history.take(incoming.state.stamps)
            guard bundle.isEditedElsewhere else { return history }
            for (register, stamps) in bundle.history?.stamps ?? [:] {
                let values = incoming.content.exactValues(of: register)
                for stamp in stamps
                where register.element == nil ? !values.contains(stamp.checksum) : values.isEmpty {
                    replaced.insert(Entry(bundle.document, register, stamp))
                }
            }
            return history
        }
        try require(incoming.state.stamps, history.stamps)
        if bundle.isEditedElsewhere {
            try note(history.stamps, after: bundle.history?.stamps ?? [:], bundle.document, nil)
        }
        return history
    }

    /// Checks that the other side would get the same document.
    private func checkOtherSide(
        _ merge: CopyMerge, _ content: CopyContent, _ incoming: KnownCopy, _ present: KnownCopy
    ) throws {
        let other = try CopyMerge(of: incoming, with: present)
        try require(other.joined, merge.joined)
        guard other.relation == .parted || other.relation == .newer else { return }
        let files = other.files
        try #require(
            content.isEqual(to: CopyContent(other.data, files, since: other.joined)))
        let own = merge.files
        try #require(own.nameKeys == files.nameKeys)
    }
}

extension ContentVersion {
    /// The names of the files, whose case may differ.
    var nameKeys: Set<String> { Set(files.map(\.name.collisionKey)) }
}
