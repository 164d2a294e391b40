extension ImportReader {
    /// Reads the documents of a backup. Without ``ImportOptions/keepsGoing`` it stops at the first one
    /// that is refused.
    func importBackup(_ backup: Backup, from origin: ImportOrigin) throws {
        struct Refused: Error {}
        defer { adviseKeepingOn() }
        do {
            try backup.forEachDocument { name in
                guard options.keepsGoing || refusals.isEmpty else { throw Refused() }
                try receive(
                    from: origin.part(name.directoryName),
                    contents: { try backup.read(name, limits: limits, into: $0) })
            }
        } catch is Refused {}
    }
}
