import ScaryBugs

extension Declaration {
    /// Returns the option that a word names; nil if the word isn't an option.
    ///
    /// - Parameter line: all words, for the message about an unknown option.
    func option(for word: String, in line: [LineWord]) throws -> Option? {
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
        if ProgramDeclaration.declaration.options.contains(where: { $0.name == name }) {
            throw misuse(
                "has no option \(name): it is the program's and stands before the command", at: word
            )
        }
        let nearest = SpellingSuggestion.name(to: name, among: all.map(\.name))
        throw misuse(
            "has no option \(name)", at: word,
            hint: qualifierHint(words) ?? nearest.map { "the nearest is '\($0)'" })
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

    /// A hint such as `write limit:3` for the words `--limit 3`; nil unless the command
    /// takes a query, which has a qualifier of that name.
    private func qualifierHint(_ words: [String]) -> String? {
        guard takesQuery else { return nil }
        return Hint.sentence(for: LineLexer.line(of: words), among: Hint.ofQualifiers)
    }

    /// The error for a word such as `-rf` or `-sort`. It suggests the qualifier or the most similar
    /// option.
    private func mistakenOption(_ word: String, in words: [String]) -> ScaryBugsError {
        let hint =
            qualifierHint(words) ?? nearestOption(to: word).map { "the nearest is '\($0)'" }
        let exclusion =
            takesQuery
            ? "'\(exclusion(word))' excludes the word \(word.dropFirst())"
            : takesText ? "'\(name) -- \(word)' takes it as a text" : nil
        let hints = [hint, exclusion].compactMap(\.self)
        return misuse(
            "has no option \(word)", at: word,
            hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
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
        "f": [Option.yes.name, "--force"], "n": [Option.dryRun.name],
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
    ///
    /// - Parameter line: all words. The last one may be the number.
    func takesOne(
        _ selection: Selection, of words: [String], in line: [String]
    ) -> ScaryBugsError {
        let others = line.drop { $0 != words.first }.dropLast()
        let isLast = !others.isEmpty && !parameters.dropFirst().contains(where: \.isQuery)
        let hint =
            isLast && Int(line.last ?? "") != nil
            ? "write " + LineLexer.line(of: [name] + line.suffix(1) + others)
            : "'\(LineLexer.line(of: ["list"] + words))' shows the numbers"
        return misuse(
            "takes the number of one document", at: words.last,
            hint: selection.isQuery ? hint : nil)
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
    func value(in word: String, next: () -> String?) throws -> String {
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
