import TestSupport
import Testing

@testable import ScaryBugRecords

/// Users who edit copies of the same documents and send them to each other, on any day and in any order,
/// with an exact history beside each copy.
struct CopySimulation {
    struct Settings {
        var users = 10
        var documents = 1_000
        var edits = 5_000
        /// The number of documents that most edits are about; 0 for all.
        var hot = 0
        /// The number of users who send nothing until the end.
        var silent = 3
        /// Whether a clone of the first user's disk goes its own way from the middle on.
        var hasClone = false
        /// One of so many changes is an `undo` or `redo`.
        var undo = 15
    }

    /// A document in a directory, with the exact history of its `~Changes`.
    struct Version {
        var data: DocumentData
        var files = ContentVersion([])
        var history: ExactState?
    }

    /// A copy of a document in a workspace.
    struct Copy {
        var author: Author
        var version: Version
        /// What the workspace remembers of the copy.
        var records = Records()
        /// The places of the author under former keys of the workspace.
        var former: Set<String> = []
        /// Earlier versions, for `undo`, with what was remembered then, for a backup.
        var earlier: [(version: Version, records: Records)] = []
        /// Versions that were undone, for `redo`.
        var later: [Version] = []
        var known: (copy: KnownCopy, history: ExactState)?
    }

    /// What a workspace remembers of a copy, by what the document itself tells then; nil for what the copy
    /// knew from the beginning.
    typealias Records = [Int64?: Record]

    struct Record {
        let state: CopyState
        let history: ExactState
    }

    struct User {
        let name: String
        /// The kinds of documents, with the user's custom fields.
        let kinds: [DocumentKind]
        var workspaceKey: String
        /// What the clock shows too much, in seconds.
        var clockError: Int64
        var copies: [Int: Copy] = [:]
        /// What copies of each document told, each time. It stays when a document is deleted.
        var told: [Int: [(state: CopyState, history: ExactState)]] = [:]
        var deleted: Set<Int> = []
        var copyCount = 0
        /// The values that this user had before his eyes.
        var displayed: [Int: Set<Value>] = [:]
    }

    struct Value: Hashable {
        /// The key of a field, or of the name of a file, since another author may attach the same file.
        let key: String
        let element: UInt32?
        let checksum: UInt32?

        init(_ register: CopyState.Register, _ checksum: UInt32?) {
            (key, element) = (register.nameKey, register.element)
            self.checksum = register.element ?? checksum
        }
    }

    /// A value that somebody entered.
    struct Entry: Hashable {
        let document: Int
        let value: Value

        init(_ document: Int, _ register: CopyState.Register, _ stamp: CopyState.Stamp) {
            self.document = document
            value = Value(register, stamp.checksum)
        }
    }

    struct Bundle {
        let document: Int
        let bytes: [UInt8]
        let files: ContentVersion
        let history: ExactState?
        /// Whether a program changed it that knows nothing of `~Changes`.
        var isEditedElsewhere = false
    }

    let settings: Settings
    var dice: Dice
    var users: [User] = []
    var clock: Int64 = 1_795_000_000
    /// Bundles on their way.
    var sent: [(to: Int, Bundle)] = []
    var entered: Set<Entry> = []
    var replaced: Set<Entry> = []
    /// States that were reached, by document.
    var reached: [Int: [CopyState]] = [:]
    var relations: [CopyRelation: Int] = [:]

    init(seed: Int, _ settings: Settings) throws {
        self.settings = settings
        dice = Dice(seed: seed)
        let custom = try [Field(custom: "habitat", .text), Field(custom: "wing", .number)]
        for number in 0..<settings.users {
            let kinds = [DocumentKind.bug, .book].map { $0.adding(number % 2 == 0 ? custom : []) }
            let error =
                settings.hasClone ? 0 : dice.pick([0, 0, 0, -1_000_000, 1_000_000, 200_000_000])
            users.append(
                User(
                    name: "user \(number)", kinds: kinds, workspaceKey: "a\(number)",
                    clockError: Int64(error)))
        }
        for document in 0..<settings.documents {
            let user = dice.roll(settings.users)
            var data = try DocumentData(new: dice.pick(users[user].kinds), now: now(of: user))
            try data.set(.text("document \(document)"), for: .title)
            try add(Version(data: data), document, to: user)
        }
    }

