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

extension Completer {
    /// The word before the cursor of a line, as far as it is typed.
    struct Word {
        /// The word with its quotes and backslashes resolved.
        let text: String
        /// The start of the word, as an offset in UTF-8.
        let start: Int
        let earlier: [String]

        /// Splits the line up to the cursor; nil in a comment. An open quote belongs to the last word.
        init?(endOf line: String, splitBy lexer: LineLexer = LineLexer()) {
            guard let head = lexer.words(beforeLastOf: line.utf8) else { return nil }
            (earlier, start) = head
            let rest = line.utf8.index(line.utf8.startIndex, offsetBy: start)
            text = Self.resolved(String(line[rest...]), by: lexer)
        }

        private static func resolved(_ raw: String, by lexer: LineLexer) -> String {
            // The character after a last backslash isn't typed yet.
            let isEscaping =
                lexer.words(of: raw.utf8) == nil && lexer.words(of: (raw + "\\").utf8) != nil
            if isEscaping { return resolved(String(raw.dropLast()), by: lexer) }
            for closing in ["", "'", "\""] {
                if let words = lexer.words(of: (raw + closing).utf8) {
                    return words.first ?? ""
                }
            }
            return raw
        }
    }

    /// The part of a word that candidates replace, after a part that stays: `gar` after `tags=`.
    struct Part {
        private(set) var head = ""
        private(set) var text: String

        init(_ word: String) {
            text = word
        }

        func from(_ index: String.Index) -> Part {
            var part = self
            part.head += text[..<index]
            part.text = String(text[index...])
            return part
        }

        /// The text before a mark, and the part after it; nil without the mark.
        func divided(at mark: Character) -> (name: String, value: Part)? {
            text.firstIndex(of: mark).map { (String(text[..<$0]), from(text.index(after: $0))) }
        }

        /// The part after the last of some marks that has no backslash before it.
        func afterLast(of marks: String) -> Part {
            var start = text.startIndex
            var isEscaped = false
            for index in text.indices {
                if !isEscaped, marks.contains(text[index]) { start = text.index(after: index) }
                isEscaped = !isEscaped && text[index] == "\\"
            }
            return from(start)
        }

        func names(_ names: [String], isFinal: Bool = true) -> Candidates {
            self.names(names.map { ($0, "") }, isFinal: isFinal)
        }

        func names(_ names: [(name: String, summary: String)], isFinal: Bool = true) -> Candidates {
            Candidates(
                names.filter { $0.name.hasPrefix(text) }.sorted { $0.name < $1.name }.map {
                    Candidate(head + $0.name, name: $0.name, $0.summary, isFinal: isFinal)
                })
        }

        /// Names in their order, with summaries that a list shows.
        func described(
            _ names: [(name: String, summary: String)], areAll: Bool = true
        ) -> Candidates {
            Candidates(
                names.filter { $0.name.hasPrefix(text) }.map {
                    Candidate(head + $0.name, name: $0.name, $0.summary, showsSummary: true)
                }, areAll: areAll)
        }
    }
}
