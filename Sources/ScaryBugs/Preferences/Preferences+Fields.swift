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
}