    /// Edits, sends and takes at random, and in the end everybody exchanges with everybody.
    mutating func run() throws {
        for edit in 0..<settings.edits {
            if settings.hasClone, edit == settings.edits / 2 { users.append(users[0]) }
            let user = dice.roll(users.count)
            if let document = pickDocument(of: user) { try change(document, of: user) }
            for _ in 0..<2 { try sendAny() }
            while !sent.isEmpty, !dice.oneIn(4) {
                let (user, bundle) = sent.remove(at: dice.roll(sent.count))
                try take(bundle, user)
            }
        }
        for (user, bundle) in sent { try take(bundle, user) }
        try exchangeAll()
    }

    mutating func now(of user: Int) -> Timestamp {
        // Two changes under one key have different times.
        clock += Int64(dice.roll(6)) + (settings.hasClone ? 1 : 0)
        if !settings.hasClone, dice.oneIn(500) {
            users[user].clockError = dice.pick([0, -1_000_000, 300_000_000])
        }
        return Timestamp(secondsSince1970: clock + users[user].clockError)
    }

    mutating func pickDocument(of user: Int) -> Int? {
        let documents = users[user].copies.keys.sorted()
        let hot = documents.filter { $0 < settings.hot }
        if documents.isEmpty { return nil }
        return dice.pick(hot.isEmpty || dice.oneIn(5) ? documents : hot)
    }

    mutating func add(
        _ version: Version, _ document: Int, to user: Int, record: Record? = nil
    ) throws {
        users[user].copyCount += 1
        let author = Author(
            name: users[user].name, workspaceKey: users[user].workspaceKey,
            copy: users[user].copyCount)
        users[user].copies[document] = Copy(
            author: author, version: version, records: record.map { [nil: $0] } ?? [:])
        users[user].deleted.remove(document)
        _ = try known(document, of: user)
    }

    // MARK: What a copy knows

    /// What a copy knows now.
    mutating func known(
        _ document: Int, of user: Int
    ) throws -> (copy: KnownCopy, history: ExactState) {
        let copy = try #require(users[user].copies[document])
        if let known = copy.known { return known }
        let told = told(document, user)
        let remembered = copy.remembered
        let known = KnownCopy(
            copy.version.data, copy.version.files, exchanged: remembered?.state, told: told,
            author: copy.author, former: copy.former)
        try #require(known.doubt == nil)
        display(known.content, document, user)
        var base = copy.version.history
        if let recorded = remembered?.history { base = base?.join(recorded) ?? recorded }
        let state = try copy.version.state(with: remembered)
        // Others have what the author told before an `undo`.
        let isBehind = told.adding(to: state, by: copy.author, copy.former) != state
        if isBehind {
            base?.see(users[user].told[document, default: []].map(\.history), by: copy.author)
        }
        var history = ExactState(
            of: known.content, since: base, by: copy.author,
            at: known.state.times[copy.author] ?? 0)
        if isBehind || settings.hasClone { history.take(known.state.stamps) }
        try require(known.state.stamps, history.stamps)
        if settings.hasClone {
            for (register, stamps) in history.stamps {
                for stamp in stamps { entered.insert(Entry(document, register, stamp)) }
            }
        } else {
            try note(history.stamps, after: base?.stamps ?? [:], document, user)
        }
        users[user].copies[document]?.known = (known, history)
        return (known, history)
    }

    /// What copies of a document told under the key of the workspace.
    func told(_ document: Int, _ user: Int) -> ToldChanges {
        let records = users[user].copies[document]?.records ?? [:]
        return ToldChanges(
            key: users[user].workspaceKey,
            states: users[user].told[document, default: []].map(\.state),
            known: records.values.map(\.state))
    }

