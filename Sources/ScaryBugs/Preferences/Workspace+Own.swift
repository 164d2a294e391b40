extension Workspace {
    /// The fields that the user gave to documents of all kinds, besides those that kinds have.
    public var ownFields: [Field] { preferences.ownFields }

    /// A kind with the user's own fields.
    public func kind(_ kind: DocumentKind) -> DocumentKind { kind.adding(ownFields) }

    /// The kinds of documents, in order, with the user's own fields.
    public func kinds(of names: some Sequence<DocumentName>) -> [DocumentKind] {
        Set(names.map(\.kind)).sorted().map(kind)
    }

    /// Adds a field of the user's own.
    ///
    /// - Returns: whether it was not there before.
    /// - Throws: ``ScaryBugsError/Code/exists`` if there is one of another type or spelling,
    ///   ``ScaryBugsError/Code/limitExceeded`` if there are too many.
    public func add(_ field: Field) throws -> Bool {
        try changePreferences { try $0.add(field) }
    }

    /// Takes a field of the user's own away; its values in documents stay, without being known.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest that there is.
    public func removeField(named name: String) throws {
        try changePreferences { try $0.removeField(named: name) }
    }

    /// The words of the saved query of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest that there is.
    public func savedQuery(named name: String) throws -> [String] {
        // Another session may have saved it since the preferences were read.
        if let known = try? preferences.savedQuery(named: name) { return known.words }
        return try readPreferences().savedQuery(named: name).words
    }

    /// Keeps a query under its name.
    ///
    /// - Returns: the query that had the name before.
    public func save(_ query: SavedQuery) throws -> SavedQuery? {
        try changePreferences { preferences in
            defer { preferences.save(query) }
            return preferences.savedQueries.first { $0.name == query.name }
        }
    }

    /// Forgets a saved query.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest that there is.
    public func removeQuery(named name: String) throws {
        try changePreferences { try $0.removeQuery(named: name) }
    }
}
