import ScaryBugs

/// Prints the words that may stand at the end of a command line. The scripts of
/// ``ShellCompletion`` call it, so no list shows it.
struct CompleteCommand: Command {
    private static let line = Parameter("LINE", .text)
    private static let bash = Option(
        "--bash", value: "END", "quote for bash, which replaces END, the end of LINE")

    static let declaration = Declaration(
        "complete", "Print the words that may stand at the end of a shell's line.",
        discussion: """
            Each word is a line: the word, a tab, its meaning. For bash, a word is two lines: the
            text that replaces END, and the text in a list.
            """,
        parameters: [line], options: [bash])

    let arguments: Arguments

    func run(in session: Session) throws {
        let line = arguments[Self.line].first ?? ""
        if let end = arguments.value(of: Self.bash) {
            return try complete(line, before: end, in: session)
        }
        guard let word = Completer.Word(endOf: line) else { return }
        // Not every shell expands a `~` after `FIELD=`, and none does in quotes.
        let keepsHome = line.utf8.dropFirst(word.start).first == UInt8(ascii: "~")
        let candidates = Self.candidates(
            for: word.text, after: word.earlier, keepsHome: keepsHome, in: session)
        // A `~` that was typed without quotes is a directory. A name that begins with it needs
        // quotes.
        for candidate in candidates.list where !keepsHome || candidate.unquotedLength > 0 {
            try session.output.print(text: "\(candidate.word)\t\(candidate.summary)")
        }
    }

    /// Prints the text that replaces the end of a line of bash for each candidate, and its label.
    private func complete(_ line: String, before end: String, in session: Session) throws {
        guard line.hasSuffix(end), let whole = BashLine(line.utf8),
            let head = BashLine(line.utf8.dropLast(end.utf8.count)),
            head.earlier.count == whole.earlier.count
        else { return }
        let candidates = Self.candidates(
            for: whole.word, after: whole.earlier, keepsHome: whole.beginsWithHome, in: session)
        for (candidate, label) in zip(candidates.list, candidates.labels())
        where candidate.word.hasPrefix(head.word) {
            try session.output.print(text: candidate.replacement(in: head) + "\n" + label)
        }
    }

    /// The candidates that a shell can show as they are.
    private static func candidates(
        for word: String, after words: [String], keepsHome: Bool, in session: Session
    ) -> Candidates {
        let earlier = Array(words.dropFirst())
        return Completer(Self.session(for: earlier, in: session), keepsHome: keepsHome)
            .programCandidates(for: word, after: earlier).visible
    }

    /// The session of the home and the user that the line names.
    private static func session(for words: [String], in session: Session) -> Session {
        let given = CompletionContext(ProgramDeclaration.declaration, words).values
            .filter { ["--home", "--user"].contains($0.option.name) }
            .flatMap { [$0.option.name, $0.value] }
        guard !given.isEmpty,
            let options = try? ProgramOptions(given + [declaration.name], session.environment)
        else { return session }
        return options.session(session.output)
    }
}

struct CompletionsCommand: Command {
    private static let shell = Parameter(oneOf: ShellCompletion.allCases.map(\.rawValue))

    static let declaration = Declaration(
        "completions", "Write a script that completes the program's words in a shell.",
        discussion: """
            For one session of bash or zsh: source <(scarybug completions bash). fish reads it from
            a pipe: scarybug completions fish | source.
            """,
        parameters: [shell],
        example: """
            $ scarybug completions fish | head -n 1
            # Completes the words of scarybug in fish. The program finds them.
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let shell: ShellCompletion? = try arguments.choice(Self.shell, for: Self.declaration)
        if let shell { try session.output.print(text: shell.script) }
    }
}
