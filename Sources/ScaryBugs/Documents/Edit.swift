/// A change of one field: what `set 3 tags+=garden` asks for, checked.
public enum Edit: Hashable, Sendable {
    case set(Field, FieldValue)
    case clear(Field)
    case add(Field, [String])
    case remove(Field, [String])
}

extension DocumentData {
    /// Makes a change.
    public mutating func apply(_ edit: Edit) throws {
        switch edit {
        case .set(let field, let value): try set(value, for: field)
        case .clear(let field): try set(nil, for: field)
        case .add(let field, let values):
            try checkReadable(field)
            let present = list(of: field)
            let added = values.filter { !present.contains($0) }
            try set(.list(present + added), for: field)
        case .remove(let field, let values):
            try checkReadable(field)
            try set(.list(list(of: field).filter { !values.contains($0) }), for: field)
        }
    }

    /// Refuses to lose what is in a list that is not understood.
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
