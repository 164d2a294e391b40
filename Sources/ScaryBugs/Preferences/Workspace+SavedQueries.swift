extension Workspace {
    /// The words of the saved query of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest existing name.
    package func savedQuery(named name: String) throws -> [String] {
        // Another session may have saved the query since this one read the preferences.
        if let known = try? preferences.savedQuery(named: name) { return known }
        return try readPreferences().savedQuery(named: name)
    }

    /// Saves a query under its name.
    ///
    /// - Returns: the query that had the name before.
    package func save(_ query: SavedQuery) throws -> SavedQuery? {
        try changePreferences { preferences in
            let replaced = preferences.savedQueries.first { $0.name == query.name }
            try preferences.save(query)
            return replaced
        }
    }

    /// Removes a saved query.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest existing name.
    package func removeQuery(named name: String) throws {
        try changePreferences { try $0.removeQuery(named: name) }
    }
}