    private mutating func display(_ content: CopyContent, _ document: Int, _ user: Int) {
        for register in content.registers {
            for checksum in content.exactValues(of: register) {
                users[user].displayed[document, default: []].insert(Value(register, checksum))
            }
        }
    }

    /// Notes which values a user entered, and which ones he replaced.
    mutating func note(
        _ stamps: [CopyState.Register: Set<CopyState.Stamp>],
        after base: [CopyState.Register: Set<CopyState.Stamp>], _ document: Int, _ user: Int?
    ) throws {
        for register in Set(stamps.keys).union(base.keys) where stamps[register] != base[register] {
            let (new, old) = (stamps[register] ?? [], base[register] ?? [])
            for stamp in new.subtracting(old) {
                entered.insert(Entry(document, register, stamp))
            }
            for stamp in old.subtracting(new) {
                let entry = Entry(document, register, stamp)
                let isNew = replaced.insert(entry).inserted
                guard isNew, let user, entry.value.checksum != nil else { continue }
                try #require(
                    users[user].displayed[document]?.contains(entry.value) == true,
                    "\(users[user].name) replaced a value of \(register.key) unseen")
            }
        }
    }

    /// Notes the values that a user knowingly gives up for a new version; nil if the document goes. A person who
    /// goes back to an earlier version gives up only his own values.
    mutating func giveUp(
        _ document: Int, of user: Int, for version: Version?, goingBack isGoingBack: Bool = false
    ) throws {
        let content = version.flatMap { self.content(of: $0, document, user) }
        for (register, stamps) in try known(document, of: user).history.stamps {
            let values = content?.exactValues(of: register) ?? []
            for stamp in stamps
            where register.element == nil ? !values.contains(stamp.checksum) : values.isEmpty {
                if isGoingBack, let name = stamp.author.name, name != users[user].name {
                    continue
                }
                replaced.insert(Entry(document, register, stamp))
            }
        }
    }

    /// The content of another version of a copy.
    private func content(of version: Version, _ document: Int, _ user: Int) -> CopyContent? {
        guard var copy = users[user].copies[document] else { return nil }
        copy.version = version
        return KnownCopy(
            version.data, version.files, exchanged: copy.remembered?.state,
            told: told(document, user), author: copy.author, former: copy.former
        ).content
    }

    mutating func replace(_ document: Int, of user: Int, by version: Version) {
        guard var copy = users[user].copies[document] else { return }
        copy.earlier = copy.earlier.suffix(4) + [(copy.version, copy.records)]
        (copy.version, copy.later, copy.known) = (version, [], nil)
        users[user].copies[document] = copy
    }
}

extension CopySimulation.Copy {
    /// The workspace's record of the copy as it is now.
    var remembered: CopySimulation.Record? {
        let present = [records[nil], records[version.data.changesChecksum]].compactMap(\.self)
        return present.dropFirst().reduce(present.first) { sum, next in
            sum.map {
                .init(state: $0.state.join(next.state), history: $0.history.join(next.history))
            }
        }
    }
}

extension CopySimulation.Version {
    /// What the document tells, with what the workspace remembers.
    fileprivate func state(with record: CopySimulation.Record?) throws -> CopyState? {
        guard let told = try data.changes() else { return record?.state }
        return record.map { told.join($0.state) } ?? told
    }
}

/// Ends a simulation at the first difference, which later ones follow from.
func require(
    _ state: CopyState, _ expected: CopyState, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let isEqual = state == expected
    try #require(
        isEqual, "\n\(state.text())\ninstead of\n\(expected.text())", sourceLocation: sourceLocation
    )
}

typealias Stamps = [CopyState.Register: Set<CopyState.Stamp>]

func require(
    _ stamps: Stamps, _ expected: Stamps, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let differing = Set(stamps.keys).union(expected.keys).filter { stamps[$0] != expected[$0] }
        .map { "\n\($0): \(stamps[$0] ?? [])\ninstead of \(expected[$0] ?? [])" }
    try #require(differing == [], sourceLocation: sourceLocation)
}
