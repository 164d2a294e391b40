import ScaryBugs

extension Record {
    /// A change of a field, `3  rating 2 → 4`, or of a whole document: `would remove 3  Weta`.
    ///
    /// - Parameter verbs: the words for a document that appears, and for one that disappears.
    init(_ change: FieldChange, verbs: (added: String, removed: String) = wouldChange) {
        let (before, after) = (Value(change.before), Value(change.after))
        self.init(
            Self.cells(change, before, after, verbs),
            Self.values(of: change, before, after),
            columns: Self.values(of: change, before.inOneColumn, after.inOneColumn))
    }

    static let wouldChange = (added: "would add", removed: "would remove")

    private static func cells(
        _ change: FieldChange, _ before: Value, _ after: Value,
        _ verbs: (added: String, removed: String)
    ) -> [Cell] {
        guard let field = change.field else {
            let (verb, title) = change.after == nil ? (verbs.removed, before) : (verbs.added, after)
            let text = title.text ?? ""
            guard let document = change.document else { return [Cell("\(verb) \(text)")] }
            return [
                Cell(verb, .label), Cell(String(document.number), .number),
                Cell(Record.shownTitle(text)),
            ]
        }
        let subject =
            change.document.map { Cell(String($0.number), .number) } ?? Cell("preferences")
        let (old, new) = ComparedTexts.cut(before.display, after.display)
        return [subject, Cell("\(field) \(old) → \(new)")]
    }

    private static func values(of change: FieldChange, _ before: Value, _ after: Value) -> Values {
        [
            ("number", .integer(change.document?.number)),
            ("kind", .string(change.document?.kind.name)), ("field", .string(change.field)),
            ("before", before), ("after", after),
        ]
    }
}

extension Record.Value {
    fileprivate init(_ value: FieldChange.Value?) {
        switch value {
        case .field(let value): self.init(value)
        case .picture(let picture): self = .picture(picture)
        case .other(let value): self.init(value)
        case nil: self = .null
        }
    }

    /// The text for people on one line; never empty.
    fileprivate var display: String {
        let text = Output.text(self, hasStars: false) ?? ""
        return text.isEmpty ? "(none)" : TerminalText.text(text)
    }

    /// The value for a column that takes values of all types. A picture alone would take two.
    fileprivate var inOneColumn: Self {
        if case .picture(let picture?) = self {
            return .string("\(picture.mediaType), \(picture.size) bytes")
        }
        return self
    }
}

/// The two texts of a change, short enough to stand side by side on a line.
enum ComparedTexts {
    /// The longest text that is shown whole, in columns.
    private static let width = 32
    /// The number of equal characters that stay in front of the first difference.
    private static let context = 12

    /// Shortens the texts so that their first difference stays visible.
    static func cut(_ before: String, _ after: String) -> (before: String, after: String) {
        guard max(DisplayWidth.columns(of: before), DisplayWidth.columns(of: after)) > width
        else { return (before, after) }
        let equal = zip(before, after).prefix { $0 == $1 }.count
        let surplus = equal - context
        let cut = { (text: String) in
            DisplayWidth.cut(surplus > 1 ? "…" + text.dropFirst(surplus) : text, to: width)
        }
        return (cut(before), cut(after))
    }
}

extension Session {
    /// Prints the changes that a command would make, or one line for people if there are none.
    ///
    /// - Parameters:
    ///   - verbs: the words for a document that appears, and for one that disappears.
    ///   - body: changes documents of the workspace, or tells why they could not be changed.
    func printDryRun(
        verbs: (added: String, removed: String) = Record.wouldChange,
        _ body: (Workspace) throws -> [Result<Effect, any Error>]
    ) throws {
        var isIdle = true
        for result in try workspace.dryRun({ try body(workspace) }) {
            try reportingErrors {
                for change in try result.get().changes {
                    isIdle = false
                    try output.print(row: Record(change, verbs: verbs))
                }
            }
            if case .failure = result { isIdle = false }
        }
        if isIdle { try output.print(note: "nothing would change") }
    }

    /// Tells which fields photographs filled, once for a command: `seen and at from 58 photographs`.
    ///
    /// - Parameter filled: the names of the fields that each document got from its photographs.
    func report(filled: [[String]]) throws {
        var counts: [(name: String, count: Int)] = []
        for names in filled {
            for name in names {
                if let index = counts.firstIndex(where: { $0.name == name }) {
                    counts[index].count += 1
                } else {
                    counts.append((name, 1))
                }
            }
        }
        guard let first = counts.first else { return }
        let names = counts.map(\.name).joined(separator: " and ")
        let parts =
            counts.allSatisfy { $0.count == first.count }
            ? ["\(names) from \(first.count.counting("photograph"))"]
            : counts.map { "\($0.name) from \($0.count.counting("photograph"))" }
        try notice(parts.joined(separator: ", "))
    }
}
