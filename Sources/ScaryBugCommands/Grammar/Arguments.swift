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
    ///
    /// - Parameter index: the place among several words.
    func path(_ parameter: Parameter, at index: Int = 0) throws -> LineWord? {
        try given(for: parameter).dropFirst(index).first.map { word in
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
                        var ahead = iterator
                        let isOption = ahead.next()?.text.hasPrefix("--") ?? true
                        if isOption, option.isValueOptional { return "" }
                        return iterator.next().map {
                            last = $0
                            return $0.text
                        }
                    }
                }
                let isPath = option.meaning == .path && !value.isEmpty
                let path = try isPath ? paths.path(endingWith: value, last) : value
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
                    let answer = assignmentHint(
                        declaration.parameters.first == .selection ? Hint.ofLoneAssignments : [])
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
        if !assignments.isEmpty, let hint = Hint.sentence(for: text, among: Hint.ofOpenLists) {
            throw declaration.misuse("has a blank after a comma", hint: hint)
        }
        if let word = rest.first {
            let hint =
                assignmentHint()?.sentence
                ?? Hint.sentence(for: text, among: Hint.ofOptions(declaration.options))
                ?? quotesHint(positionals, for: declaration)
            throw declaration.misuse("does not take '\(word.text)'", hint: hint)
                .at(word.text, index: word.index)
        }
    }

    /// Checks that the selection stands before the assignments. A word after one may be a part of its value, and
    /// would change other documents.
    func checkOrder(by declaration: Declaration) throws {
        let selection = given(for: .selection)
        let rest = line.drop { Assignment($0.text) == nil }
        guard let word = rest.first(where: selection.contains) else { return }
        let values = rest.prefix { $0 != word }
        let others = rest.dropFirst(values.count).prefix { selection.contains($0) }
        let whole = (values.suffix(1) + others).map(\.text).joined(separator: " ")
        throw declaration.misuse(
            "takes '\(word.text)' before its assignments",
            hint: "a value with blanks needs quotes: \(LineLexer.line(of: [whole]))"
        ).at(word.text, index: word.index)
    }

    // MARK: Hints

    /// What to do where a value lacks its quotes; nil if none does.
    var quotingHint: String? { Hint.sentence(for: text, among: Hint.ofQuotes) }

    private var text: String { LineLexer.line(of: line.map(\.text)) }

    private func assignmentHint(_ hints: [Hint] = []) -> (sentence: String, part: String)? {
        Hint.answer(to: text, among: hints + Hint.ofAssignments + Hint.ofQuotes)
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
