extension Workspace {
    /// A preference and its new value; nil restores the default.
    package typealias PreferenceChange = (preference: Preference, value: Preference.Value?)

    /// The user's preferences, read at first use; defaults if the workspace does not exist.
    ///
    /// A damaged file causes no error, but a warning that ``removeWarnings()`` returns. The next use
    /// of the workspace reports any other error.
    package var preferences: Preferences { knownPreferences?.preferences ?? readPreferences() }

    package var limits: Limits { preferences.limits }

    /// Reads the preferences again, which another program may have changed.
    package func readPreferences() -> Preferences {
        // The next use of the workspace reports why they cannot be read.
        let isKnown = knownPreferences != nil
        do {
            if let base = try openBase(), isKnown { try loadPreferences(in: base) }
        } catch { knownPreferences = nil }
        return knownPreferences?.preferences ?? Preferences()
    }

    /// Reads the preferences. The defaults replace a damaged file, with a warning.
    ///
    /// - Throws: an error that may pass. The defaults would allow less, and forget more, than the
    ///   user's preferences do.
    func loadPreferences(in base: WorkspaceDirectories.Base) throws {
        let file = PreferencesFile(directory: base.directory, known: knownPreferences)
        do { keep(try file.read(), of: file) } catch let error as ScaryBugsError
            where error.code == .damaged
        {
            keep(try readOrSetAside(file, base.lock), of: file)
        }
    }

    /// Changes preferences, and makes the workspace if it does not exist.
    ///
    /// It reads them again under the workspace's lock, so that sessions which change different
    /// preferences at the same time all succeed.
    ///
    /// - Returns: the preferences after the change.
    /// - Throws: ``ScaryBugsError`` if the file cannot be written, or a damaged one cannot be
    ///   renamed.
    package func change(_ changes: [PreferenceChange]) throws -> Preferences {
        // Resetting a preference needs no new workspace.
        guard try directory() != nil || changes.contains(where: { $0.value != nil }) else {
            return Preferences()
        }
        try changePreferences { preferences in
            for change in changes { preferences.set(change.value, for: change.preference) }
        }
        return preferences
    }

    /// Reads the preferences again under the workspace's lock, lets `body` change them, and writes
    /// them.
    package func changePreferences<Result>(
        for command: String = "config", _ body: (inout Preferences) throws -> Result
    ) throws -> Result {
        try changePreferencesAndDocuments(for: command) { preferences, _ in try body(&preferences) }
    }

    /// Changes preferences like ``changePreferences(for:_:)``. `body` can plan other changes that are
    /// made together with it.
    func changePreferencesAndDocuments<Result>(
        for command: String = "config", _ body: (inout Preferences, Writer) throws -> Result
    ) throws -> Result {
        try removingIfUnused {
            let file = PreferencesFile(
                directory: try makeBase().directory, known: knownPreferences)
            try commitLines()
            let (result, contents) = try writing(command) { writer in
                let present = try file.readOrSetAside(warn)
                var preferences = present.preferences
                let result = try body(&preferences, writer)
                if preferences.isSame(as: present.preferences) { return (result, present) }
                let bytes = try PreferencesFile.bytes(of: preferences)
                try writer.replace(.preferences, writer.file(at: .preferences), with: bytes)
                return (result, PreferencesFile.Contents(bytes: bytes, preferences: preferences))
            }
            try commitLines()
            keep(contents, of: file)
            return result
        }
    }

    /// A damaged file is read again under the lock before it is renamed. If another session has the lock,
    /// it stays for now.
    private func readOrSetAside(
        _ file: PreferencesFile, _ lock: WorkspaceLock
    ) throws -> PreferencesFile.Contents {
        do {
            if let contents = try lock.holdingIfFree({ try file.readOrSetAside(warn) }) {
                return contents
            }
            warn("\(file.path) is damaged; the defaults are used")
        } catch let error as ScaryBugsError { warn("\(error); the defaults are used") }
        return PreferencesFile.Contents()
    }

    private func keep(_ contents: PreferencesFile.Contents, of file: PreferencesFile) {
        for warning in contents.preferences.warnings { warn("\(file.path): \(warning)") }
        knownPreferences = contents
    }

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
