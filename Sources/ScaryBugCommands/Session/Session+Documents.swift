import ScaryBugs

extension Session {
    /// Returns the documents that the words select, or the open document if there are no words.
    ///
    /// - Parameter keepsOrder: whether single numbers give the order of the documents.
    func documents(
        selectedBy words: [String], for declaration: Declaration,
        keepingOrder keepsOrder: Bool = false
    ) throws -> [DocumentName] {
        guard !words.isEmpty else { return [try theOpenDocument(for: declaration)] }
        return try documents(in: selection(words), readFrom: words, keepingOrder: keepsOrder)
    }

    /// Returns the one document that the words select, or the open document if there are no words.
    func document(_ words: [String], for declaration: Declaration) throws -> DocumentName {
        guard !words.isEmpty else { return try theOpenDocument(for: declaration) }
        let selection = try selection(words)
        let names = try selection.isOne ? documents(in: selection, readFrom: words) : []
        guard let name = names.first, names.count == 1 else {
            throw declaration.takesOne(selection, of: words, in: self.words.map(\.text))
        }
        return name
    }

    /// Returns the documents that a command will change or delete, or the open document if there
    /// are no words.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the words only exclude, such as
    ///   `-tag:dead`. They would select nearly everything.
    func documents(
        changedBy words: [String], for declaration: Declaration,
        hint: @autoclosure () -> String? = nil
    ) throws -> [DocumentName] {
        guard !words.isEmpty else { return [try theOpenDocument(for: declaration)] }
        let selection = try selection(words)
        guard selection.includesSomething else {
            // A word such as `-rf` followed `--`. The suggested line works without `--`.
            let advice = LineLexer.line(of: ["all"] + words.map(declaration.exclusion))
            throw ScaryBugsError(
                .invalidValue,
                "\(declaration.name) needs something to select: '\(LineLexer.line(of: words))' only "
                    + "excludes, sorts or limits; write '\(advice)'"
            ).at(words[0], see: .selections)
        }
        return try documents(in: selection, readFrom: words, hint: hint())
    }

    private func documents(
        in selection: Selection, readFrom words: [String], keepingOrder keepsOrder: Bool = false,
        hint: @autoclosure () -> String? = nil
    ) throws -> [DocumentName] {
        let names = try workspace.documentNames(in: selection, keepingOrder: keepsOrder)
        guard names.isEmpty else { return names }
        guard words != ["all"] else { throw ScaryBugsError(.notFound, Self.noDocuments) }
        throw ScaryBugsError(
            .notFound,
            "no document matches '\(words.joined(separator: " "))'; "
                + (hint() ?? self.hint(toEmpty: words) ?? "'list' shows all documents"))
    }

    private static let noDocuments = "there are no documents; 'new TITLE' makes one"

    /// Tells a user at a terminal that a result is empty. Programs are told only what the words may mean, and
    /// that the user of `--user` has no workspace, since the name may be mistyped.
    func reportNoDocuments(selectedBy words: [String], for declaration: Declaration) throws {
        let hint = Hint.sentence(
            for: LineLexer.line(of: words),
            among: Hint.ofOptions(declaration.options) + Hint.ofQualifierWords
                + (words.contains { ["or", "Or"].contains($0) } ? Hint.ofEmptyResults : []))
        guard output.isTerminal || hint != nil else {
            guard isOfNewUser else { return }
            return try notice("\(user) has no workspace here; 'users' lists those who have one")
        }
        if isOfNewUser {
            let name = workspace.user
            return try notice(
                "\(name) has no documents yet; 'new TITLE' makes one, 'users' lists the users")
        }
        guard ![[], ["all"]].contains(words) else { return try notice(Self.noDocuments) }
        let end = (hint ?? self.hint(toEmpty: words)).map { "; \($0)" } ?? ""
        try notice("no documents match\(end)")
    }

