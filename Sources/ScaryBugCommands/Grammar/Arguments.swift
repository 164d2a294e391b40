import ScaryBugs

/// The parsed arguments of a command.
struct Arguments: Sendable {
    /// One use of an option. An option may be used several times, and their order counts.
    struct Occurrence: Sendable {
        let option: Option
        let value: String
        /// The index of the value's word in the line; nil if it isn't known.
        let index: Int?
    }

    private struct Given {
        let parameter: Parameter
        let words: [LineWord]
    }

    fileprivate(set) var occurrences: [Occurrence] = []
    fileprivate(set) var assignments: [Assignment] = []
    private var words: [Given] = []
    private let pathExpander: PathExpander
    /// All words, for hints.
    fileprivate let line: [LineWord]

    subscript(parameter: Parameter) -> [String] {
        let words = given(for: parameter)
        // Most words have no quotes, and need no look at the parameter.
        guard words.contains(where: \.hasQuotes), parameter.isQuery else {
            return words.map(\.text)
        }
        return words.map(\.queryText)
    }

    /// The word given for a parameter that takes one; nil if none is given.
    func word(_ parameter: Parameter) -> LineWord? { given(for: parameter).first }

    /// The paths given for a parameter, with wildcards expanded.
    func paths(_ parameter: Parameter) throws -> [LineWord] {
        try given(for: parameter).flatMap { word in
            try pathExpander.paths(of: word).map(word.expanded)
        }
    }

    /// The path given for a parameter that takes one; nil if none is given.
    func path(_ parameter: Parameter) throws -> LineWord? {
        try word(parameter).map { word in
            try parsing(word) { word.expanded(to: try pathExpander.path(of: word)) }
        }
    }

    /// The choice that the word for a parameter names; nil if none is given.
    func choice<Choice: RawRepresentable<String>>(
        _ parameter: Parameter, for declaration: Declaration
    ) throws -> Choice? {
        try word(parameter).map { word in
            guard case .choice(let names) = parameter.meaning, names.contains(word.text),
                let choice = Choice(rawValue: word.text)
            else { throw declaration.misuse("does not know '\(word.text)'", at: word.text) }
            return choice
        }
    }

    private func given(for parameter: Parameter) -> [LineWord] {
        words.first { $0.parameter == parameter }?.words ?? []
    }

    func has(_ option: Option) -> Bool {
        occurrences.contains { $0.option == option }
    }

    func value(of option: Option) -> String? {
        occurrences.last { $0.option == option }?.value
    }

    /// The last value given for an option, as `parse` reads it. An error marks it.
    func value<Value>(of option: Option, _ parse: (String) throws -> Value) throws -> Value? {
        try occurrences.last { $0.option == option }.map { given in
            try parsing(given.value, index: given.index) { try parse(given.value) }
        }
    }
}

extension Declaration {
    /// Parses the words that follow the command's name.
    ///
    /// Options may stand anywhere; `--` ends them. Before `--`, a word such as `-rf` or `-sort` counts as an
    /// option, so that a habit from another program selects nothing. A word such as `rating=4` is
    /// an assignment if the command takes assignments. The other words go to the parameters in
    /// order.
    ///
    /// - Throws: ``ScaryBugsError`` that names the wrong or missing word, and shows the usage.
    func parse(
        _ words: some Sequence<LineWord>, expanding paths: PathExpander
    ) throws -> Arguments {
        try Arguments(words, by: self, expanding: paths)
    }

    /// Parses words from the shell, which has expanded their paths.
    func parse(_ words: some Sequence<String>) throws -> Arguments {
        try parse(words.map(LineWord.fromShell), expanding: PathExpander(home: nil))
    }
}

extension Arguments {
    fileprivate init(
        _ words: some Sequence<LineWord>, by declaration: Declaration, expanding paths: PathExpander
    ) throws {
        pathExpander = paths
        line = Array(words)
        var positionals: [LineWord] = []
        var optionsEnded = false
        var iterator = line.makeIterator()
        while let given = iterator.next() {
            let word = given.text
            if !optionsEnded, word == "--" {
                optionsEnded = true
            } else if !optionsEnded,
                let option = try parsing(given, { try declaration.option(for: word, in: line) })
            {
                var last = given
                let value = try parsing(given) {
                    try option.value(in: word) {
                        iterator.next().map {
                            last = $0
                            return $0.text
                        }
                    }
                }
                let path = try option.meaning == .path ? paths.path(endingWith: value, last) : value
                occurrences.append(Occurrence(option: option, value: path, index: last.index))
            } else if declaration.takesAssignments, var assignment = Assignment(word) {
                try parsing(given) { try assignment.expandPath(in: given, paths) }
                assignment.index = given.index
                assignments.append(assignment)
            } else {
                positionals.append(given)
                // The words after a command's name belong to the command.
                if declaration.takesCommandLine { optionsEnded = true }
            }
        }
        do { try distribute(positionals, by: declaration) } catch {
            // Help needs no other words.
            guard has(.help) else { throw error }
        }
    }

