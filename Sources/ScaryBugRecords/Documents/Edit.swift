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
        if case .list(let values) = self[field] { return values }
        return []
    }
}

extension [Edit] {
    /// At most three edits of each field, with the same result: one sets a value, one removes values from
    /// a list, and one adds some to it. Each edit copies the whole list.
    package var joined: [Edit] {
        var lists: [String: ListEdit] = [:]
        var result: [Edit] = []
        for edit in self {
            switch edit {
            case .set, .clear: result.append(edit)
            case .add(let field, let values):
                lists[field.name, default: ListEdit(field)].add(values)
            case .remove(let field, let values):
                lists[field.name, default: ListEdit(field)].remove(values)
            }
        }
        let changes = lists.values.sorted { $0.field.name < $1.field.name }
        return result + changes.flatMap(\.edits)
    }
}

/// The result of several `tags+=` and `tags-=` for a list.
private struct ListEdit {
    let field: Field
    private var removed: [String] = []
    /// The values that are added, with nil for one that is removed after that.
    private var added: [String?] = []
    /// The indices in `added`, by the folded value.
    private var places: [String: Int] = [:]

    init(_ field: Field) { self.field = field }

    mutating func add(_ values: [String]) {
        for value in values where places[Tokenizer.folded(value)] == nil {
            places[Tokenizer.folded(value)] = added.count
            added.append(value)
        }
    }

    mutating func remove(_ values: [String]) {
        removed += values
        for value in values {
            if let place = places.removeValue(forKey: Tokenizer.folded(value)) {
                added[place] = nil
            }
        }
    }

    /// The edits: first what is removed, because some of it may be added again.
    var edits: [Edit] {
        let present = added.compactMap(\.self)
        return (removed.isEmpty ? [] : [.remove(field, removed)])
            + (present.isEmpty ? [] : [.add(field, present)])
    }
}
