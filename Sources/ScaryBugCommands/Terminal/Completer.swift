import Glibc
import ScaryBugs

/// Finds completions at the cursor, from the declarations of commands and fields.
struct Completer {
    let session: Session

    init(_ session: Session) {
        self.session = session
    }

    /// - Parameters:
    ///   - cursor: the cursor's position, as an offset into the line's UTF-8.
    ///   - earlier: the lines that this one continues, each with its newline.
    func complete(
        _ line: String, at cursor: Int, continuing earlier: String = ""
    ) -> Completion {
        let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
        let word = Word(endOf: earlier + before)
        let start = word.start - earlier.utf8.count
        // A word that began on an earlier line can't be replaced any more.
        guard start >= 0 else { return .none }
        return Completion(start: start, candidates: candidates(for: word, after: word.earlier))
    }

    private func candidates(for word: Word, after earlier: [String]) -> [Completion.Candidate] {
        guard let name = earlier.first else {
            return word.names(among: Commands.names)
        }
        guard let declaration = try? Commands.named(name).declaration else { return [] }
        let options = declaration.options + [.help] + OutputFormat.allCases.map(\.option)
        if let option = options.first(where: { $0.name == earlier.last }), option.value != nil {
            return candidates(for: word, option.meaning)
        }
        guard word.text.hasPrefix("-") else {
            return parameters(of: declaration, for: word, after: earlier).flatMap {
                candidates(for: word, $0.meaning)
            }
        }
        let takesQuery = declaration.parameters.contains { $0.meaning == .selection }
        return word.names(among: options.map(\.name)) + (takesQuery ? queries(word) : [])
    }

    /// The parameters that the word can belong to. After a keyword it is only one. After a selection,
    /// an assignment is more likely than more of the selection.
    private func parameters(
        of declaration: Declaration, for word: Word, after earlier: [String]
    ) -> [Parameter] {
        let all = declaration.parameters
        let keywords = earlier.dropFirst().map(Parameter.Count.after)
        if let parameter = all.first(where: { [$0.count] == keywords }) { return [parameter] }
        guard earlier.count > 1, !word.text.contains(":"),
            all.contains(where: { $0.meaning == .assignment })
        else { return all }
        return all.filter { $0.meaning != .selection }
    }

    private func candidates(
        for word: Word, _ meaning: Parameter.Meaning
    ) -> [Completion.Candidate] {
        switch meaning {
        case .assignment: assignments(word)
        case .command: word.names(among: Commands.names)
        case .outputFormat: word.names(among: OutputFormat.allCases.map(\.rawValue))
        case .exportFormat: word.names(among: ExportFormat.allCases.map(\.rawValue))
        case .path: word.paths(expanding: session.paths)
        case .selection: selections(word)
        case .user: word.names(among: (try? session.home.users().map(\.description)) ?? [])
        case .preference: preferences(word)
        case .kind: word.names(among: DocumentKind.all.map(\.name))
        case .choice(let words): word.names(among: words)
        case .customField: word.names(among: session.workspace.customFields.map(\.name))
        case .savedQuery: word.names(among: savedQueries)
        case .grouping: groupings(word)
        case .columns: columns(word)
        case .text, .query, .field, .commandLine: []
        }
    }

    /// Completes `by` after `count`, and the field after that.
    private func groupings(_ word: Word) -> [Completion.Candidate] {
        switch word.earlier.dropFirst() {
        case []: word.text.isEmpty ? [] : word.names(among: ["by"])
        case ["by"]: word.names(among: session.queryContext.groupings)
        default: []
        }
    }

    /// Completes the last name of a list.
    private func columns(_ word: Word) -> [Completion.Candidate] {
        let start = word.text.lastIndex(of: ",").map { word.text.index(after: $0) }
        let head = String(word.text[..<(start ?? word.text.startIndex)])
        return word.names(among: session.queryContext.columns.map { head + $0 }, isFinal: false)
    }

    private func selections(_ word: Word) -> [Completion.Candidate] {
        if word.text.isEmpty { return [] }
        return word.names(among: ["all", QueryContext.lastWord] + savedQueries.map { "@\($0)" })
            + queries(word)
    }

    private var savedQueries: [String] {
        session.workspace.preferences.savedQueries.map(\.name)
    }

    /// Completes keys and, after `=`, values from a fixed list.
    private func preferences(_ word: Word) -> [Completion.Candidate] {
        let choices = Preference.all.flatMap { preference -> [String] in
            guard case .choice(let names) = preference.type else { return [] }
            return names.map { "\(preference.name)=\($0)" }
        }
        guard word.text.contains("=") else {
            // A candidate doesn't end with `=`, because `KEY=` would restore the default.
            return word.names(among: Preference.all.map(\.name), isFinal: false)
        }
        return word.names(among: choices)
    }

    /// Completes field names, and file paths after `image=` and `notes=@`.
    private func assignments(_ word: Word) -> [Completion.Candidate] {
        guard let equals = word.text.firstIndex(of: "=") else {
            let names = FieldHelp.names + session.workspace.customFields.map(\.name)
            return word.names(among: names.map { $0 + "=" }, isFinal: false)
        }
        let value = word.text[word.text.index(after: equals)...]
        let head = String(word.text[...equals])
        let mark = value.hasPrefix("@") ? "@" : ""
        guard !mark.isEmpty || head == "image=" else { return [] }
        return word.paths(after: head + mark, expanding: session.paths)
    }
}