    /// The words that were probably meant by a selection that matches nothing; nil if nobody knows.
    private func hint(toEmpty words: [String]) -> String? {
        let line = LineLexer.line(of: words)
        // OR in capitals is the operator.
        if !words.contains("OR"), let hint = Hint.sentence(for: line, among: Hint.ofEmptyResults) {
            return hint
        }
        // The index answers only a user who waits for it.
        guard output.canAsk else { return nil }
        let context = queryContext
        return words.lazy.compactMap { [workspace] word in
            try? workspace.wholeValue(meantBy: word, in: context)
        }.first.map { "a list is searched for a whole value: \(LineLexer.line(of: [$0]))" }
    }

    /// - Parameter force: whether to take a photograph that is cut off.
    func edits(
        _ assignments: [Assignment], of kind: DocumentKind, force: Bool = false
    ) throws -> AssignedEdits {
        let source = WrittenValue.Source(
            .person, order: workspace.preferences.dateOrder, now: now)
        let edits = try withCurrentFields {
            try AssignedEdits(
                assignments, for: workspace.kind(kind), from: source, force: force,
                reading: textFile)
        }
        let photographs = PhotographGroup(edits.picture.file, edits.attached)
        if let (_, datum) = try photographs.notes.otherPosition {
            try warn(Datum.warning(about: 1, datum))
        }
        for doubt in edits.doubts { try warn(doubt) }
        return edits
    }

    /// The edits of `config new` for the fields that a kind has.
    func defaults(of kind: DocumentKind) throws -> [Edit] {
        guard case .text(let line) = workspace.preferences[.defaults] else { return [] }
        let fields = workspace.kind(kind)
        let assignments = (LineLexer.words(of: line.utf8) ?? []).compactMap { Assignment($0) }
        return try edits(assignments.filter { fields.field(named: $0.field) != nil }, of: kind)
            .edits
    }

    /// Checks a value of `config new`.
    func check(defaults line: String) throws {
        for word in LineLexer.words(of: line.utf8) ?? [line] {
            guard let assignment = Assignment(word), assignment.operation != .remove,
                !assignment.value.isEmpty, !assignment.value.hasPrefix("@"),
                ![Field.picture.name, Field.title.name].contains(assignment.field)
            else {
                throw ScaryBugsError(
                    .invalidValue,
                    "'\(word)' is no default; write config new='FIELD=VALUE tags+=VALUE', with "
                        + "quotes within it for a value with blanks, and without title and image")
            }
            let kind = DocumentKind.all.first {
                workspace.kind($0).field(named: assignment.field) != nil
            }
            _ = try edits([assignment], of: kind ?? workspace.preferences.kind)
        }
    }

    func selection(_ words: [String]) throws -> Selection {
        if words.contains(QueryContext.lastWord) { try warnOfQueryNamedLast() }
        do {
            return try withCurrentFields { try Selection(words, in: queryContext) }
        } catch let error as ScaryBugsError {
            throw shellHint(for: error).map(error.adding) ?? error
        }
    }

    /// A hint to quote a word such as `rating:>=3`; nil for another error. The shell reads `>=3` as the
    /// name of a file, so the word is only `rating:`.
    private func shellHint(for error: ScaryBugsError) -> String? {
        guard isFromShell, let word = error.part?.text, word.hasSuffix(":"),
            let type = queryContext.field(named: String(word.dropLast()))?.type,
            [.rating, .number, .count, .date, .timestamp].contains(type)
        else { return nil }
        return "the shell takes > and < for itself, so quote them: '\(word)>=3'"
    }

    private func warnOfQueryNamedLast() throws {
        guard !hasWarnedOfLast,
            workspace.preferences.savedQueries.contains(where: {
                "@" + $0.name == QueryContext.lastWord
            })
        else { return }
        hasWarnedOfLast = true
        try warn(
            "\(QueryContext.lastWord) stands for the documents that the last command printed, not for "
                + "your saved query 'last'; 'queries' shows its words, 'query add' saves them under "
                + "another name")
    }

    func columns(named names: String) throws -> DocumentColumns {
        try withCurrentFields { try DocumentColumns(names, in: queryContext) }
    }

    /// The columns of a list at a terminal. Their values need no names above them. A narrow terminal has
    /// no room for them, and shows those of a pipe.
    func usualColumns() throws -> DocumentColumns? {
        guard output.textWidth >= 60, case .text(let names) = Preference.columns.defaultValue else {
            return nil
        }
        return try withCurrentFields {
            try DocumentColumns(names, in: queryContext, hasNames: false)
        }
    }

