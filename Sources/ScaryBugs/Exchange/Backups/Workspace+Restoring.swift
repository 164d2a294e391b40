extension Workspace {
    /// Takes the documents of a backup into the workspace, as one step: all of them, or nothing unless
    /// ``ImportOptions/keepsGoing`` is set.
    ///
    /// A document keeps its number if that is free, and otherwise gets the highest number plus one.
    /// Custom fields and saved queries that are missing here are added, existing ones stay. A backup
    /// may come from anyone, so each preference says whether it is taken.
    public func restore(
        _ backup: Backup, _ options: ImportOptions
    ) throws -> Outcome {
        try withRun(options) { options, run in
            var merged = preferences
            if let theirs = backup.preferences { _ = merged.addMissing(from: theirs) }
            let reader = try ImportReader(
                of: .backup(backup), to: run.staging, options: options, preferences: merged,
                onProgress: progressReport)
            guard reader.isAccepted else { return reader.outcome([]) }
            return try together {
                if !isDryRun { try restorePreferences(of: backup) }
                return try addAccepted(by: reader, run)
            }
        }
    }

    private func restorePreferences(of backup: Backup) throws {
        guard let theirs = backup.preferences else {
            if !backup.preferenceBytes.isEmpty {
                warn("\(backup.path): the preferences cannot be read; those here stay")
            }
            return
        }
        let isEmpty = try isEmpty
        let warnings = try changePreferences(for: "restore") {
            $0.take(from: theirs, isEmpty: isEmpty)
        }
        for warning in warnings { warn(warning) }
    }

    private var isEmpty: Bool {
        get throws {
            try documentNames().isEmpty
                && directory()?.status(of: PreferencesFile.name) == nil
        }
    }
}

extension Preferences {
    /// Adds the custom fields and saved queries of other preferences that are missing here. Existing
    /// ones stay.
    ///
    /// - Returns: warnings about fields and queries that could not be added.
    mutating func addMissing(from other: Preferences) -> [String] {
        var warnings: [String] = []
        for field in other.customFields {
            do { _ = try add(field) } catch {
                warnings.append("the field '\(field.name)' was not restored: \(error)")
            }
        }
        for query in other.savedQueries
        where !savedQueries.contains(where: { $0.name == query.name }) {
            do { try save(query) } catch {
                warnings.append("the query '\(query.name)' was not restored: \(error)")
            }
        }
        return warnings
    }
}
