import ScaryBugs

struct ConfigCommand: Command {
    private static let words = Parameter("KEY[=VALUE]", .preference, .any)

    static let declaration = Declaration(
        "config", "Show or change preferences.",
        discussion: """
            KEY shows one, KEY=VALUE chooses a value, KEY= restores the default; without words
            all are shown. Sizes are bytes, or a number with K, M or G.

            'config peer.bob=bob@x.org' says that both names are one person's: 'list outdated:bob' knows what
            went to either, and neither gets what was withheld from the other. A mail with changes of
            its sender says so, too, and so do bundles of one workspace: such a row is learned, and
            'config peer.bob=' forgets it.

            Keys and their defaults:
            """,
        list: (Preference.all + [.peer("NAME")]).map(\.help),
        parameters: [words],
        example: """
            alice> config kind=book
            kind  book  chosen  what 'new' makes without --kind
            """)

    private var named: [Preference] = []
    private var changes: [Workspace.PreferenceChange] = []

    init(arguments: Arguments) throws {
        let words = arguments[Self.words]
        for (index, word) in words.enumerated() {
            try parsing(word) { try read(word, in: words, at: index) }
        }
    }

    /// Reads `KEY`, `KEY=VALUE`, or `KEY=`, which restores the default.
    private mutating func read(_ word: String, in words: [String], at index: Int) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let preference = try Self.preference(
            String(parts[0]),
            hint: Self.assignment(of: words[index...], after: words[..<index].last))
        named.append(preference)
        guard parts.count > 1 else { return }
        let value = parts[1].isEmpty ? nil : try preference.value(String(parts[1]))
        changes.append((preference, value))
    }

    /// What to write for words behind a key: `config author='Nina Berg'` for `author Nina Berg`.
    private static func assignment(of words: ArraySlice<String>, after key: String?) -> String? {
        let parts = (key ?? "").split(separator: "=", maxSplits: 1).map(String.init)
        let rest = words.prefix { !$0.dropFirst().contains("=") }
        let value = (parts.dropFirst() + rest).joined(separator: " ").drop { "= ".contains($0) }
        guard !rest.isEmpty, !value.isEmpty, let preference = Preference.named(parts.first ?? ""),
            (try? preference.value(String(value))) != nil
        else { return nil }
        return "; write config \(preference.name)=" + LineLexer.line(of: [String(value)])
    }

    private static func preference(_ name: String, hint: String?) throws -> Preference {
        if let preference = Preference.named(name) { return preference }
        guard Limits.Name(rawValue: name) == nil else {
            throw ScaryBugsError(
                .invalidValue, "'\(name)' is a fixed limit, which no preference changes")
        }
        let names = Preference.all.map(\.name)
        let hint =
            hint
            ?? SpellingSuggestion.hint(
                to: name, among: names, else: SpellingSuggestion.list(of: names))
        throw ScaryBugsError(.notFound, "there is no preference '\(name)'\(hint)")
    }

    func run(in session: Session) throws {
        let workspace = session.workspace
        let changes = try changes.map { try checked($0, in: session) }
        try askToForget(in: session)
        let preferences =
            changes.isEmpty ? workspace.readPreferences() : try workspace.change(changes)
        for case (let preference, nil) in changes {
            if let peer = Preference.peer(in: preference.name) { try workspace.forgetPeer(peer) }
        }
        let learned = try workspace.learnedPeers()
        for preference in named.isEmpty ? preferences.all + learned.map(\.0) : named {
            let value = learned.first { $0.0.name == preference.name }?.1
            try session.output.print(
                row: Record(
                    preference, value ?? preferences[preference], isLearned: value != nil))
        }
    }

    /// Checks a text, and replaces the name of a file by what the workspace keeps.
    private func checked(
        _ change: Workspace.PreferenceChange, in session: Session
    ) throws -> Workspace.PreferenceChange {
        let preference = change.preference
        guard case .text(let text)? = change.value else { return change }
        switch preference.name {
        case _ where preference.type == .names: _ = try session.columns(named: text)
        case Preference.share.name: try session.workspace.preferences.check(share: text)
        case Preference.defaults.name: try session.check(defaults: text)
        case Preference.sensitive.name:
            return (preference, try preference.value(species(in: text, session).text))
        case Preference.names.name:
            return (preference, try preference.value(namesPath(text, session)))
        case Preference.sync.name:
            return (preference, try preference.value(folderLine(text, session)))
        default: break
        }
        return change
    }

    /// The list in a file, or the list itself on a line, as it is shown.
    private func species(in path: String, _ session: Session) throws -> SensitiveSpecies {
        if path.contains(";") { return try SensitiveSpecies(path) }
        if let list = try? SensitiveSpecies(path), !list.text.isEmpty { return list }
        let bytes = try session.textFile(path)
        return try naming(path) {
            guard let text = String(ofTextFile: bytes) else {
                throw ScaryBugsError(.invalidValue, "not a text in UTF-8 or UTF-16")
            }
            let list = try SensitiveSpecies(text)
            guard !list.text.isEmpty else {
                throw ScaryBugsError(
                    .invalidValue, "it names no species; 'config sensitive=' ends the list")
            }
            return list
        }
    }

    /// A line of a shared folder and a selection, with the absolute path of the folder.
    private func folderLine(_ text: String, _ session: Session) throws -> String {
        let words = LineLexer.words(of: text.utf8) ?? []
        let path = try session.paths.path(of: LineWord(words.first ?? ""))
        let place = try SharedFolder.place(of: path, for: session.workspace)
        return LineLexer.line(of: [place] + words.dropFirst())
    }

    /// The absolute path of a list of names, which is one.
    private func namesPath(_ text: String, _ session: Session) throws -> String {
        let path = try session.paths.path(of: LineWord(text))
        let source = try ImportSource(path: path, limits: session.workspace.limits)
        _ = try session.workspace.names(in: source)
        return Directory.realPath(path) ?? path
    }

    /// Asks before a change that shortens the history.
    private func askToForget(in session: Session) throws {
        for case (let preference, .integer(let limit)?) in changes {
            guard [Preference.historySteps, .historyBytes].map(\.name).contains(preference.name)
            else { continue }
            let history = try session.workspace.history(limit: 1)
            let isSteps = preference.name == Preference.historySteps.name
            let present = isSteps ? Int64(history.count) : history.usedBytes
            guard present > limit else { continue }
            let size =
                isSteps ? history.count.counting("step") : ByteCount.rounded(history.usedBytes)
            try Confirmation.ask(
                "the history has \(size); remove the oldest steps for good? [y/N] ", in: session)
        }
    }
}

extension Preference {
    fileprivate var help: HelpPart.Term {
        let usual = text(of: defaultValue)
        return (name, usual.isEmpty ? meaning : "\(meaning) (\(usual) by default)")
    }
}

extension Record {
    fileprivate init(
        _ preference: Preference, _ value: Preference.Value, isLearned: Bool = false
    ) {
        let isDefault = value == preference.defaultValue
        self.init(
            [
                Cell(preference.name),
                Cell(preference.text(of: value).shortened, .right),
                Cell(isLearned ? "learned" : isDefault ? "default" : "chosen"),
                Cell(preference.meaning),
            ],
            [
                ("key", .string(preference.name)), ("value", Value(value)),
                ("default", Value(preference.defaultValue)),
                ("meaning", .string(preference.meaning)),
            ])
    }
}

extension Record.Value {
    fileprivate init(_ value: Preference.Value) {
        switch value {
        case .text(let text): self = .string(text)
        case .integer(let number): self = .integer(number)
        }
    }
}
