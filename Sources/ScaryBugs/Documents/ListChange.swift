extension [Edit] {
    /// At most three edits of each field, with the same result: one sets a value, one removes values from
    /// a list, and one adds some to it. Each edit copies the whole list.
    package var joined: [Edit] {
        var lists: [String: ListChange] = [:]
        var result: [Edit] = []
        for edit in self {
            switch edit {
            case .set, .clear: result.append(edit)
            case .add(let field, let values):
                lists[field.name, default: ListChange(field)].add(values)
            case .remove(let field, let values):
                lists[field.name, default: ListChange(field)].remove(values)
            }
        }
        let changes = lists.values.sorted { $0.field.name < $1.field.name }
        return result + changes.flatMap(\.edits)
    }
}

/// The result of several `tags+=` and `tags-=` for a list.
private struct ListChange {
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
