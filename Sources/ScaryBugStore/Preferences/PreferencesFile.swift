import SystemPackage

package struct PreferencesFile {
    let directory: Directory
    /// The contents when this process last read or wrote the file. They need not be parsed again.
    var known: Contents?

    struct Contents {
        var bytes: [UInt8] = []
        var preferences = Preferences()
    }

    package static let name = "preferences.plist"
    private static let damagedName = "preferences.damaged"

    /// Whether ``readOrSetAside(_:)`` gave a damaged file this name.
    static func wasSetAside(_ fileName: String) -> Bool {
        fileName.hasPrefix(damagedName) && fileName.hasSuffix(".plist")
    }

    private static let limit = Limits().preferencesBytes

    /// The contents of the file for these preferences.
    ///
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if the file would be too long to be read
    ///   again.
    static func bytes(of preferences: Preferences) throws -> [UInt8] {
        let bytes = try preferences.encoded()
        if bytes.count <= limit { return bytes }
        throw ScaryBugsError.over(
            .preferencesBytes,
            "the preferences would be longer than \(ByteCount(limit)); remove a saved query")
    }

    var path: String { directory.path(of: Self.name) }

    /// Reads the file; returns defaults if it is missing.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` whose message follows the path, such as "is
    ///   damaged".
    func read() throws -> Contents {
        do {
            guard let file = try directory.file(named: Self.name) else { return Contents() }
            let bytes = try file.contents(limit: Limit(Int64(Self.limit)))
            if let known, known.bytes == bytes { return known }
            return try Contents(bytes: bytes, preferences: Preferences(bytes))
        } catch let error as ScaryBugsError {
            throw Self.damage(error) ?? error
        }
    }

    /// An error for a file that is not valid preferences; nil for an error of the system.
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

    /// Reads the file; renames a damaged one, with a warning, and returns defaults.
    ///
    /// The caller must hold the workspace's lock, since another program may just have replaced the
    /// damaged file.
    func readOrSetAside(_ warn: (String) -> Void) throws -> Contents {
        do { return try read() } catch let error as ScaryBugsError where error.code == .damaged {
            let newName = try setAside(what: error.message)
            warn(
                "\(path) \(error.message); it was renamed to \(newName), and the defaults are used")
            return Contents()
        }
    }

    /// Renames the file to the first free name. A rename that replaces nothing finds that name.
    private func setAside(what: String) throws -> String {
        try NumberedName.first { number in
            let newName = "\(Self.damagedName)\(number).plist"
            do {
                try directory.move(
                    Self.name, to: newName, in: directory, .never,
                    for: "set aside \(path), which \(what)")
                return newName
            } catch let error as ScaryBugsError where error.code == .system(.fileExists) {
                return nil
            }
        }
    }
}
