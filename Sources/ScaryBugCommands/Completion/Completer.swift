import ScaryBugs

/// Finds what may stand at the cursor, from the declarations of the commands. It answers for lines and
/// for the completion of shells.
struct Completer {
    let session: Session
    /// Whether a `~` stays as it was typed; otherwise the directory replaces it.
    let keepsHome: Bool

    /// The most candidates that are looked up in the index.
    static let most = 100

    init(_ session: Session, keepsHome: Bool = true) {
        (self.session, self.keepsHome) = (session, keepsHome)
    }

    /// - Parameters:
    ///   - cursor: the cursor's position, as an offset into the line's UTF-8.
    ///   - earlier: the lines that this one continues, each with its newline.
    func complete(_ line: String, at cursor: Int, continuing earlier: String = "") -> Completion {
        let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
        guard let word = Word(endOf: earlier + before) else { return .none }
        let start = word.start - earlier.utf8.count
        // A word that began on an earlier line can't be replaced any more.
        guard start >= 0 else { return .none }
        let later = LineLexer.words(of: line.utf8.dropFirst(cursor)) ?? []
        let candidates = candidates(for: word.text, after: word.earlier, before: later)
        return Completion(start: start, candidates: candidates.ofOneLine)
    }

    /// The candidates for a word of the program's command line.
    ///
    /// - Parameter earlier: the words before it, without the program's name.
    func programCandidates(for word: String, after earlier: [String]) -> Candidates {
        let context = CompletionContext(ProgramDeclaration.declaration, earlier)
        return context.words.isEmpty
            ? candidates(for: Part(word), context) : candidates(for: word, after: context.words)
    }

    /// The candidates for a word of a line, not quoted.
    ///
    /// - Parameters:
    ///   - earlier: the words before it, from the command's name.
    ///   - later: the words after it.
    func candidates(
        for word: String, after earlier: [String], before later: [String] = []
    ) -> Candidates {
        var earlier = earlier.drop { OutputFormat(optionNamed: $0) != nil }
        let isAssigning = Assignment(earlier.first ?? word) != nil
        if session.walk != nil, isAssigning { earlier.insert("set", at: earlier.startIndex) }
        guard let name = earlier.first else {
            let fields = CompletionContext(SetCommand.declaration, [])
            return commands(Part(word))
                + (session.walk == nil ? .none : assignments(Part(word), fields))
        }
        guard let declaration = Commands.known(name)?.declaration else { return .none }
        return candidates(
            for: Part(word),
            CompletionContext(declaration, earlier.dropFirst(), before: later))
    }

    private func candidates(for part: Part, _ context: CompletionContext) -> Candidates {
        if let option = context.openOption { return candidates(for: part, option.meaning, context) }
        if let option = context.option(of: part.text), option.value != nil,
            let (_, value) = part.divided(at: "=")
        {
            return candidates(for: value, option.meaning, context)
        }
        let all = meanings(of: part, in: context).reduce(Candidates.none) {
            $0 + candidates(for: part, $1, context)
        }
        return options(part, context) + all
    }

    /// The meanings that the word can have. After a selection, an assignment is more likely than more
    /// of the selection.
    private func meanings(of part: Part, in context: CompletionContext) -> [Parameter.Meaning] {
        let all = context.meanings
        guard context.declaration.takesAssignments, all.contains(.selection) else { return all }
        let begins = part.text.first.map { $0.isLetter } ?? true
        let isSelected = !context.words.isEmpty || session.openDocument != nil && part.text.isEmpty
        if isSelected, begins, !part.text.contains(":") { return [.assignment] }
        return part.text.isEmpty ? [.selection] : all
    }

    private func options(_ part: Part, _ context: CompletionContext) -> Candidates {
        guard part.text.hasPrefix("-"), !context.optionsEnded else { return .none }
        let options = context.options.sorted { $0.name < $1.name }
        return part.described(options.map { ($0.name, $0.summary) })
    }

