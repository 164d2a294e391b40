import KeyedArchive

extension DocumentData {
    /// The data in the form that the app of a kind reads today.
    ///
    /// - Returns: the data, and the names of what the kind does not have and is therefore left out.
    ///   What this program does not know stays.
    func converted(to target: DocumentKind) throws -> (data: DocumentData, lost: [String]) {
        if target == kind {
            var result = self
            try result.useFormOfApp()
            return (result, [])
        }
        // They are the same in all kinds.
        let target = target.adding(kind.ownFields)
        var result = try DocumentData(self, as: target)
        var lost: [String] = []
        for field in kind.fields where field.type != .picture {
            if let other = target.field(named: field.name) {
                // What is not understood may have the very key.
                if other.key != field.key, keys.contains(other.key) { lost.append(other.key) }
                try result.move(field, to: other)
            } else {
                try result.remove(field)
                if hasValue(field) { lost.append(field.name) }
            }
        }
        try result.useFormOfApp()
        return (result, lost)
    }

    /// Whether a field has a value, understood or not, that is not what it has by default.
    func hasValue(_ field: Field) -> Bool {
        guard keys.contains(field.key), archivedValue(of: field) != .null else { return false }
        switch self[field] {
        case .rating(0), .list([]), .text(""): return !isReadable(field)
        default: return true
        }
    }
}

extension ArchivedValue {
    var isDate: Bool {
        if case .date = self { return true }
        return false
    }
}
