extension ImportReader {
    /// Reads the documents of a backup. Without ``ImportOptions/keepsGoing`` it stops at the first one
    /// that is refused.
    func importBackup(_ backup: Backup) throws {
        let origin = ImportOrigin(backup.path)
        defer { adviseKeepingOn() }
        try backup.forEachDocument { name in
            guard options.keepsGoing || refusals.isEmpty else { throw Refused() }
            try receive(from: origin.part(name.directoryName)) { staged in
                try IncomingDocument(
                    backup.read(name, limits: limits, into: staged), customFields,
                    limits: limits, stagedIn: staged)
            }
        }
    }

    /// Ends the reading of a backup after a refusal, which is reported already.
    struct Refused: Error {}
}
