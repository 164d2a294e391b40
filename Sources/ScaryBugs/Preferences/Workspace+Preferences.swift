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
        needsPreferences = true
        // The next use of the workspace reports why they cannot be read.
        _ = try? openBase()
        return knownPreferences?.preferences ?? Preferences()
    }

    /// Reads the preferences. The defaults replace a damaged file, with a warning.
    ///
    /// - Throws: an error that may pass. The defaults would allow less, and forget more, than the
    ///   user's preferences do.
    func loadPreferences(in base: Base) throws {
        let file = PreferencesFile(directory: base.directory, known: knownPreferences)
        do { keep(try file.read(), of: file) } catch let error as ScaryBugsError
            where error.code == .damaged
        {
            keep(try readOrSetAside(file, base.lock), of: file)
        }
        needsPreferences = false
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
            keep(contents, of: file)
            return result
        }
    }

    /// A damaged file is read again under the lock before it is renamed.
    private func readOrSetAside(
        _ file: PreferencesFile, _ lock: WorkspaceLock
    ) throws -> PreferencesFile.Contents {
        do { return try lock.holding { try file.readOrSetAside(warn) } } catch let error
            as ScaryBugsError
        {
            warn("\(error); the defaults are used")
            return PreferencesFile.Contents()
        }
    }

    private func keep(_ contents: PreferencesFile.Contents, of file: PreferencesFile) {
        for warning in contents.preferences.warnings { warn("\(file.path): \(warning)") }
        knownPreferences = contents
    }
}
