extension Field {
    /// Makes a custom field, which documents of all kinds have. Its name is also its key.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the name is invalid or taken, or if
    ///   ``ValueType/custom`` does not contain the type.
    public convenience init(custom name: String, _ type: ValueType) throws {
        guard ValueType.custom.contains(type) else {
            throw ScaryBugsError(
                .invalidValue, "a custom field cannot be a \(type.name)")
        }
        try parsing(name) { try CustomName.check(name, of: "field") }
        if let reason = Self.takenNames[name.lowercased()] {
            throw ScaryBugsError(
                .invalidValue, "'\(name)' cannot be the name of a custom field: \(reason)"
            ).at(name)
        }
        let hidden = Field.common.first { $0.givesWay && $0.name == name.lowercased() }
        let remark = hidden.map { "; it hides the field '\($0.name)': \($0.summary)" } ?? ""
        self.init(name, key: name, type, "a custom field: \(type.summary)\(remark)")
    }

    /// Reserved names and keys, in lower case, with the reason for each.
    private static let takenNames: [String: String] = {
        let reserved =
            ["kind", "has", "sort", "limit", "tag", DocumentData.versionKey]
            + ExchangeQuestion.allCases.map(\.rawValue)
            + ["changed", "knownAs", "identical", "skipped", DocumentRecord.other]
            + ["relation", "into", "exchanges", "authors"]
            + [Field.conflict.name, DocumentRecord.conflictsName]
            + DocumentRecord.printed
        var names: [String: String] = [:]
        for name in reserved {
            names[name.lowercased()] = "it means something else in queries, tables or data files"
        }
        for kind in DocumentKind.all.reversed() {
            for field in kind.fields where !field.givesWay {
                let reason = "a \(kind.name) has the field '\(field.name)'"
                names[field.name.lowercased()] = reason
                names[field.key.lowercased()] = reason
                if let textKey = field.textKey { names[textKey.lowercased()] = reason }
            }
        }
        return names
    }()
}
