internal import KeyedArchive

/// A user's preferences, with defaults for values that the user has not chosen.
package struct Preferences: Sendable {
    /// The limits, as far as the user changed them.
    package private(set) var limits = Limits()
    /// The user's custom fields, which documents of every kind have.
    package private(set) var customFields: [Field] = []
    package private(set) var savedQueries: [SavedQuery] = []
    private(set) var queryWords: [String: [String]] = [:]

    /// Warnings about invalid custom fields and saved queries.
    private var skipped: [String] = []

    /// All entries of the file, including unknown ones.
    private var entries: [ArchivedValue.Entry] = []
    /// The archive that the file held; empty if there is none. Unknown entries may refer to objects in it.
    private var archived: [UInt8] = []

    private static let rootKey = "root"

    package init() {}

    /// Reads a keyed archive that contains a dictionary.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the bytes are something else.
    package init(_ bytes: [UInt8]) throws {
        archived = bytes
        let root = try translatingErrors {
            let archive = try KeyedArchive(bytes: bytes)
            return try archive.root(Self.rootKey).map { try archive.value(of: $0) }
        }
        guard case .dictionary(let entries)? = root else {
            throw ScaryBugsError(.damaged, "the archive holds no dictionary as its root")
        }
        self.entries = entries
        apply()
    }

    /// A keyed archive that contains a dictionary. Unknown entries are in it as they were read.
    package func encoded() throws -> [UInt8] {
        try translatingErrors {
            var archive =
                archived.isEmpty ? KeyedArchive() : try KeyedArchive(bytes: archived)
            archive.setRoot(Self.rootKey, to: try archive.add(.dictionary(entries)))
            return try archive.encoded()
        }
    }

    /// Whether a file for these preferences would have the same contents as one for `other`.
    ///
    /// - Parameter other: preferences from the same file.
    func isSame(as other: Preferences) -> Bool { entries == other.entries }

    /// The value of a preference: the chosen value if it is valid, otherwise the default.
    package subscript(preference: Preference) -> Preference.Value {
        self[preference.name].flatMap(preference.type.value) ?? preference.defaultValue
    }

    /// The kind of document that `new` makes.
    package var kind: DocumentKind {
        DocumentKind.all.first { self[.kind] == .text($0.name) } ?? .bug
    }

    /// The order of a day and a month in numbers; nil to ask.
    package var dateOrder: WrittenDate.Order? {
        if case .text(let name) = self[.dates] { WrittenDate.Order(rawValue: name) } else { nil }
    }

    /// The fields that photographs fill.
    package var photographFields: [Field] {
        self[.photographs] == .text("dates") ? PictureNotes.cameraFields : PictureNotes.fields
    }

    var historySteps: Int { Int(clamping: number(.historySteps)) }

    var historyBytes: Int64 { number(.historyBytes) }

    /// The seconds that a change waits for another session.
    var wait: Int64 { number(.wait) }

    private func number(_ preference: Preference) -> Int64 {
        if case .integer(let number) = self[preference] { number } else { 0 }
    }

    /// Sets a value; nil restores the default.
    mutating func set(_ value: Preference.Value?, for preference: Preference) {
        self[preference.name] = value?.stored
    }

    /// Warnings about invalid values, in whose place the defaults are used.
    var warnings: [String] {
        guard !entries.isEmpty else { return [] }
        let ofValues = all.compactMap { preference -> String? in
            guard let stored = self[preference.name], preference.type.value(stored) == nil else {
                return nil
            }
            let usual = preference.text(of: preference.defaultValue)
            return "\(preference.name) is not \(preference.type.summary); \(usual) is used"
        }
        return ofValues + skipped
    }

    /// All preferences, with those for people whom the user named.
    package var all: [Preference] {
        let names = entries.compactMap { entry in
            if case .string(let name) = entry.key { Preference.peer(in: name) } else { nil }
        }
        return Preference.all + names.sorted().map(Preference.peer)
    }

    /// The names of each person whom the user named.
    package var peers: [[String]] {
        all.compactMap { preference in
            Preference.peer(in: preference.name).map { name in
                let names = preference.text(of: self[preference]).split(separator: ",")
                return [name] + names.map { String($0).trimmed }.filter { !$0.isEmpty }
            }
        }
    }

    /// The value of a key in the file, valid or not.
    subscript(key: String) -> ArchivedValue? {
        get { entries.first { $0.key == .string(key) }?.value }
        set {
            entries.removeAll { $0.key == .string(key) }
            if let newValue { entries.append(.init(key: .string(key), value: newValue)) }
            apply()
        }
    }

    private mutating func apply() {
        limits = Limits()
        for preference in Preference.all { preference.apply(self[preference], &limits) }
        let fields = readCustomFields()
        let queries = readSavedQueries()
        (customFields, savedQueries) = (fields.elements, queries.elements)
        queryWords = Dictionary(savedQueries.map { ($0.name, $0.words) }) { first, _ in first }
        skipped = [fields.warning("custom fields"), queries.warning("saved queries")]
            .compactMap(\.self)
    }
}

extension Preferences {
    /// Adds missing custom fields and saved queries, and takes the preferences that allow it.
    ///
    /// - Parameter isEmpty: whether the workspace has had no documents and no preferences.
    /// - Returns: warnings about fields and queries that could not be added.
    package mutating func take(from other: Preferences, isEmpty: Bool) -> [String] {
        let warnings = addMissing(from: other)
        for preference in other.all where other[preference] != preference.defaultValue {
            let isTaken =
                switch preference.fromOutside {
                case .refused: false
                case .taken: isEmpty
                case .takenIfUnset:
                    self[preference.name] == nil
                        && isValid(preference.text(of: other[preference]), for: preference)
                }
            if isTaken { set(other[preference], for: preference) }
        }
        return warnings
    }

    /// The custom fields, with the defaults for all else.
    package var withCustomFieldsOnly: Preferences {
        var preferences = Preferences()
        preferences[Self.fieldsKey] = self[Self.fieldsKey]
        return preferences
    }

    /// The differences from other preferences, one for each preference, custom field and query.
    package func changes(to other: Preferences) -> [FieldChange] {
        let values = [self, other].map { preferences in
            preferences.settings.map { ($0.name, FieldChange.Value.field($0.value)) }
        }
        return FieldChange.list(of: nil, from: values[0], to: values[1])
    }

    /// A setting for messages: `config historySteps=1000`, `field habitat` or `query calm`.
    package func title(ofSetting name: String) -> String {
        Preference.named(name).map { "config \(name)=\($0.text(of: self[$0]))" } ?? name
    }

    /// All settings that the user chose, by the names that messages use.
    package var settings: [(name: String, value: FieldValue)] {
        let chosen = all.compactMap { preference -> (String, FieldValue)? in
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
