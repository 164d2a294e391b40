extension DocumentData {
    /// Gives empty fields their defaults, and adds default values to lists.
    ///
    /// - Parameter edits: the edits of the user, which outrank the defaults.
    package mutating func fill(defaults: [Edit], after edits: [Edit]) throws {
        for edit in defaults {
            let own = edits.filter { $0.field.name == edit.field.name }
            if case .add = edit {
                let isCleared = own.contains { if case .clear = $0 { true } else { false } }
                if !isCleared { try apply(edit) }
            } else if own.isEmpty, !hasValue(edit.field) {
                try apply(edit)
            }
        }
    }
}
