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
            guard reader.isAccepted else { return reader.outcome() }
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
