/// The files and directories that other systems, synchronizers and editors leave behind.
///
/// Imports skip them, exports and backups leave them out, and a check reports them.
package enum Litter {
    /// Whether another program leaves a file with this name behind.
    package static func isNamed(_ name: String) -> Bool {
        if name == folderIcon { return true }
        let key = name.lowercased()
        // Most names are plain, and every file of every document comes by here.
        if names.contains(key) || isPlain(key) { return names.contains(key) }
        return isDirectory(named: key) || suffixes.contains(where: key.hasSuffix)
            || isTemporary(key) || isConflictCopy(key)
    }

    /// Whether another program leaves a directory with this name behind.
    package static func isDirectory(named name: String) -> Bool {
        let key = name.lowercased()
        return names.contains(key) || prefixes.contains(where: key.hasPrefix)
    }

    /// Whether a synchronizer gives this name to one of two versions, because two computers changed
    /// a file.
    package static func isConflictCopy(_ name: String) -> Bool {
        let key = name.lowercased()
        let stem = key.lastIndex(of: ".").map { key[..<$0] } ?? key[...]
        return key.utf8.contains(".sync-conflict-".utf8) || key.utf8.contains("_conflict-20".utf8)
            || isInBrackets(key, anyOf: conflictWords)
            // Synology Drive writes `name_HOST_May-01-101112-2026_Conflict.ext`.
            || (stem.hasSuffix("_conflict") && stem.dropLast(9).last?.isNumber == true)
            || isCopyOfDataFile(key)
    }

    /// The file of a directory's own icon, which the Finder writes. No other name may have a
    /// control character.
    static let folderIcon = "Icon\r"

    // MARK: Lists

    private static let names: Set<String> = [
        // macOS. A share has the icon's name with a character in place of the carriage return.
        ".ds_store", "__macosx", ".fseventsd", ".spotlight-v100", ".trashes", ".appledouble",
        ".temporaryitems", "temporary items", "network trash folder", ".documentrevisions-v100",
        ".appledb", ".appledesktop", ".apdisk", ".localized", ".volumeicon.icns",
        "icon\u{F00D}",
        // Windows.
        "thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "$recycle.bin",
        "system volume information",
        // Synology and QNAP.
        "@eadir", "#recycle", "#snapshot", "@tmp", "@recycle", ".@__thumb", "@synoresource",
        "@synoeastream", ".synologyworkingdirectory",
        // Dropbox, Syncthing, Nextcloud, ownCloud, Resilio.
        ".dropbox", ".dropbox.attr", ".dropbox.cache", ".stversions", ".stignore",
        ".nextcloudsync.log", ".owncloudsync.log", ".sync-exclude.lst", ".sync",
        // Linux desktops.
        ".directory", ".xdg-volume-info", "lost+found",
    ]

    private static let prefixes = [
        "._", ".trash-", ".nfs0", ".fuse_hidden", ".stfolder", ".syncthing.", "~syncthing~",
        ".sync_", ".csync_journal.db", ".~lock.", "~$", ".#", ".goutputstream-", ".smbdelete",
    ]

    private static let suffixes = [
        "@synoeastream", "@synoresource", ":zone.identifier", ".!sync", "~",
    ]

    /// Dropbox, Nextcloud and Seafile, and Dropbox in other languages.
    private static let conflictWords = [
        "conflicted copy", "conflict copy", "case conflict", "encoding conflict",
        "whitespace conflict", "sfconflict ", "in konflikt stehende kopie", "konfliktkopie",
        "copie en conflit", "copia en conflicto", "copia in conflitto", "cópia em conflito",
    ]

    // MARK: Patterns

    private static func isPlain(_ key: String) -> Bool {
        key.utf8.first != UInt8(ascii: ".")
            && key.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: ".")
            }
    }

    private static func isTemporary(_ key: String) -> Bool {
        guard key.hasPrefix(".") else {
            return key.count > 2 && key.hasPrefix("#") && key.last == "#"
        }
        // Vim, Nextcloud's downloads, and iCloud's mark of a file that is not on this computer.
        return [".swp", ".swo", ".swx", ".icloud"].contains(where: key.hasSuffix)
            || key.utf8.contains(".~".utf8)
    }

    /// Whether brackets hold one of the words: `name (Bob's conflicted copy 2026-05-01).ext`.
    private static func isInBrackets(_ key: String, anyOf words: [String]) -> Bool {
        guard let open = key.firstIndex(of: "("), let close = key.lastIndex(of: ")"), open < close
        else { return false }
        let inner = key[open...close].utf8
        return words.contains { inner.contains($0.utf8) }
    }

    /// Whether this is a data file under the name that a copy gets: `data 2.plist`,
    /// `data (1).plist`, `data-DESKTOP.plist`.
    private static func isCopyOfDataFile(_ key: String) -> Bool {
        key.hasSuffix(".plist") && ["data ", "data-", "data("].contains(where: key.hasPrefix)
    }
}

extension EntryName {
    /// Whether another program left the entry behind, or a directory around it.
    package func isLitter(isDirectory: Bool) -> Bool {
        // No document lies deeper, and a hostile name may have very many parts.
        let directories = (isDirectory ? parts[...] : parts.dropLast()).prefix(16)
        return directories.contains(where: Litter.isDirectory)
            || (!isDirectory && parts.last.map(Litter.isNamed) ?? false)
    }
}
