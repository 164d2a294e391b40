extension DocumentData {
    /// Converts the data to the current format of a kind's app.
    ///
    /// - Returns: the data, and the names of the dropped fields, which the kind does not have.
    ///   Content that this program does not know is kept.
    func converted(to target: DocumentKind) throws -> (data: DocumentData, lost: [String]) {
        if target == kind.withoutCustomFields {
            var result = self
            try result.useFormOfApp()
            return (result, [])
        }
        // Custom fields are the same in all kinds.
        let target = target.adding(kind.customFields)
        var result = try DocumentData(self, as: target)
        var lost: [String] = []
        for field in kind.fields where field.type != .picture {
            if let other = target.field(named: field.name) {
                // The target key may already hold content that this program does not know.
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
}
