import ScaryBugs

/// A command's name, help, parameters and options.
///
/// Parsing, `help`, `--help` and completion all use it, for commands and for the program's own
/// options.
struct Declaration: Sendable {
    let name: String
    let aliases: [String]
    /// Names from other programs, out of habit. No help lists them.
    let habits: [String]
    /// One line, for the list of commands.
    let summary: String
    /// The longer text of the command's own help. It is computed on demand, because no start needs it.
    var discussion: [HelpPart] {
        let list = makeList()
        return [.text(makeDiscussion())] + (list.isEmpty ? [] : [.list(list)])
    }
    private let makeDiscussion: @Sendable () -> String
    private let makeList: @Sendable () -> [HelpPart.Term]
    let parameters: [Parameter]
    let options: [Option]
    let topics: [HelpTopic]
    /// Typed lines after a prompt, and what they print. Empty for the program's options.
    let example: String

    /// - Parameters:
    ///   - discussion: paragraphs, separated by empty lines.
    ///   - list: the terms that its last paragraph introduces.
    init(
        _ name: String, aliases: [String] = [], habits: [String] = [], _ summary: String,
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        list: @autoclosure @escaping @Sendable () -> [HelpPart.Term] = [],
        parameters: [Parameter] = [], options: [Option] = [], topics: [HelpTopic] = [],
        example: String = ""
    ) {
        self.name = name
        self.aliases = aliases
        self.habits = habits
        self.summary = summary
        makeDiscussion = discussion
        makeList = list
        self.parameters = parameters
        self.options = options
        self.topics = topics
        self.example = example
    }

    /// Whether the first parameter is the value of a field, which may begin with a dash.
    var takesText: Bool {
        if case .field? = parameters.first?.meaning { true } else { false }
    }
    var takesAssignments: Bool { parameters.contains { $0.meaning == .assignment } }
    /// Whether it is the program's, whose options come before a command and its arguments.
    var takesCommandLine: Bool { parameters.contains { $0.meaning == .commandLine } }
    /// Whether the words of a query may be among the arguments.
    var takesQuery: Bool { parameters.contains(where: \.isQuery) }
}

/// A positional parameter.
struct Parameter: Hashable, Sendable {
    /// The kind of value, which completion uses.
    enum Meaning: Hashable, Sendable {
        case text, selection, query, path, user, kind, helpSubject
        case customField, savedQuery
        /// The number of one document.
        case document
        /// The number of a message in the inbox.
        case message
        /// The number of a step in the history that is undone, or is not; nil for both.
        case step(isUndone: Bool?)
        /// The number of a step, or one of some words.
        case stepOr([String])
        /// A selection, or the path that may stand in its place.
        case selectionOrPath
        /// `COLUMN=FIELD`, for a column of the tables on the line.
        case columnMapping
        /// Names of columns, separated by commas.
        case columns
        /// Names of fields that others don't get, separated by commas.
        case withheldFields
        /// The values that `count by` counts.
        case grouping
        /// One of a fixed list of words.
        case choice([String])
        /// `KEY` or `KEY=VALUE`.
        case preference
        /// The value of a field. An assignment may give it instead.
        case field(Field)
        /// `FIELD=VALUE`, recognized by its form. It may stand anywhere.
        case assignment
        /// A command and all its arguments, unparsed.
        case commandLine
    }

    /// Whether the words of a query may stand here.
    var isQuery: Bool {
        let queries: [Meaning] = [.selection, .query, .document, .selectionOrPath]
        return queries.contains(meaning) || meanings.values.contains(where: queries.contains)
    }

    enum Count: Hashable, Sendable {
        case one, optional
        /// Zero or more, or one or more. Only for the last parameter.
        case any, several
        /// One word after this keyword, if the keyword comes first.
        case after(String)
    }

    /// The name that the usage shows: `SELECTION`.
    let name: String
    let meaning: Meaning
    /// The meanings after some actions, such as `remove`.
    let meanings: [DefinitionAction: Meaning]
    let count: Count

    init(
        _ name: String, _ meaning: Meaning, after meanings: [DefinitionAction: Meaning] = [:],
        _ count: Count = .one
    ) {
        self.name = name
        self.meaning = meaning
        self.meanings = meanings
        self.count = count
    }

    /// One of a fixed list of words.
    init(oneOf words: [String], _ count: Count = .one) {
        self.init(words.joined(separator: "|"), .choice(words), count)
    }

    static let file = Parameter("FILE", .path)
    static let selection = Parameter("SELECTION", .selection, .any)
    static let assignments = Parameter("FIELD=VALUE", .assignment, .any)
    static let someAssignments = Parameter("FIELD=VALUE", .assignment, .several)

    var isNeeded: Bool { count == .one || count == .several }
    var takesMany: Bool { count == .any || count == .several }

    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any where meaning == .commandLine: name
        // A selection may take any number of words, so the usage needs no dots.
        case .any where [.selection, .document].contains(meaning): "[\(name)]"
        case .any: "[\(name)]..."
        case .several where meaning == .selectionOrPath: name
        case .several: "\(name)..."
        case .after(let keyword): "[\(keyword) \(name)]"
        }
    }
}

/// A word that begins with a dash.
struct Option: Hashable, Sendable {
    /// The name with its dashes: `--force`, `-f`.
    let name: String
    /// The name of its value in the usage; nil for an option without a value.
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

    /// The program and every command take it.
    static let help = Option("--help", "show this help")

    static let damagedPicture = Option("--force", "take a photograph that is cut off")

    /// Commands that change documents take it.
    static let dryRun = Option("--dry-run", "show what would change, and change nothing")

    /// Commands that may change many documents take it.
    static let all = Option("--all", "with --dry-run: print all documents, also more than 50")

    var usage: String { value.map { "\(name) \($0)" } ?? name }

    var isValueOptional: Bool { value?.first == "[" }
}

/// A change to the custom fields or to the saved queries. Without an action the command lists them.
enum DefinitionAction: String {
    case add, remove, rename
}

/// A selection given as a single word, for commands that take another argument after it: `export
/// 'title:"garden spider" rating:>3' bundles`.
enum SelectionWord {
    /// Splits the word as the lexer splits a line, except that `\|` stays a literal bar.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for an open quote, and for a word such as
    ///   `-rf` among others. Also for an empty word, which must not select the open document.
    static func words(_ word: String, for declaration: Declaration) throws -> [String] {
        guard let words = split(word), !words.isEmpty else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(word)' is not a selection: it is empty or has an open quote")
        }
        // A lone `-rf` followed `--`, where the parser accepts it.
        if words != [word] { try declaration.refuseMistakenOptions(in: words) }
        return words
    }

    /// One of several words of a query, without the quotes around a phrase: `tag:dead wood` for
    /// `tag:"dead wood"`. Other words are returned unchanged, such as `dead wood` and `it's`.
    static func unquoted(_ word: String) -> String {
        guard let words = split(word), let only = words.first, words.count == 1 else { return word }
        return only
    }

    /// Whether a word that could also be a path has to be a selection.
    static func mustBeMeant(by word: String) -> Bool {
        split(word).map(Selection.mustBeMeant) ?? false
    }

    private static func split(_ word: String) -> [String]? {
        lexer.lineWords(of: word.utf8)?.map(\.queryText)
    }

    static let lexer = LineLexer(isSelection: true)
}
