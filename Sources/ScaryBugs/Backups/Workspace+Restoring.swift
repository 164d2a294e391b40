extension Workspace {
    /// Takes the documents of a backup into the workspace, as one step: all of them, or nothing unless
    /// ``ImportOptions/keepsGoing`` is set.
    ///
    /// A document keeps its number if that is free, and otherwise gets the highest number plus one.
    /// Custom fields and saved queries that are missing here are added, existing ones stay. An empty
    /// workspace also gets the preferences, but no limits, since a backup may come from anyone.
    public func restore(
        _ backup: Backup, _ options: ImportOptions
    ) throws -> Outcome<Imported> {
        try removingIfUnused {
            let reader = try read(backup, options, to: .staging(staging()))
            guard reader.isAccepted else { return reader.outcome([]) }
            return try together {
                try restorePreferences(of: backup)
                return try add(reader, KnownDocuments(in: self))
            }
        }
    }

    /// Reads and checks the documents that ``restore(_:_:)`` would add, without keeping them.
    public func preview(_ backup: Backup, _ options: ImportOptions) throws -> Outcome<Preview> {
        var allocator = try numberAllocator()
        return try previewed(
            read(backup, options, to: .preview(PreviewedDataFiles())), KnownDocuments(in: self),
            &allocator)
    }

    private func read(
        _ backup: Backup, _ options: ImportOptions, to destination: ImportReader.Destination
    ) throws -> ImportReader {
        var merged = preferences
        if let theirs = backup.preferences { _ = merged.addMissing(from: theirs) }
        return try ImportReader(
            of: .backup(backup), to: destination, options: options, preferences: merged,
            onProgress: progressReport)
    }

    private func restorePreferences(of backup: Backup) throws {
        guard let theirs = backup.preferences else {
            if !backup.preferenceBytes.isEmpty {
                warn("\(backup.path): the preferences cannot be read; those here stay")
            }
            return
        }
        if try isEmpty {
            if let line = theirs.lineOfLimits {
                warn("\(backup.path): its limits are not restored; '\(line)' sets them")
            }
            return try install(
                theirs.lineOfLimits == nil
                    ? backup.preferenceBytes : PreferencesFile.bytes(of: theirs.withoutLimits))
        }
        let warnings = try changePreferences { $0.addMissing(from: theirs) }
        for warning in warnings { warn(warning) }
    }

    private var isEmpty: Bool {
        get throws {
            try documentNames().isEmpty
                && directory()?.status(of: PreferencesFile.name) == nil
        }
    }

    /// Writes preferences where there are none.
    private func install(_ bytes: [UInt8]) throws {
        try writing("restore") { writer in
            try writer.replace(.preferences, writer.file(at: .preferences), with: bytes)
        }
        knownPreferences = PreferencesFile.Contents(
            bytes: bytes, preferences: try Preferences(bytes))
    }
}
