extension Preferences {
    /// Whether a value of another workspace can be used here.
    func isValid(_ text: String, for preference: Preference) -> Bool {
        preference.name == Preference.sensitive.name
            ? (try? SensitiveSpecies(text)) != nil : (try? check(share: text)) != nil
    }

    /// Checks a value of the preference `share`.
    package func check(share text: String) throws {
        let share = try Withholding.words(of: text)
        _ = try Withholding(of: share.fields.flatMap { try fieldNames($0) }, blur: share.blur)
    }

    /// The fields that others need not get, and `location`.
    package var withholdableFields: [String] {
        let fields = QueryContext.fields(adding: customFields)
        let editable = fields.filter { $0.isEditable && $0.type != .title }.map(\.name)
        return Set(editable + [Withholding.location]).sorted()
    }

    /// The fields of a list, checked.
    package func fieldNames(
        _ list: String, _ isKey: (String) throws -> Bool = { _ in false }
    ) throws -> [String] {
        let known = withholdableFields
        return try list.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let name = String(part).trimmed
            if name.isEmpty {
                throw ScaryBugsError(
                    .invalidValue, "'\(list)' is no list of fields; write location or notes,place")
            }
            if name.lowercased() == Field.title.name {
                throw ScaryBugsError(
                    .invalidValue, "the title can't be left out: every document has one")
            }
            if let field = known.first(named: [name]) { return field }
            if try isKey(name) { return name }
            throw ScaryBugsError(
                .invalidValue,
                "there is no field '\(name)'"
                    + SpellingSuggestion.hint(
                        to: name, among: known, else: SpellingSuggestion.list(of: known)))
        }
    }
}

extension DefaultRights {
    /// The license and the credit of the preferences.
    package init(_ preferences: Preferences) {
        self.init(
            [Preference.license, .credit].compactMap { preference in
                guard case .text(let text) = preferences[preference], !text.isEmpty else {
                    return nil
                }
                return (preference.name, text)
            })
    }
}
