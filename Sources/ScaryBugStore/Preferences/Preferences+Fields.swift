internal import KeyedArchive

extension Preferences {
    /// The key of a dictionary in the file that maps the names of custom fields to their types.
    static let fieldsKey = "fields"

    func readCustomFields() -> Readable<Field> {
        Readable(
            dictionary(Self.fieldsKey), limit: limits.customFields, .customFields
        ) { entry, present in
            guard case .string(let name) = entry.key, case .string(let typeName) = entry.value,
                let type = Field.ValueType.custom.first(where: { $0.name == typeName })
            else { throw ScaryBugsError(.damaged, "its name or its type is not understood") }
            let field = try Field(custom: name, type)
            try Self.check(field, besides: present)
            return field
        }
    }

    /// Adds a custom field to documents of all kinds.
    ///
    /// - Returns: false if the field exists already.
    /// - Throws: ``ScaryBugsError/Code/exists`` if a field with another type or spelling has the
    ///   name, ``ScaryBugsError/Code/limitExceeded`` if there are too many fields.
    mutating func add(_ field: Field) throws -> Bool {
        if customFields.contains(field) { return false }
        try Self.check(field, besides: customFields)
        guard customFields.count < limits.customFields else {
            throw ScaryBugsError.over(
                .customFields,
                "there are \(limits.customFields.grouped) custom fields, the most that "
                    + "there can be; 'field remove NAME' removes one")
        }
        set(.string(field.type.name), for: field.name, in: Self.fieldsKey)
        return true
    }

    /// Removes a custom field, even one that this program does not understand.
    mutating func removeField(named name: String) throws {
        try remove(name, from: Self.fieldsKey, what: "custom field", customFields.map(\.name))
    }

    /// Renames a custom field, also in saved queries.
    ///
    /// - Returns: the field with its old name, and with its new name.
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest existing name,
    ///   ``ScaryBugsError/Code/exists`` if another field has the new name.
    mutating func renameField(
        named name: String, to newName: String
    ) throws -> (old: Field, new: Field) {
        guard let old = customFields.first(where: { $0.name == name }) else {
            throw Self.notFound(name, "custom field", customFields.map(\.name)).at(name)
        }
        guard name != newName else {
            throw ScaryBugsError(.exists, "the field '\(name)' has that name already")
        }
        let new = try Field(custom: newName, old.type)
        try Self.check(new, besides: customFields.filter { $0 != old })
        let key = ArchivedValue.string(newName)
        let entries = dictionary(Self.fieldsKey)
        guard !entries.contains(where: { $0.key == key }) else {
            throw ScaryBugsError(
                .exists,
                "there is a field '\(newName)' of an unknown type; "
                    + "'field remove \(newName)' removes it")
        }
        self[Self.fieldsKey] = .dictionary(
            entries.map { $0.key == .string(name) ? .init(key: key, value: $0.value) : $0 })
        try renameInQueries(name, to: newName)
        return (old, new)
    }

    /// - Throws: ``ScaryBugsError/Code/exists`` if another field has the name; case does not count.
    private static func check(_ field: Field, besides present: [Field]) throws {
        if let date = present.first(where: { $0.textKey == field.key || $0.key == field.textKey }) {
            throw ScaryBugsError(
                .exists,
                "the field '\(date.name)' stores the text of a date under the same key; "
                    + "choose another name")
        }
        guard let other = present.first(named: [field.name], \.name) else { return }
        throw ScaryBugsError(
            .exists,
            "you have a field '\(other.name)' already, of the type \(other.type.name); "
                + "'field remove \(other.name)' removes it")
    }

    /// The valid entries of a dictionary in the file, and the errors of the others, which stay in
    /// the file.
    struct Readable<Element> {
        private(set) var elements: [Element] = []
        private(set) var refusals: [String] = []

        init(
            _ entries: [ArchivedValue.Entry], limit: Int, _ name: Limits.Name,
            _ read: (ArchivedValue.Entry, [Element]) throws -> Element
        ) {
            for entry in entries {
                do {
                    guard elements.count < limit else {
                        throw ScaryBugsError.over(name, "there are more than \(limit.grouped)")
                    }
                    elements.append(try read(entry, elements))
                } catch {
                    refusals.append("\(error)")
                }
            }
        }

        /// A warning about the invalid entries: one sentence, however many there are.
        func warning(_ key: String) -> String? {
            guard let first = refusals.first else { return nil }
            let count = elements.count + refusals.count
            return "\(refusals.count.grouped) of \(count.grouped) \(key) are skipped: \(first)"
        }
    }

    /// The dictionary under a key of the file; empty if the key is missing or has another type.
    func dictionary(_ key: String) -> [ArchivedValue.Entry] {
        if case .dictionary(let entries)? = self[key] { entries } else { [] }
    }

    /// Sets or removes one value of a dictionary in the file. A value of another type under `key`
    /// is replaced.
    mutating func set(_ value: ArchivedValue?, for name: String, in key: String) {
        var entries = dictionary(key)
        let index = entries.firstIndex { $0.key == .string(name) }
        entries.removeAll { $0.key == .string(name) }
        if let value {
            let entry = ArchivedValue.Entry(key: .string(name), value: value)
            entries.insert(entry, at: index ?? entries.endIndex)
        }
        self[key] = entries.isEmpty ? nil : .dictionary(entries)
    }

    /// - Parameter what: the kind of entry, for the message.
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest existing name.
    mutating func remove(
        _ name: String, from key: String, what: String, _ names: [String]
    ) throws {
        guard dictionary(key).contains(where: { $0.key == .string(name) }) else {
            throw Self.notFound(name, what, names).at(name)
        }
        set(nil, for: name, in: key)
    }

    static func notFound(_ name: String, _ what: String, _ names: [String]) -> ScaryBugsError {
        let hint = SpellingSuggestion.hint(
            to: name, among: names, else: SpellingSuggestion.list(of: names))
        return ScaryBugsError(.notFound, "there is no \(what) '\(name)'\(hint)")
    }
}
