import ScaryBugs

/// What a command is called and what words it takes.
///
/// Parsing, `help`, `--help` and completion all come from it, for the program's own options as well
/// as for commands.
struct Declaration: Sendable {
    let name: String
    /// Other names for the same.
    let aliases: [String]
    /// One line, for the list of commands.
    let summary: String
    /// What else is to be known, for the command's own help; made only there, since every command
    /// is declared at each start of the program.
    var discussion: String { makeDiscussion() }
    private let makeDiscussion: @Sendable () -> String
    let parameters: [Parameter]
    let options: [Option]

    init(
        _ name: String, aliases: [String] = [], _ summary: String,
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        parameters: [Parameter] = [], options: [Option] = []
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        makeDiscussion = discussion
        self.parameters = parameters
        self.options = options
    }
}

/// Words that a command takes by their place.
struct Parameter: Hashable, Sendable {
    /// What the words mean, which completion goes by.
    enum Meaning: Hashable, Sendable {
        case text, selection, query, path, user, kind, command, outputFormat, exportFormat
        case ownField, savedQuery
        /// One of some words.
        case choice([String])
        /// `KEY` or `KEY=VALUE`.
        case preference
        /// The value of a field, which an assignment may give instead.
        case field(Field)
        /// `FIELD=VALUE`, told from other words by its form; may stand anywhere.
        case assignment
        /// A command and everything after it, as it is.
        case commandLine
    }

    /// How many words.
    enum Count: Hashable, Sendable {
        case one, optional
        /// As many as there are; only for the last parameter.
        case any, several
    }

    /// As the usage shows it: `SELECTION`.
    let name: String
    let meaning: Meaning
    let count: Count

    init(_ name: String, _ meaning: Meaning, _ count: Count = .one) {
        self.name = name
        self.meaning = meaning
        self.count = count
    }

    static let assignments = Parameter("FIELD=VALUE", .assignment, .any)
    static let someAssignments = Parameter("FIELD=VALUE", .assignment, .several)

    var isNeeded: Bool { count == .one || count == .several }

    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any where meaning == .commandLine: name
        // A selection is as many words as it takes.
        case .any where meaning == .selection: "[\(name)]"
        case .any: "[\(name)]..."
        case .several: "\(name)..."
        }
    }
}

/// A word that begins with a dash.
struct Option: Hashable, Sendable {
    /// With its dashes: `--force`, `-f`.
    let name: String
    /// How the usage calls its value; nil for an option without one.
    let value: String?
    let meaning: Parameter.Meaning
    let summary: String

    init(
        _ name: String, value: String? = nil, meaning: Parameter.Meaning = .text,
        _ summary: String
    ) {
        self.name = name
        self.value = value
        self.meaning = meaning
        self.summary = summary
    }

    /// Every command and the program take it.
    static let help = Option("--help", "show this help")

    var usage: String { value.map { "\(name) \($0)" } ?? name }
}
