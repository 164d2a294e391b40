import ScaryBugs

/// The words of a command before the cursor, read as the parser reads them.
struct CompletionContext {
    let declaration: Declaration
    /// The words for the parameters.
    private(set) var words: [String] = []
    private(set) var values: [(option: Option, value: String)] = []
    /// The option whose value stands at the cursor.
    private(set) var openOption: Option?
    /// Whether `--` or the command's name, after which the program takes no options, came before.
    private(set) var optionsEnded = false
    /// The words after the cursor.
    let later: [String]

    init(_ declaration: Declaration, _ earlier: some Sequence<String>, before later: [String] = [])
    {
        self.declaration = declaration
        self.later = later
        var rest = earlier.makeIterator()
        while let word = rest.next() {
            if !optionsEnded, word == "--" {
                optionsEnded = true
            } else if let option = option(of: word) {
                read(option, in: word) { rest.next() }
            } else if !declaration.takesAssignments || Assignment(word) == nil {
                words.append(word)
                optionsEnded = optionsEnded || declaration.takesCommandLine
            }
        }
    }

    var options: [Option] {
        declaration.options + [.help]
            + (declaration.takesCommandLine ? [] : OutputFormat.allCases.map(\.option))
    }

    /// The option that a word names, alone or before `=`.
    func option(of word: String) -> Option? {
        guard !optionsEnded, word.hasPrefix("-") else { return nil }
        let name = word.prefix { $0 != "=" }
        return options.first { $0.name == name }
    }

    private mutating func read(_ option: Option, in word: String, next: () -> String?) {
        guard option.value != nil else { return }
        if let equals = word.firstIndex(of: "=") {
            values.append((option, String(word[word.index(after: equals)...])))
        } else if let value = next() {
            values.append((option, value))
        } else {
            openOption = option
        }
    }

    var meanings: [Parameter.Meaning] {
        let assignments: [Parameter.Meaning] = declaration.takesAssignments ? [.assignment] : []
        var meanings: [Parameter.Meaning] = []
        var rest = words[...]
        for parameter in declaration.parameters where parameter.meaning != .assignment {
            if case .after(let keyword) = parameter.count {
                if rest.isEmpty { meanings.append(.choice([keyword])) }
                guard rest.first == keyword else { continue }
                rest = rest.dropFirst()
            }
            guard !parameter.takesMany || parameter.meaning == .document, !rest.isEmpty else {
                return meanings + [meaning(of: parameter)] + assignments
            }
            rest = rest.dropFirst()
        }
        return meanings + assignments
    }

    private func meaning(of parameter: Parameter) -> Parameter.Meaning {
        words.first.flatMap(DefinitionAction.init).flatMap { parameter.meanings[$0] }
            ?? parameter.meaning
    }
}