    /// Parses the word after `count by` or `stats --by`.
    func grouping(_ word: String, after place: String = "count by") throws -> Grouping {
        try withCurrentFields { try Grouping(word, in: queryContext, after: place) }
    }

    /// Runs `body`. If it fails and another session has changed the custom fields, runs it again.
    private func withCurrentFields<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError
            where [.notFound, .invalidValue].contains(error.code)
        {
            let known = workspace.customFields
            guard workspace.readPreferences().customFields != known else { throw error }
            return try withCurrentFields(body)
        }
    }

    /// Checks a query before it gets a name.
    ///
    /// - Throws: ``ScaryBugsError`` if the query can't be used, for example because it refers to
    ///   itself.
    func check(_ query: SavedQuery) throws {
        guard "@" + query.name != QueryContext.lastWord else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(query.name)' cannot be the name of a query: \(QueryContext.lastWord) stands for the "
                    + "documents that the last command printed; choose another name")
        }
        let workspace = workspace
        try withCurrentFields {
            var context = QueryContext(
                now: now, fields: QueryContext.fields(adding: workspace.customFields),
                limits: workspace.limits
            ) { name in
                try name == query.name ? query.words : workspace.savedQuery(named: name)
            }
            context.defined = query.name
            _ = try Selection(["@" + query.name], in: context)
        }
    }

    /// The fields, saved queries and limits that a query's words can refer to.
    var queryContext: QueryContext {
        var context = QueryContext(
            now: now, fields: QueryContext.fields(adding: workspace.customFields),
            limits: workspace.limits, last: lastPrinted, savedQuery: workspace.savedQuery)
        let workspace = workspace
        context.dateOrder = workspace.preferences.dateOrder
        context.document = { try workspace.document(workspace.documentName($0)) }
        context.exchanged = { try workspace.documents($0, $1) }
        return context
    }

    private func theOpenDocument(for declaration: Declaration) throws -> DocumentName {
        if let openDocument {
            return try workspace.documentName(openDocument.number, of: openDocument.kind)
        }
        let isOne = declaration.parameters.first?.meaning == .document
        throw declaration.misuse(
            "needs \(isOne ? "the number of a document" : "a SELECTION"), since no document is open"
        )
    }

    /// Greets the user of an interactive session. It doesn't wait for an index to be built.
    func greet() throws {
        let count = (try? workspace.promptDocumentCount()) ?? nil
        let number = count.map { $0 == 0 ? ", no documents yet" : ", \($0.counting("document"))" }
        let isEmpty = count == 0
        let conflicts = (try? workspace.promptConflictCount()) ?? 0
        let conflictNote =
            conflicts == 0
            ? []
            : [
                "\(conflicts.counting("document")) with conflicts; 'list has:conflict' lists them"
            ]
        output.print(
            greeting: [
                "scarybug \(Program.version): \(user)\(number ?? "")",
                "'help' lists the commands\(isEmpty ? "; to begin, try:" : "")",
            ] + (isEmpty ? Self.firstLines : []) + defaultsNote + newMessages() + conflictNote)
    }

    private var defaultsNote: [String] {
        guard case .text(let line) = workspace.preferences[.defaults], !line.isEmpty else {
            return []
        }
        return ["new documents get \(line); 'config new=' ends that"]
    }

    /// Says at a prompt that something came.
    func noticeNewMessages() throws {
        for note in newMessages() { try notice(note) }
    }

    /// A sentence about the messages that wait, if some came since the last time.
    private func newMessages() -> [String] {
        let time = workspace.inboxTime()
        if time == noticedInbox { return [] }
        noticedInbox = time
        let waiting = (try? workspace.waitingMessages()) ?? 0
        let verb = waiting == 1 ? "waits" : "wait"
        return waiting == 0 ? [] : ["\(waiting.counting("message")) \(verb); 'inbox' lists them"]
    }

    /// Lines to try in an empty workspace, short enough for a narrow terminal.
    private static let firstLines = [
        "  new 'Stag Beetle' rating=4 tags=oak", "  list", "  set 1 place=garden",
    ]
}
