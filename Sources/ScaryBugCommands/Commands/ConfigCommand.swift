import ScaryBugs

struct ConfigCommand: Command {
    private static let words = Parameter("KEY[=VALUE]", .preference, .any)

    static let declaration = Declaration(
        "config", "Show or change preferences.",
        discussion: """
            KEY shows one, KEY=VALUE chooses a value, KEY= restores the default; without words
            all are shown. Sizes are bytes, or a number with K, M or G.

            Keys and their defaults:
            """,
        list: Preference.all.map(\.help),
        parameters: [words],
        example: """
            alice> config kind=book
            kind  book  chosen  what 'new' makes without --kind
            """)

    private let named: [Preference]
    private let changes: [Workspace.PreferenceChange]

    init(arguments: Arguments) throws {
        let words = try arguments[Self.words].map { word in
            try parsing(word) { try Word(word) }
        }
        named = words.map(\.preference)
        changes = words.filter(\.isChange).map { ($0.preference, $0.value) }
    }

    func run(in session: Session) throws {
        for case (let preference, .text(let names)?) in changes where preference.type == .names {
            _ = try session.columns(named: names)
        }
        let workspace = session.workspace
        let preferences =
            changes.isEmpty ? workspace.readPreferences() : try workspace.change(changes)
        for preference in named.isEmpty ? Preference.all : named {
            try session.output.print(row: Record(preference, preferences[preference]))
        }
    }

    /// An argument: `KEY`, `KEY=VALUE` or `KEY=`.
    private struct Word {
        let preference: Preference
        let isChange: Bool
        /// The new value; nil restores the default.
        let value: Preference.Value?

        init(_ word: String) throws {
            let equals = word.firstIndex(of: "=")
            preference = try Self.preference(String(word[..<(equals ?? word.endIndex)]))
            isChange = equals != nil
            let text = equals.map { String(word[word.index(after: $0)...]) } ?? ""
            value = text.isEmpty ? nil : try preference.value(text)
        }

        private static func preference(_ name: String) throws -> Preference {
            if let preference = Preference.named(name) { return preference }
            guard Limits.Name(rawValue: name) == nil else {
                throw ScaryBugsError(
                    .invalidValue, "'\(name)' is a fixed limit, which no preference changes")
            }
            let names = Preference.all.map(\.name)
            let hint = SpellingSuggestion.hint(
                to: name, among: names, else: SpellingSuggestion.list(of: names))
            throw ScaryBugsError(.notFound, "there is no preference '\(name)'\(hint)")
        }
    }
}

extension Preference {
    fileprivate var help: HelpPart.Term {
        (name, "\(meaning) (\(text(of: defaultValue)) by default)")
    }
}

extension Record {
    fileprivate init(_ preference: Preference, _ value: Preference.Value) {
        self.init(
            [
                Cell(preference.name),
                Cell(preference.text(of: value), .right),
                Cell(value == preference.defaultValue ? "default" : "chosen"),
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
