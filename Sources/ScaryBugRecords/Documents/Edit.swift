/// A validated change of one field, such as `set 3 tags+=garden`.
public enum Edit: Hashable, Sendable {
    case set(Field, FieldValue)
    case clear(Field)
    case add(Field, [String])
    case remove(Field, [String])

    package var field: Field {
        switch self {
        case .set(let field, _), .clear(let field), .add(let field, _), .remove(let field, _):
            field
        }
    }
}

extension DocumentData {
    /// Applies an edit, which ends a conflict of the field.
    public mutating func apply(_ edit: Edit) throws {
        try change(edit)
        let key = kind.field(named: edit.field.name)?.key
        try end(conflicts.filter { $0.register.key == key })
    }

    private mutating func change(_ edit: Edit) throws {
        switch edit {
        case .set(let field, let value): try set(value, for: field)
        case .clear(let field): try set(nil, for: field)
        case .add(let field, let values):
            try checkReadable(field)
            let present = list(of: field)
            var known = Set(present.map(Tokenizer.folded))
            let added = values.filter { known.insert(Tokenizer.folded($0)).inserted }
            try set(.list(present + added), for: field)
        case .remove(let field, let values):
            try checkReadable(field)
            let removed = Set(values.map(Tokenizer.folded))
            let kept = list(of: field).filter { !removed.contains(Tokenizer.folded($0)) }
            try set(.list(kept), for: field)
        }
    }

    /// Throws if the list has elements that this program can't read, because editing would lose
    /// them.
    private func checkReadable(_ field: Field) throws {
        guard isReadable(field) else {
            throw ScaryBugsError(
                .damaged,
                "\(field.name) holds more than texts; \(field.name)=VALUE puts a new list in its place"
            )
        }
    }

    private func list(of field: Field) -> [String] {
        if case .list(let values) = self[field] { values } else { [] }
    }
}

extension [Edit] {
    /// Fewer edits with the same result: one for several in a row that add values to a list, or remove some.
    /// Each edit copies the whole list.
    package var joined: [Edit] {
        var runs: [[Edit]] = []
        for edit in self {
            if runs.last?.last?.isOfSameRun(as: edit) == true {
                runs[runs.count - 1].append(edit)
            } else {
                runs.append([edit])
            }
        }
        return runs.flatMap { run -> [Edit] in
            switch run.first {
            case .add(let field, _): [.add(field, run.flatMap(\.values))]
            case .remove(let field, _): [.remove(field, run.flatMap(\.values))]
            default: run
            }
        }
    }
}

extension Edit {
    fileprivate func isOfSameRun(as other: Edit) -> Bool {
        switch (self, other) {
        case (.add, .add), (.remove, .remove): field == other.field
        default: false
        }
    }

    /// The values that it adds to a list, or removes.
    fileprivate var values: [String] {
        switch self {
        case .add(_, let values), .remove(_, let values): values
        case .set, .clear: []
        }
    }
}
