import SystemPackage

/// The file in a user's directory that keeps the preferences.
struct PreferencesFile {
    let directory: Directory

    static let name = "preferences.plist"
    private static let damagedName = "preferences.damaged"

    /// Whether this is the name that a damaged file was given.
    static func wasSetAside(_ fileName: String) -> Bool {
        fileName.hasPrefix(damagedName) && fileName.hasSuffix(".plist")
    }

    private static let limit = Limits().preferencesBytes

    /// The bytes that it is to have.
    ///
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` where they could not be read again.
    static func bytes(of preferences: Preferences) throws -> [UInt8] {
        let bytes = try preferences.encoded()
        if bytes.count <= limit { return bytes }
        throw ScaryBugsError.over(
            .preferencesBytes,
            "the preferences would be longer than \(ByteCount(limit)); remove a saved query")
    }

    /// How messages call it.
    var path: String { directory.path(of: Self.name) }

    /// What it holds; defaults if there is none.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` with what it is instead, such as "is damaged".
    func read() throws -> Preferences {
        do {
            guard let file = try directory.file(named: Self.name) else { return Preferences() }
            return try Preferences(file.contents(limit: Self.limit))
        } catch let error as ScaryBugsError {
            throw Self.damage(error) ?? error
        }
    }

    /// An error that says what is in the file's place; nil where the system does not let us know.
    private static func damage(_ error: ScaryBugsError) -> ScaryBugsError? {
        switch error.code {
        case .damaged:
            ScaryBugsError(.damaged, "is damaged (\(error.message))", cause: error)
        case .limitExceeded:
            ScaryBugsError(
                .damaged,
                ScaryBugsError.over(
                    .preferencesBytes, "is longer than \(ByteCount(limit))"
                ).message, cause: error)
        case .refused:
            ScaryBugsError(.damaged, "is not a regular file", cause: error)
        default: nil
        }
    }

    /// What it holds; where it is damaged, it is given another name, with a warning.
    ///
    /// The workspace's lock must be held: another program may have put a sound one in its place.
    func readOrSetAside(_ warn: (String) -> Void) throws -> Preferences {
        do { return try read() } catch let error as ScaryBugsError where error.code == .damaged {
            let newName = try setAside(what: error.message)
            warn(
                "\(path) \(error.message); it was renamed to \(newName), and the defaults are used")
            return Preferences()
        }
    }

    /// Gives the file a name that nothing has: a rename that replaces nothing finds it.
    private func setAside(what: String) throws -> String {
        var count = 1
        while true {
            let newName = "\(Self.damagedName)\(count > 1 ? " \(count)" : "").plist"
            do {
                try directory.move(
                    Self.name, to: newName, in: directory, .never,
                    for: "set aside \(path), which \(what)")
                return newName
            } catch let error as ScaryBugsError where error.code == .system(.fileExists) {
                count += 1
            }
        }
    }
}
