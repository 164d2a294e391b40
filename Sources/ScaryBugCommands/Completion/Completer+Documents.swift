import ScaryBugs

/// Completion of what a workspace holds: documents, and the values of their fields.
extension Completer {
    /// Completes the numbers of documents, and shows their titles. Documents that share a number have
    /// whole names, such as `1.scarybug`, except in a range.
    func documents(_ part: Part) -> Candidates {
        let digits = part.text.prefix(while: Self.digits.contains)
        guard part.text.isEmpty || !digits.isEmpty,
            let found = try? session.workspace.titles(
                ofNumbersBeginningWith: String(digits), atMost: Self.most + 1)
        else { return .none }
        let sharing = Dictionary(grouping: found, by: \.name.number).filter { $1.count > 1 }
        let names = found.prefix(Self.most).map { name, title in
            let isShared = part.head.last != "-" && sharing.keys.contains(name.number)
            return (isShared ? name.directoryName : String(name.number), title)
        }
        return part.described(names, areAll: found.count <= Self.most)
    }

    /// Completes the numbers of steps, the newest first, and shows their commands.
    func steps(_ part: Part, _ isUndone: Bool?) -> Candidates {
        guard let found = try? session.workspace.history(limit: Self.most) else { return .none }
        let steps = found.steps.filter { isUndone == nil || $0.isUndone == isUndone }
        let names = steps.map {
            (String($0.number), DisplayWidth.cut($0.command, to: Record.commandWidth))
        }
        return part.described(names, areAll: found.count <= Self.most)
    }

    /// The numbers of messages, with their senders and subjects.
    func messages(_ part: Part) -> Candidates {
        let found = (try? session.workspace.inboxMessages()) ?? []
        return part.described(
            found.map { message in
                let subject = "\(message.sender)  \(message.subject)"
                return (
                    String(message.number), DisplayWidth.cut(subject, to: Record.commandWidth)
                )
            })
    }

    func selections(_ part: Part) -> Candidates {
        if part.text.isEmpty { return documents(part) + names(part) }
        let beginsWithDigit = part.text.prefix(1).allSatisfy(Self.digits.contains)
        let numbers = beginsWithDigit ? documents(part.afterLast(of: ",-")) : .none
        return numbers + names(part) + queries(part)
    }

    private static let digits = "0123456789"

    /// Completes the last word of a selection that is a single argument. The command splits the
    /// argument again, so the word needs quotes of its own.
    func selectionWord(_ part: Part) -> Candidates {
        guard let word = Word(endOf: part.text, splitBy: SelectionWord.lexer) else { return .none }
        let head = part.head + String(decoding: part.text.utf8.prefix(word.start), as: UTF8.self)
        let found = selections(Part(word.text))
        return Candidates(found.list.map { $0.quoted(after: head) }, areAll: found.areAll)
    }

    /// The words that stand for documents.
    private func names(_ part: Part) -> Candidates {
        part.names(["all", QueryContext.lastWord]) + savedQueries(part, mark: "@")
    }

    /// Completes qualifiers and, after the colon, values.
    private func queries(_ part: Part) -> Candidates {
        let isNegated = part.text.hasPrefix("-")
        let start = part.text.index(part.text.startIndex, offsetBy: isNegated ? 1 : 0)
        let part = part.from(start)
        let context = queryContext
        guard let (qualifier, value) = part.divided(at: ":") else {
            // A `-` alone completes to options, not to negated qualifiers.
            if isNegated, part.text.isEmpty { return .none }
            let qualifiers = context.qualifiers.filter { !isNegated || !Self.unsigned.contains($0) }
            return part.names(qualifiers.map { $0 + ":" }, isFinal: false)
        }
        if isNegated, Self.unsigned.contains(qualifier) { return .none }
        switch qualifier {
        case "kind": return value.names(DocumentKind.all.map(\.name))
        case "has": return value.names(context.presences)
        case let name
        where context.field(named: name) == nil
            && ExchangeQuestion(rawValue: name) != nil:
            return value.names((try? session.workspace.exchangePeers()) ?? [])
        case "sort": return value.names(context.orders + context.orders.map { "-" + $0 })
        default:
            guard let field = context.field(named: qualifier) else { return .none }
            return values(
                value.afterLast(of: "|"), of: field, escaping: "|", form: QuotedValue.literal)
        }
    }

    /// The qualifiers that can't be negated.
    private static let unsigned = ["sort", "limit"]

    /// Completes the fields of the documents' kinds and, after `=`, values and paths.
    func assignments(_ part: Part, _ context: CompletionContext) -> Candidates {
        let fields = kinds(in: context).map(session.workspace.kind).editableFields
        guard let assignment = Assignment(part.text), let (_, value) = part.divided(at: "=") else {
            return part.names(fields.map { ($0.name + "=", $0.summary) }, isFinal: false)
        }
        guard let field = fields.first(where: { $0.name == assignment.field }) else { return .none }
        // Only a list takes `+=` and `-=`.
        guard assignment.operation == .set || field.type == .list else { return .none }
        if field.type == .picture { return paths(value) }
        if value.text.hasPrefix("@"), !value.text.hasPrefix("@@") { return paths(value.afterMark) }
        if field.type == .list {
            return values(value.afterLast(of: ","), of: field, escaping: "\\,", newestFirst: true)
        }
        let used = values(value, of: field, newestFirst: true) { $0.hasPrefix("@") ? "@" + $0 : $0 }
        guard field.name == Field.species.name else { return used }
        let known = Set(used.list.map(\.name))
        return used + listedNames(value, except: known)
    }

