import ScaryBugs

/// Hints for words that a command does not take.
extension Arguments {
    /// The error for a word too many: a title or a value with blanks may lack its quotes.
    func excess(
        _ word: String, of words: [String], for declaration: Declaration
    ) -> ScaryBugsError {
        if let joined = Assignment.joined(words) {
            return declaration.misuse(Self.blankProblem(joined), at: word)
        }
        let problem = "does not take '\(word)'"
        if let quotingHint, splitValue.contains(word) {
            return ScaryBugsError(.invalidValue, "\(declaration.name) \(problem); \(quotingHint)")
                .at(word)
        }
        let what: String
        switch declaration.parameters.first?.meaning {
        case .field(let field): what = field.name
        case .path: what = "path"
        default: return declaration.misuse(problem, at: word)
        }
        let line = LineLexer.line(of: [declaration.name, words.joined(separator: " ")])
        let fields = declaration.takesAssignments ? Assignment.afterTitle(words) : nil
        let hint =
            Assignment.meant(by: [word]).map { "write \($0.text)" }
            ?? fields.map { "write \($0), or \(line) for a \(what) with blanks" }
            ?? "a \(what) with blanks needs quotes: \(line)"
        return ScaryBugsError(.invalidValue, "\(declaration.name) \(problem); \(hint)").at(word)
    }

    /// The error for a missing assignment. A word may be meant as one, or as a part of one.
    static func missing(
        _ parameter: Parameter, among words: [String], for declaration: Declaration
    ) -> ScaryBugsError {
        if let joined = Assignment.joined(words) {
            let sign = words.first { $0.hasPrefix("=") || $0.hasSuffix("=") }
            return declaration.misuse(blankProblem(joined), at: sign)
        }
        if let word = words.first(where: { $0.hasPrefix("=") }) {
            return declaration.misuse("needs a field before '\(word)'", at: word)
        }
        let meant = Assignment.meant(by: words, else: "VALUE")
        let example = meant.map { ", such as \($0.text)" } ?? ""
        return declaration.misuse("needs \(parameter.name)\(example)", at: meant?.word)
    }

    private static func blankProblem(_ joined: String) -> String {
        "takes no blank beside =; write \(joined)"
    }

    /// What to do where words follow an assignment.
    var quotingHint: String? {
        guard splitValue.count > 1 else { return nil }
        let word = splitValue.joined(separator: " ")
        if let joined = Assignment.joined(splitValue) {
            return "write \(joined), without a blank beside ="
        }
        let isQuoted = splitValue[0].contains { $0.isWhitespace }
        return (isQuoted ? "quotes hold a whole value: " : "a value with blanks needs quotes: ")
            + LineLexer.line(of: [word])
    }

    /// A title such as `a=b` looks like an assignment.
    static func hint(to parameter: Parameter) -> String {
        guard case .field(let field) = parameter.meaning else { return "" }
        return " (write \(field.name)=… for one with = in it)"
    }
}

extension Declaration {
    /// Whether a word is written like another program's option: `-rf`, `-force` for `--force`, or `-sort`,
    /// where a query has the qualifier `sort:` and cannot negate it.
    func isMistakenOption(_ word: String) -> Bool {
        guard word.utf8.first == UInt8(ascii: "-") else { return false }
        return Option.isShort(word) || options.contains { $0.name == "-\(word)" }
            || takesQuery && QueryContext.notNegated.contains(String(word.dropFirst()))
    }

    /// Rewrites a word such as `-rf` as `-:rf`, which is always part of a query. Returns other
    /// words unchanged.
    func exclusion(_ word: String) -> String {
        isMistakenOption(word) ? "-:\(word.dropFirst())" : word
    }

    /// A hint such as `; write limit:3` for the word `--limit=3`, or the words `--limit 3`.
    ///
    /// - Parameter next: returns the next word.
    /// - Returns: nil unless the command takes a query, which has a qualifier of that name.
    func qualifierHint(to word: String, next: () -> String?) -> String? {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
        guard takesQuery, let name = parts.first,
            QueryContext.qualifiers(of: QueryContext.builtInFields).contains(name)
        else { return nil }
        let value = parts.dropFirst().first ?? next() ?? "VALUE"
        return "; write \(LineLexer.line(of: ["\(name):\(value)"]))"
    }

    /// The error for another selection in place of the number of a document. `list` shows the numbers of
    /// the documents that a query finds.
    func takesOne(_ selection: Selection, of words: [String]) -> ScaryBugsError {
        let hint =
            selection.isQuery ? "; '\(LineLexer.line(of: ["list"] + words))' shows the numbers" : ""
        return misuse("takes the number of one document\(hint)", at: words.last)
    }

    /// The option that words such as `columns=title` mean; nil if there is none.
    func option(meantBy words: [String]) -> String? {
        words.lazy.compactMap(Assignment.init).first { assignment in
            options.contains { $0.name == "--\(assignment.field)" && $0.value != nil }
        }.map { LineLexer.line(of: ["--\($0.field)", $0.value]) }
    }
}
