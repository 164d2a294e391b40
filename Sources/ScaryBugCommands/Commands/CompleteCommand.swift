import ScaryBugs

/// Prints the words that may stand at the end of a command line. The scripts of
/// ``ShellCompletion`` call it, so no list shows it.
struct CompleteCommand: Command {
    private static let line = Parameter("LINE", .text)
    private static let end = Parameter("END", .text, .optional)

    static let declaration = Declaration(
        "complete", "Print the words that may stand at the end of a shell's line.",
        discussion: "END is the part of the last word that the shell replaces.",
        parameters: [line, end])

    let arguments: Arguments

    func run(in session: Session) throws {
        let line = arguments[Self.line].first ?? ""
        guard let word = Completer.Word(endOf: line) else { return }
        // Not every shell expands a `~` after `FIELD=`, and none does in quotes.
        let keepsHome = line.utf8.dropFirst(word.start).first == UInt8(ascii: "~")
        let earlier = Array(word.earlier.dropFirst())
        let kept = arguments[Self.end].first.map { Self.kept(of: word.text, before: $0) } ?? ""
        let candidates = Completer(Self.session(for: earlier, in: session), keepsHome: keepsHome)
            .programCandidates(for: word.text, after: earlier).ofOneLine
        for candidate in candidates.list where candidate.word.hasPrefix(kept) {
            let text = candidate.word.dropFirst(kept.count)
            try session.output.print(text: "\(text)\t\(candidate.summary)")
        }
    }

    /// The part of the word before the part that the shell replaces.
    private static func kept(of word: String, before end: String) -> String {
        // The end may be quoted, or stand after an open quote.
        let ends = [end] + (LineLexer.words(of: end.utf8) ?? []).prefix(1)
        return ends.first(where: word.hasSuffix).map { String(word.dropLast($0.count)) } ?? ""
    }

    /// The session of the home and the user that the line names.
    private static func session(for words: [String], in session: Session) -> Session {
        let given = CompletionContext(ProgramOptions.declaration, words).values
            .filter { ["--home", "--user"].contains($0.option.name) }
            .flatMap { [$0.option.name, $0.value] }
        guard !given.isEmpty,
            let options = try? ProgramOptions(given + [declaration.name], session.environment)
        else { return session }
        return options.session(session.output)
    }
}
