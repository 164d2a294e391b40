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
    /// Applies an edit.
    public mutating func apply(_ edit: Edit) throws {
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
        if case .list(let values) = self[field] { return values }
        return []
    }
}
