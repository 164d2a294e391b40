extension Workspace {
    /// A preference and its new value; nil restores the default.
    package typealias PreferenceChange = (preference: Preference, value: Preference.Value?)

    /// The user's preferences, read at first use; defaults if the workspace does not exist.
    ///
    /// A damaged file causes no error, but a warning that ``removeWarnings()`` returns.
    package var preferences: Preferences { knownPreferences?.preferences ?? readPreferences() }

    package var limits: Limits { preferences.limits }

    /// Reads the preferences again, which another program may have changed.
    package func readPreferences() -> Preferences {
        // The next operation in the directory reports why it cannot be opened.
        guard let directory = try? directory() else { return Preferences() }
        let file = PreferencesFile(directory: directory, known: knownPreferences)
        do {
            return keep(try read(file), of: file)
        } catch is Interrupted {
            return Preferences()
        } catch {
            warn("\(error); the defaults are used")
            return keep(PreferencesFile.Contents(), of: file)
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
    func changePreferences<Result>(_ body: (inout Preferences) throws -> Result) throws -> Result {
        try changePreferencesAndDocuments { preferences, _ in try body(&preferences) }
    }

    /// Changes preferences like ``changePreferences(_:)``. `body` can plan other changes for the same
    /// transaction.
    func changePreferencesAndDocuments<Result>(
        _ body: (inout Preferences, WorkspaceTransaction) throws -> Result
    ) throws -> Result {
        try removingIfUnused {
            let file = PreferencesFile(
                directory: try makeBase().directory, known: knownPreferences)
            let (result, contents) = try transaction(named: "config") { changes in
                let present = try file.readOrSetAside(warn)
                var preferences = present.preferences
                let result = try body(&preferences, changes)
                if preferences.isSame(as: present.preferences) { return (result, present) }
                let bytes = try PreferencesFile.bytes(of: preferences)
                changes.replace(
                    .preferences, try changes.places.version(at: .preferences, .dataFiles),
                    with: try stage(
                        bytes, named: PreferencesFile.name, insteadOf: file.directory))
                return (result, PreferencesFile.Contents(bytes: bytes, preferences: preferences))
            }
            _ = keep(contents, of: file)
            return result
        }
    }

    /// Reading needs no lock. A damaged file is read again under the lock before it is renamed.
    private func read(_ file: PreferencesFile) throws -> PreferencesFile.Contents {
        do { return try file.read() } catch let error as ScaryBugsError
            where error.code == .damaged
        {
            return try locked { try file.readOrSetAside(warn) }
        }
    }

    private func keep(
        _ contents: PreferencesFile.Contents, of file: PreferencesFile
    ) -> Preferences {
        for warning in contents.preferences.warnings { warn("\(file.path): \(warning)") }
        knownPreferences = contents
        return contents.preferences
    }
}
