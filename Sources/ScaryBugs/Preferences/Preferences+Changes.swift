extension Preferences {
    /// The differences from other preferences, one for each preference, custom field and query.
    func changes(to other: Preferences) -> [FieldChange] {
        let before = settings
        let after = other.settings
        let names =
            before.map(\.name)
            + after.map(\.name).filter { name in
                !before.contains { $0.name == name }
            }
        return names.compactMap { name in
            let values = [before, after].map { settings in
                settings.first { $0.name == name }.map { FieldChange.Value.field($0.value) }
            }
            return values[0] == values[1]
                ? nil : FieldChange(nil, name, from: values[0], to: values[1])
        }
    }

    /// A setting for messages: `config historySteps=1000`, `field habitat` or `query calm`.
    func title(ofSetting name: String) -> String {
        Preference.named(name).map { "config \(name)=\($0.text(of: self[$0]))" } ?? name
    }

    /// All settings that the user chose, by the names that messages use.
    package var settings: [(name: String, value: FieldValue)] {
        let chosen = Preference.all.compactMap { preference -> (String, FieldValue)? in
            guard self[preference.name] != nil else { return nil }
            return switch self[preference] {
            case .text(let text): (preference.name, .text(text))
            case .integer(let number): (preference.name, .count(number))
            }
        }
        return chosen + customFields.map { ("field \($0.name)", .text($0.type.name)) }
            + savedQueries.map { ("query \($0.name)", .text($0.words.joined(separator: " "))) }
    }
}
