internal import SystemFiles

/// The form of a backup: a ZIP file whose entries are stored, not compressed.
///
///     FORMAT.md
///     preferences.plist                          if the user has chosen any
///     exchanged.txt                              if anything was exchanged or deleted
///     Private Documents/3.scarybug/data.plist
///     Private Documents/3.scarybug/fullImage.jpg
package enum BackupFormat {
    package static let descriptionName = "FORMAT.md"
    package static let recordName = "exchanged.txt"
    package static let mark = "# A ScaryBugs backup\n"

    /// Whether a file begins like a backup, whatever follows.
    package static func begins(_ file: borrowing File) throws -> Bool {
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
