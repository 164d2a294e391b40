extension Workspace {
    /// The user's custom fields, which documents of every kind have.
    public var customFields: [Field] {
        // Each line of a script asks several times, and all preferences would be copied.
        knownPreferences?.preferences.customFields ?? preferences.customFields
    }

    /// A kind with the custom fields added.
    public func kind(_ kind: DocumentKind) -> DocumentKind { kind.adding(customFields) }

    /// The kinds of these documents, with the custom fields added.
    public func kinds(of names: some Sequence<DocumentName>) -> [DocumentKind] {
        DocumentKind.distinct(names.map(\.kind)).map(kind)
    }

    /// Adds a custom field.
    ///
    /// - Returns: false if the field exists already.
    /// - Throws: ``ScaryBugsError/Code/exists`` if a field with another type or spelling has the
    ///   name, ``ScaryBugsError/Code/limitExceeded`` if there are too many fields.
    public func add(_ field: Field) throws -> Bool {
        try changePreferences { try $0.add(field) }
    }

    /// Removes a custom field. Documents keep its values as data that the program does not know.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest existing name.
    public func removeField(named name: String) throws {
        try changePreferences { try $0.removeField(named: name) }
    }
}
