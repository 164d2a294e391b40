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
        try Self.checkIsFree(name)
        let hidden = Field.common.first { $0.givesWay && $0.name == name.lowercased() }
        let remark = hidden.map { "; it hides the field '\($0.name)': \($0.summary)" } ?? ""
        self.init(name, key: name, type, "a custom field: \(type.summary)\(remark)")
    }

    private static func checkIsFree(_ name: String) throws {
        guard let reason = takenNames[name.lowercased()] else { return }
        throw ScaryBugsError(
            .invalidValue, "'\(name)' cannot be the name of a custom field: \(reason)"
        ).at(name)
    }

    /// Reserved names and keys, in lower case, with the reason for each.
    private static let takenNames: [String: String] = {
        let reserved =
            ["kind", "has", "sort", "limit", "tag", DocumentData.versionKey]
            + Workspace.ExchangeQuestion.allCases.map(\.rawValue)
            + ["changed", "knownAs", "identical", "skipped", TableColumns.other]
            + ["relation", "into", "exchanges", "authors"]
            + [Field.conflict.name, DocumentRecord.conflictsName]
            + TableColumns.printed
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

extension Field.ValueType {
    /// The types that custom fields can have.
    public static let custom: [Self] = [.text, .number, .date, .boolean, .list]

    /// The custom field type with a name.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue``, whose message lists the valid types.
    package static func custom(named name: String) throws -> Self {
        if let type = custom.first(where: { $0.name == name }) { return type }
        let names = SpellingSuggestion.list(of: custom.map(\.name))
        throw ScaryBugsError(.invalidValue, "there is no field type '\(name)'; \(names)").at(name)
    }

    /// The name in commands. Types that differ only in their validation share a name.
    public var name: String {
        switch self {
        case .text, .title: "text"
        case .rating, .count, .number: "number"
        case .list: "list"
        case .date, .timestamp: "date"
        case .boolean: "boolean"
        case .position: "position"
        case .picture: "picture"
        }
    }

    var summary: String {
        switch self {
        case .text, .title: "any text"
        case .rating, .count, .number: "a number such as 4 or -2.5"
        case .list: "texts, separated by commas"
        case .date: "1906, 2026-05, 2026-05-01, 2026-05-01T14:30, 2026-05/2026-06, 1906~"
        case .position: "50.9324,-1.4508±25, latitude first, then metres"
        case .timestamp: "a point in time"
        case .boolean: "yes or no"
        case .picture: "a file"
        }
    }
}