    private func candidates(
        for part: Part, _ meaning: Parameter.Meaning, _ context: CompletionContext
    ) -> Candidates {
        switch meaning {
        case .assignment: assignments(part, context)
        case .helpSubject: commands(part) + topics(part)
        case .commandLine: commands(part)
        case .path: pathWords(part, context)
        case .document: documents(part)
        case .message: messages(part.afterLast(of: ",-"))
        case .step(let isUndone): steps(part.afterLast(of: "-"), isUndone)
        case .stepOr(let words): steps(part, nil) + part.names(words)
        case .selection: selections(part)
        case .query: selectionWord(part)
        case .selectionOrPath: selectionWord(part) + pathWords(part, context)
        case .user: part.names((try? session.home.users().map(\.description)) ?? [])
        case .preference: preferences(part)
        case .kind: part.names(DocumentKind.all.map(\.name))
        case .choice(let words): part.names(words)
        case .customField: part.names(preferences.customFields.map(\.name))
        case .savedQuery: savedQueries(part)
        case .grouping: part.names(queryContext.groupings)
        case .columns: columns(part)
        case .withheldFields:
            part.afterLast(of: ",").names(preferences.withholdableFields, isFinal: false)
        case .columnMapping: columnMappings(part, context)
        case .text, .field: .none
        }
    }

    /// The preferences, which another process may have changed.
    var preferences: Preferences { session.workspace.readPreferences() }

    var queryContext: QueryContext {
        _ = preferences
        return session.queryContext
    }

    private func commands(_ part: Part) -> Candidates {
        part.names(
            Commands.all.map { $0.declaration }.flatMap { command in
                ([command.name] + command.aliases).map { ($0, command.summary) }
            })
    }

    /// The topics that don't have the name of a command, too.
    private func topics(_ part: Part) -> Candidates {
        part.names(
            HelpCommand.topics.filter { !Commands.names.contains($0) }.map {
                ($0, HelpTopic(rawValue: $0)?.summary ?? "")
            })
    }

    /// Completes the last name of a list.
    private func columns(_ part: Part) -> Candidates {
        part.afterLast(of: ",").names(queryContext.columns, isFinal: false)
    }

    func savedQueries(_ part: Part, mark: String = "") -> Candidates {
        part.names(preferences.savedQueries.map { (mark + $0.name, LineLexer.line(of: $0.words)) })
    }

    /// Completes keys and, after `=`, values from a fixed list.
    private func preferences(_ part: Part) -> Candidates {
        guard let (key, value) = part.divided(at: "=") else {
            // A candidate doesn't end with `=`, because `KEY=` would restore the default.
            return part.names(
                session.workspace.preferences.all.map { ($0.name, $0.meaning) }, isFinal: false)
        }
        switch Preference.named(key)?.type {
        case .choice(let names): return value.names(names)
        case .names: return columns(value)
        default: return .none
        }
    }

    /// Completes the columns of the tables on the line and, after `=`, fields.
    private func columnMappings(_ part: Part, _ context: CompletionContext) -> Candidates {
        if let equals = part.text.utf8.lastIndex(of: UInt8(ascii: "=")) {
            let kinds = DocumentKind.all.map(session.workspace.kind)
            return part.from(part.text.index(after: equals)).names(kinds.editableNames)
        }
        let paths = (context.words + context.later).prefix(Self.mostTables)
        let columns = paths.flatMap { path in
            (try? session.workspace.tableColumns(
                ofFileAt: session.paths.path(of: LineWord(path)))) ?? []
        }
        return part.names(Set(columns).map { $0 + "=" }, isFinal: false)
    }

    private static let mostTables = 5
}

extension [DocumentKind] {
    /// The names of the fields that a user can set, each once.
    var editableNames: [String] { editableFields.map(\.name) }

    var editableFields: [Field] {
        flatMap(\.fields).filter(\.isEditable).reduce(into: []) { fields, field in
            if !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
        }
    }
}
