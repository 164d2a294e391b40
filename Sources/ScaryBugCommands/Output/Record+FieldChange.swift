import ScaryBugs

extension Record {
    /// A change of a field, `3  rating 2 → 4`, or of a whole document: `would remove 3  Weta`.
    ///
    /// - Parameter verbs: the words for a document that appears, and for one that disappears.
    init(_ change: FieldChange, verbs: (added: String, removed: String)) {
        let (before, after) = (Value(change.before), Value(change.after))
        self.init(
            Self.cells(change, before, after, verbs),
            Self.values(of: change, before, after),
            columns: Self.values(of: change, before.inOneColumn, after.inOneColumn))
    }

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

extension FieldChange {
    /// The value after the change, on one short line.
    var shownAfter: String { ComparedTexts.cut("", Record.Value(after).display).after }
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