    private mutating func distribute(
        _ positionals: [LineWord], by declaration: Declaration
    ) throws {
        var rest = positionals[...]
        for parameter in declaration.parameters {
            if parameter.meaning == .assignment {
                if parameter.isNeeded, assignments.isEmpty {
                    let answer = assignmentHint
                    throw declaration.misuse(
                        "needs \(parameter.name)", at: answer?.part, hint: answer?.sentence)
                }
                continue
            }
            if case .after(let keyword) = parameter.count {
                guard rest.first?.text == keyword else { continue }
                rest = rest.dropFirst()
                if rest.isEmpty {
                    throw declaration.misuse("needs \(parameter.name) after '\(keyword)'")
                }
            }
            let given = parameter.takesMany ? rest : rest.prefix(1)
            if given.isEmpty, parameter.isNeeded, !isAssigned(parameter) {
                throw declaration.misuse("needs \(parameter.name)", hint: titleHint(parameter))
            }
            words.append(Given(parameter: parameter, words: Array(given)))
            rest = rest.dropFirst(given.count)
        }
        if let word = rest.first {
            let hint = assignmentHint?.sentence ?? quotesHint(positionals, for: declaration)
            throw declaration.misuse("does not take '\(word.text)'", hint: hint)
                .at(word.text, index: word.index)
        }
    }

    // MARK: Hints

    /// What to do where a value lacks its quotes; nil if none does.
    var quotingHint: String? { Hint.sentence(for: text, among: Hint.ofQuotes) }

    private var text: String { LineLexer.line(of: line.map(\.text)) }

    private var assignmentHint: (sentence: String, part: String)? {
        Hint.answer(to: text, among: Hint.ofAssignments + Hint.ofQuotes)
    }

    /// A title such as `a=b` looks like an assignment.
    private func titleHint(_ parameter: Parameter) -> String? {
        guard case .field(let field) = parameter.meaning, !assignments.isEmpty else { return nil }
        return "write \(field.name)=… for one with = in it"
    }

    /// A title or a path with blanks may lack its quotes.
    private func quotesHint(_ words: [LineWord], for declaration: Declaration) -> String? {
        let what: String
        switch declaration.parameters.first?.meaning {
        case .field(let field): what = field.name
        case .path: what = "path"
        default: return nil
        }
        let whole = words.map(\.text).joined(separator: " ")
        return
            "a \(what) with blanks needs quotes: \(LineLexer.line(of: [declaration.name, whole]))"
    }

    private func isAssigned(_ parameter: Parameter) -> Bool {
        guard case .field(let field) = parameter.meaning else { return false }
        return assignments.contains { $0.field == field.name }
    }
}

extension Declaration {
    /// Returns the option that a word names; nil if the word isn't an option.
    ///
    /// - Parameter line: all words, for the message about an unknown option.
    fileprivate func option(for word: String, in line: [LineWord]) throws -> Option? {
        guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else { return nil }
        let name = String(word.prefix { $0 != "=" })
        let all = options + [.help]
        if let option = all.first(where: { $0.name == name }) { return option }
        if word == "-h" { return .help }
        let words = line.map(\.text)
        if isMistakenOption(word) { throw mistakenOption(word, in: words) }
        // Any other word with a single dash may be a negation in a query.
        guard word.hasPrefix("--") || takesCommandLine else { return nil }
        if let format = OutputFormat(optionNamed: name) { return format.option }
        if ProgramOptions.declaration.options.contains(where: { $0.name == name }) {
            throw misuse(
                "has no option \(name): it is the program's and stands before the command", at: word
            )
        }
        let hint =
            qualifierHint(words) ?? SpellingSuggestion.hint(to: name, among: all.map(\.name))
        throw misuse("has no option \(name)\(hint)", at: word)
    }

    /// Whether a word is written like another program's option: `-rf`, `-force` for `--force`, or `-sort`,
    /// where a query has the qualifier `sort:` and cannot negate it.
    private func isMistakenOption(_ word: String) -> Bool {
        guard word.utf8.first == UInt8(ascii: "-") else { return false }
        return Option.isShort(word) || options.contains { $0.name == "-\(word)" }
            || takesQuery && QueryContext.notNegated.contains(String(word.dropFirst()))
    }

    /// Rewrites a word such as `-rf` as `-:rf`, which is always part of a query. Returns other
    /// words unchanged.
    func exclusion(_ word: String) -> String {
        isMistakenOption(word) ? "-:\(word.dropFirst())" : word
    }

