internal import KeyedArchive

extension Preferences {
    /// Under which the file has a dictionary: the names of the user's own fields, and their types.
    static let fieldsKey = "fields"

    /// What can be meant of them, and what is wrong with the others.
    func readOwnFields() -> Readable<Field> {
        Readable(dictionary(Self.fieldsKey), limit: limits.ownFields) { entry, present in
            guard case .string(let name) = entry.key, case .string(let typeName) = entry.value,
                let type = Field.ValueType.own.first(where: { $0.name == typeName })
            else { throw ScaryBugsError(.damaged, "its name or its type is not understood") }
            let field = try Field(own: name, type)
            try Self.check(field, besides: present)
            return field
        }
    }

    /// Adds a field to documents of all kinds.
    ///
    /// - Returns: whether it was not there before.
    /// - Throws: ``ScaryBugsError/Code/exists`` if there is one of another type or spelling,
    ///   ``ScaryBugsError/Code/limitExceeded`` if there are too many.
    mutating func add(_ field: Field) throws -> Bool {
        if ownFields.contains(field) { return false }
        try Self.check(field, besides: ownFields)
        guard ownFields.count < limits.ownFields else {
            throw ScaryBugsError.over(
                .ownFields,
                "there are \(limits.ownFields) custom fields, the most that "
                    + "there can be; 'field remove NAME' removes one")
        }
        set(.string(field.type.name), for: field.name, in: Self.fieldsKey)
        return true
    }

    /// Takes a field away, also one that is not understood.
    mutating func removeField(named name: String) throws {
        try remove(name, from: Self.fieldsKey, what: "custom field", ownFields.map(\.name))
    }

    /// - Throws: ``ScaryBugsError/Code/exists`` for a name that another field has, in whatever case.
    private static func check(_ field: Field, besides present: [Field]) throws {
        let name = field.name.lowercased()
        guard let other = present.first(where: { $0.name.lowercased() == name }) else { return }
        throw ScaryBugsError(
            .exists,
            "you have a field '\(other.name)' already, of the type \(other.type.name); "
                + "'field remove \(other.name)' removes it")
    }
}
