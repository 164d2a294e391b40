extension Preferences {
    /// The limits that the user chose, as a line that sets them; nil if there are none.
    var lineOfLimits: String? {
        let chosen = Preference.all.filter { $0.isLimit && self[$0.name] != nil }
        let words = chosen.map { "\($0.name)=\($0.text(of: self[$0]).filter { $0 != " " })" }
        return words.isEmpty ? nil : "config " + words.joined(separator: " ")
    }

    /// The same preferences with the defaults as limits.
    var withoutLimits: Preferences {
        var preferences = self
        for limit in Preference.all where limit.isLimit { preferences.set(nil, for: limit) }
        return preferences
    }

    /// The differences from other preferences, one for each preference, custom field and query.
    package func changes(to other: Preferences) -> [FieldChange] {
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
    package func title(ofSetting name: String) -> String {
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
