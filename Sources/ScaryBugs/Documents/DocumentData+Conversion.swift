import KeyedArchive

extension DocumentData {
    /// The data in the form that the app of a kind reads today: as it is where it has that form.
    ///
    /// - Returns: the data, and those fields with a value that the kind does not have and that are
    ///   therefore left out. What this program does not know stays.
    func converted(to target: DocumentKind) throws -> (data: DocumentData, lost: [Field]) {
        if target == kind { return (try inFormOfApp(), []) }
        var result = try DocumentData(self, as: target)
        var lost: [Field] = []
        for field in kind.fields where field.type != .picture {
            let value = self[field]
            if let other = target.field(named: field.name) {
                guard other.key != field.key || field.type == .rating else { continue }
                try result.remove(field)
                if let value { try result.set(value, for: other) }
            } else {
                try result.remove(field)
                if hasValue(field) { lost.append(field) }
            }
        }
        try result.useFormOfApp()
        return (result, lost)
    }

    private func inFormOfApp() throws -> DocumentData {
        if try isInFormOfApp { return self }
        var result = self
        try result.useFormOfApp()
        return result
    }

    /// Whether a field has a value that is not what it has by default.
    func hasValue(_ field: Field) -> Bool {
        switch self[field] {
        case nil, .rating(0), .list([]), .text(""), .boolean(false), .count(0): false
        default: true
        }
    }
}