    /// The end of a message, such as `; write limit:3` for the words `--limit 3`; nil unless the command
    /// takes a query, which has a qualifier of that name.
    private func qualifierHint(_ words: [String]) -> String? {
        guard takesQuery else { return nil }
        return Hint.sentence(for: LineLexer.line(of: words), among: Hint.ofQualifiers)
            .map { "; \($0)" }
    }

    /// The error for a word such as `-rf` or `-sort`. It suggests the qualifier or the most similar
    /// option.
    private func mistakenOption(_ word: String, in words: [String]) -> ScaryBugsError {
        let hint =
            qualifierHint(words)
            ?? nearestOption(to: word).map { "; the nearest is '\($0)'" } ?? ""
        let exclusion =
            takesQuery
            ? "; '\(exclusion(word))' excludes the word \(word.dropFirst())"
            : takesText ? "; '\(name) -- \(word)' takes it as a text" : ""
        return misuse("has no option \(word)\(hint)\(exclusion)", at: word)
    }

    private func nearestOption(to word: String) -> String? {
        let names = (options + [.help]).map(\.name)
        if names.contains("-\(word)") { return "-\(word)" }
        let letters = word.dropFirst().lowercased()
        let alike = names.filter { name in
            letters.contains {
                name.dropFirst(2).first == $0 || Self.habits[$0]?.contains(name) == true
            }
        }
        return SpellingSuggestion.closest(to: word, among: alike)
    }

    /// The options with the meaning that letters have in other programs.
    private static let habits: [Character: [String]] = [
        "f": [Confirmation.option.name, "--force"], "n": [Option.dryRun.name],
    ]

    /// Refuses words such as `-rf` inside an argument that contains a query. A `--` on the command
    /// line doesn't apply inside the argument.
    func refuseMistakenOptions(in words: [String]) throws {
        guard let word = words.first(where: isMistakenOption) else { return }
        throw mistakenOption(word, in: words)
    }

    /// The numbers that a word names: `7`, or `7-9`.
    ///
    /// - Parameters:
    ///   - most: the most numbers that a word may name.
    ///   - expectation: what the command takes, for the error.
    func numbers(_ word: String, most: Int, or expectation: String) throws -> [Int] {
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
            first > 0, first <= last, last - first < most
        else { throw misuse("\(expectation), not '\(word)'", at: word) }
        return Array(first...last)
    }

    /// An error in the arguments of a command, or of the program.
    ///
    /// - Parameters:
    ///   - word: the wrong word; nil if a word is missing.
    ///   - hint: what to write; nil if nobody knows.
    func misuse(
        _ what: String, at word: String? = nil, hint: String? = nil
    ) -> ScaryBugsError {
        let problem = what + (hint.map { "; \($0)" } ?? "")
        let error = ScaryBugsError(
            .invalidValue,
            takesCommandLine
                ? "the program \(problem); 'scarybug --help' lists the options"
                : "\(name) \(problem); usage: \(usage)")
        return word.map { error.at($0) } ?? error
    }

    /// The error for another selection in place of the number of a document. `list` shows the numbers of
    /// the documents that a query finds.
    func takesOne(_ selection: Selection, of words: [String]) -> ScaryBugsError {
        misuse(
            "takes the number of one document", at: words.last,
            hint: selection.isQuery
                ? "'\(LineLexer.line(of: ["list"] + words))' shows the numbers" : nil)
    }

    /// The usage with options: `export SELECTION [DESTINATION] [--force]`.
    var usage: String { usageParts.joined(separator: " ") }

    /// The parts of the usage. No part is broken across lines.
    var usageParts: [String] {
        let parts = parameters.map(\.usage)
        // The program has many options, and they come before the command.
        let all =
            takesCommandLine ? ["[OPTION]..."] + parts : parts + options.map { "[\($0.usage)]" }
        return [name] + all
    }
}

extension Option {
    /// Whether a word is `-` and one or two ASCII letters, the way people write other programs'
    /// options.
    static func isShort(_ word: String) -> Bool {
        let letters = word.utf8.dropFirst()
        return word.utf8.first == UInt8(ascii: "-") && (1...2).contains(letters.count)
            && letters.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }

    /// Returns the option's value, from the word itself or from the next one; empty if the option
    /// takes none.
    fileprivate func value(in word: String, next: () -> String?) throws -> String {
        let inline = word.utf8.firstIndex(of: UInt8(ascii: "=")).map {
            String(word[word.utf8.index(after: $0)...])
        }
        guard let valueName = value else {
            if inline == nil { return "" }
            throw ScaryBugsError(.invalidValue, "\(name) takes no value").at(word)
        }
        if let value = inline ?? next() { return value }
        throw ScaryBugsError(.invalidValue, "\(name) needs a value: \(name) \(valueName)").at(word)
    }
}