    private func kinds(in context: CompletionContext) -> [DocumentKind] {
        _ = preferences
        let workspace = session.workspace
        let later = CompletionContext(context.declaration, context.later)
        if let name = (context.values + later.values).last(where: { $0.option.meaning == .kind }) {
            return (try? [DocumentKind.named(name.value)]) ?? DocumentKind.all
        }
        if context.declaration.name == NewCommand.declaration.name {
            return [workspace.preferences.kind]
        }
        if context.words.isEmpty {
            return session.openDocument.map { [$0.kind] } ?? DocumentKind.all
        }
        guard let selection = try? Selection(context.words, in: session.queryContext),
            selection.isOne, let names = try? workspace.documentNames(in: selection)
        else { return DocumentKind.all }
        return names.map(\.kind)
    }

    /// Completes the values of a field that documents have.
    ///
    /// - Parameters:
    ///   - marks: the characters with a backslash before them.
    ///   - isNewestFirst: whether values that were entered lately come first.
    ///   - form: returns a value as its place needs it.
    private func values(
        _ part: Part, of field: Field, escaping marks: String = "",
        newestFirst isNewestFirst: Bool = false, form: (String) -> String = { $0 }
    ) -> Candidates {
        if field.type == .boolean { return part.names(["yes", "no"]) }
        guard
            let found = try? session.workspace.values(
                of: field, beginningWith: part.text.unescaping(marks), atMost: Self.most + 1,
                newestFirst: isNewestFirst)
        else { return .none }
        let candidates = found.prefix(Self.most).map {
            Candidate(part.head + form($0.escaping(marks)), name: $0)
        }
        return Candidates(candidates, areAll: found.count <= Self.most)
    }
}

extension Completer {
    /// Completes the names of the list that `config names` gives. The session reads it once.
    private func listedNames(_ part: Part, except known: Set<String>) -> Candidates {
        guard part.text.utf8.count > 1, case .text(let path) = preferences[.names], !path.isEmpty
        else { return .none }
        if session.listedNames?.path != path {
            let names = try? session.workspace.names(
                in: ImportSource(path: path, limits: session.workspace.limits))
            session.listedNames = (path, names ?? [])
        }
        let start = part.text.prefix(1).uppercased() + part.text.dropFirst().lowercased()
        let names = Array(
            (session.listedNames?.names ?? []).lazy
                .filter { $0.hasPrefix(start) && !known.contains($0) }.prefix(Self.most + 1))
        return Candidates(
            names.prefix(Self.most).map { Candidate(part.head + $0, name: $0) },
            areAll: names.count <= Self.most)
    }
}

extension Completer.Part {
    /// The part after the `@` with which it begins.
    fileprivate var afterMark: Completer.Part { from(text.index(after: text.startIndex)) }
}

extension String {
    /// The text with a backslash before each of some characters.
    fileprivate func escaping(_ characters: String) -> String {
        guard contains(where: characters.contains) else { return self }
        return reduce(into: "") { result, character in
            if characters.contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// The text without the backslashes that ``escaping(_:)`` adds.
    fileprivate func unescaping(_ characters: String) -> String {
        var (result, rest) = ("", self[...])
        while let character = rest.popFirst() {
            let isEscape = character == "\\" && rest.first.map(characters.contains) == true
            result.append(isEscape ? rest.removeFirst() : character)
        }
        return result
    }
}

extension Completer {
    /// Completes a path that is a whole word, which must not be an option.
    func pathWords(_ part: Part, _ context: CompletionContext) -> Candidates {
        let found = paths(part)
        if context.optionsEnded { return found }
        return Candidates(found.list.filter { !$0.word.hasPrefix("-") }, areAll: found.areAll)
    }

    func paths(_ part: Part) -> Candidates {
        let text = part.text
        // By bytes, because characters are found slowly from the end of some texts.
        let slash =
            text.utf8.lastIndex(of: UInt8(ascii: "/")).map(text.utf8.index(after:))
            ?? text.startIndex
        let (parent, beginning) = (String(text[..<slash]), text[slash...])
        let home = parent.prefix { parent.first == "~" && $0 != "/" }
        let rest = parent.dropFirst(home.count)
        let place = (session.paths.homeDirectory(home) ?? String(home)) + rest
        let shown = keepsHome ? parent : place
        let unquoted = part.head.utf8.count + (keepsHome ? home.utf8.count : 0)
        guard let directory = try? Directory.open(path: place.isEmpty ? "." : place),
            let found = try? Self.names(in: directory, beginningWith: beginning)
        else { return .none }
        return Candidates(
            found.sorted { $0.name < $1.name }.map { name, isDirectory in
                let isDirectory = isDirectory ?? directory.leadsToDirectory(name)
                let end = isDirectory ? "/" : ""
                return Candidate(
                    part.head + shown + name + end, name: name + end, isFinal: !isDirectory,
                    unquotedLength: unquoted)
            })
    }

    /// The names in a directory, and whether they are directories; nil for links. Hidden names need the
    /// dot.
    private static func names(
        in directory: Directory, beginningWith text: Substring
    ) throws -> [(name: String, isDirectory: Bool?)] {
        var names: [(name: String, isDirectory: Bool?)] = []
        let isHidden = text.utf8.first == UInt8(ascii: ".")
        try directory.forEachEntry { entry in
            guard entry.name.starts(with: text.utf8),
                (entry.name.first == UInt8(ascii: ".")) == isHidden,
                let name = String(validating: entry.name, as: UTF8.self)
            else { return }
            names.append((name, entry.isDirectory))
        }
        return names
    }
}
