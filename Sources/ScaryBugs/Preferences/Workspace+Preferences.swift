extension Workspace {
    /// A preference and what it is to be; nil for its default.
    public typealias PreferenceChange = (preference: Preference, value: Preference.Value?)

    /// What the user chose, read when it is first asked for; defaults where there is no workspace.
    ///
    /// A damaged file is no error: ``takeWarnings()`` says what is wrong with it.
    public var preferences: Preferences { knownPreferences ?? readPreferences() }

    /// How much of what comes from outside is read, as the user chose.
    public var limits: Limits { preferences.limits }

    /// Reads the preferences again, which another program may have changed.
    public func readPreferences() -> Preferences {
        // What keeps the directory from being opened is reported by whatever is done there.
        guard let directory = try? directory() else { return Preferences() }
        let file = PreferencesFile(directory: directory)
        do {
            return keep(try read(file), of: file)
        } catch let error as ScaryBugsError where error.code == .interrupted {
            return Preferences()
        } catch {
            warn("\(error); the defaults are used")
            return keep(Preferences(), of: file)
        }
    }

    /// Changes preferences, which are read anew under the workspace's lock, so that two sessions
    /// that change different ones both win. Where there is no workspace, one is made.
    ///
    /// - Returns: the preferences as they are then.
    /// - Throws: ``ScaryBugsError`` where the file cannot be written, or what was in its place not
    ///   set aside.
    public func change(_ changes: [PreferenceChange]) throws -> Preferences {
        // Defaults are nothing to keep.
        guard try directory() != nil || changes.contains(where: { $0.value != nil }) else {
            return Preferences()
        }
        try changePreferences { preferences in
            for change in changes { preferences.set(change.value, for: change.preference) }
        }
        return preferences
    }

    /// Runs `body` on preferences that are read anew under the workspace's lock, and keeps what it
    /// makes of them.
    func changePreferences<Result>(_ body: (inout Preferences) throws -> Result) throws -> Result {
        try keeping {
            let file = PreferencesFile(directory: try makeBase().directory)
            let (result, preferences) = try transaction(named: "config") { changes in
                let present = try file.readOrSetAside(warn)
                var preferences = present
                let result = try body(&preferences)
                let bytes = try PreferencesFile.bytes(of: preferences)
                if try bytes != present.encoded() {
                    changes.replace(
                        .preferences, try changes.places.version(at: .preferences, .dataFiles),
                        with: try stage(
                            bytes, named: PreferencesFile.name, insteadOf: file.directory))
                }
                return (result, preferences)
            }
            _ = keep(preferences, of: file)
            return result
        }
    }

    /// Only a damaged file needs the lock, under which it is looked at again.
    private func read(_ file: PreferencesFile) throws -> Preferences {
        do { return try file.read() } catch let error as ScaryBugsError
            where error.code == .damaged
        {
            return try makeBase().lock.holding { try file.readOrSetAside(warn) }
        }
    }

    private func keep(_ preferences: Preferences, of file: PreferencesFile) -> Preferences {
        for warning in preferences.warnings { warn("\(file.path): \(warning)") }
        knownPreferences = preferences
        return preferences
    }
}
