/// The form of a backup: a ZIP file whose entries are stored, not compressed.
///
///     FORMAT.md
///     preferences.plist                          if the user has chosen any
///     Private Documents/3.scarybug/data.plist
///     Private Documents/3.scarybug/fullImage.jpg
enum BackupFormat {
    static let descriptionName = "FORMAT.md"
    static let mark = "# A ScaryBugs backup\n"

    /// Every description is shorter.
    static let longestDescription = 64 << 10

    /// The user whom a description names; nil if it names none.
    static func user(in description: [UInt8]) -> String? {
        String(decoding: description, as: UTF8.self).halves(around: " documents of the user ")
            .flatMap { $0.after.split(separator: " ", maxSplits: 1).first }.map(String.init)
    }

    /// The text of the first entry, for people who have nothing but the file.
    static func description(of user: UserName) -> String {
        mark + """

            This ZIP file holds all documents of the user \(user) of the program scarybug. Any program
            that unpacks ZIP files can read it.

            - `Private Documents/3.scarybug/` is document 3. The directory's extension tells its kind:
              scarybug, scarycreature or book.
            - `data.plist` in it holds the fields, in an NSKeyedArchiver property list. `plutil -p`
              and Python's plistlib show it.
            - `fullImage.jpg` is the photograph, whatever its format. Other files are kept unchanged.
            - `preferences.plist` holds the custom fields, the saved queries and the preferences.

            `scarybug restore FILE` takes all of it into a workspace. After `unzip FILE`, the program
            can also import the directory `Private Documents`. The history is not in a backup.

            """
    }

    /// Whether a file begins like a backup, whatever follows.
    static func begins(_ file: borrowing File) throws -> Bool {
        // The local header has 30 bytes, then the name, then extra fields of a few dozen bytes.
        try begins(file.prefix(512))
    }

    /// - Parameter start: the first bytes of a file, at least 512 of a longer one.
    static func begins(_ start: [UInt8]) -> Bool {
        let name = Array(descriptionName.utf8)
        guard start.starts(with: [0x50, 0x4B, 3, 4]), start.count > 30 + name.count,
            start[30...].starts(with: name)
        else { return false }
        let data = 30 + name.count + Int(start[28]) + Int(start[29]) << 8
        return start.dropFirst(data).starts(with: mark.utf8)
    }
}

extension Limits {
    /// The limits for a backup. It holds as much as a workspace does. Its files are not compressed, so
    /// that none expands, and are copied in constant memory.
    var backup: Limits {
        var limits = self
        limits.bundleEntries = max(bundleEntries, 10_000)
        limits.bundleBytes = max(bundleBytes, 1 << 50)
        limits.importDocuments = max(importDocuments, 1_000_000)
        limits.importBytes = max(importBytes, 1 << 60)
        limits.importTextBytes = .max
        return limits
    }
}
