import Containers

/// Checks the entries of a user's directory, except the documents.
struct WorkspaceCheck {
    let workspace: Directory
    let lock: WorkspaceLock
    /// Recovers from killed programs, and removes what they left.
    let sweep: () -> Void

    private static let known: [String: FileStatus.Kind] = [
        Workspace.documentsName: .directory, Staging.parentName: .directory,
        LostAndFound.name: .directory, HistoryStore.directoryName: .directory,
        WorkspaceLock.name: .directory,
        PreferencesFile.name: .regular, ExchangeStore.fileName: .regular,
        ExchangeStore.fileName + "-journal": .regular, "line-history": .regular,
        "Line History": .regular,
    ]

    /// The prefix of the temporary file that a session makes to truncate the line history.
    private static let temporaryPrefix = ".line-history."

    func flaws() throws -> [RepairableFinding] {
        let itself = EntryCheck(
            site: .workspace, entry: RawName("."), status: try workspace.status())
        return try [itself.flawInPermissions(isClosed: true)].compactMap(\.self)
            + workspace.entries().compactMap(flaw) + litterInStaging()
    }

    private func flaw(in entry: RawName) throws -> RepairableFinding? {
        guard let status = try workspace.status(of: entry) else { return nil }
        let check = EntryCheck(site: .workspace, entry: entry, status: status)
        if let kind = Self.known[entry.shown] {
            return check.flawInKind(shouldBe: kind)
                ?? check.flawInPermissions(isClosed: entry.shown == WorkspaceLock.name)
        }
        if status.kind == .regular, entry.shown.hasPrefix(Self.temporaryPrefix) { return nil }
        if PreferencesFile.wasSetAside(entry.shown) {
            return check.flaw(
                .damagedPreferences, "was set aside, since it could not be read", .setAside)
        }
        return check.strayOrLitter
    }

    /// Staged entries that a sweep does not remove.
    private func litterInStaging() throws -> [RepairableFinding] {
        let litter = Set(try unusedInStaging())
        guard !litter.isEmpty else { return [] }
        sweep()
        // Meanwhile another program may have ended.
        return try unusedInStaging().filter(litter.contains).map { entry in
            RepairableFinding(
                .staging, .staging, entry, "was left by a program that ended", .setAside)
        }
    }

    /// The staged entries of programs that have ended. The check doesn't wait for the lock: if other
    /// sessions hold it, they may be about to make a staged directory.
    private func unusedInStaging() throws -> [RawName] {
        guard
            let staging = try ifIntact({ try workspace.directory(named: Staging.parentName) })
        else { return [] }
        return try lock.holdingIfFree {
            try staging.entries().filter { try !isInUse($0, in: staging) }
        } ?? []
    }

    private func isInUse(_ entry: RawName, in staging: Directory) throws -> Bool {
        guard entry.isUTF8,
            let directory = try ifIntact({ try staging.directory(named: entry.shown) })
        else { return false }
        return (try? FileLock.attempt(directory)) != true
    }
}

extension EntryCheck {
    var strayOrLitter: RepairableFinding {
        if isLitter { return flaw(.litter, Self.origin(ofLitter: entry.shown), .nothing) }
        return switch status.kind {
        case .symbolicLink, .other:
            flawInKind(shouldBe: .regular) ?? flaw(.stray, Self.unknown, .setAside)
        case .regular, .directory: flaw(.stray, Self.unknown, .setAside)
        }
    }

    /// Whether another program left the file or directory behind.
    var isLitter: Bool {
        switch status.kind {
        case .regular: Litter.isNamed(entry.shown)
        case .directory: Litter.isDirectory(named: entry.shown)
        case .symbolicLink, .other: false
        }
    }

    private static func origin(ofLitter name: String) -> String {
        Litter.isConflictCopy(name)
            ? "is another version, which a synchronizer left; no export has it"
            : "is a leftover of another system"
    }

    private static let unknown = "does not belong here"
}

extension Workspace {
    package struct Checked: Sendable {
        package internal(set) var documents = 0
        /// The number of findings that still need a repair.
        package internal(set) var open = 0
        /// The number of findings that were repaired or moved out of the way.
        package internal(set) var repaired = 0
        /// The number of photographs without a thumbnail, before a repair.
        package internal(set) var withoutThumbnail = 0
        /// The number of thumbnails that the repair made.
        package internal(set) var thumbnails = 0
    }

    /// Checks the whole workspace, and reads every document on all processors.
    ///
    /// Other sessions may continue to work, and their unfinished changes are not reported.
    ///
    /// - Parameters:
    ///   - isRepairing: whether to repair findings, and to move entries that can't be repaired
    ///     without loss to `Lost and Found`.
    ///   - isDryRun: whether to plan the repairs only, and to change nothing. The outcomes are then
    ///     the planned ones. A repair may uncover other findings, which are not planned.
    ///   - report: receives each finding. Findings about documents come in the order of the
    ///     documents' numbers.
    /// - Throws: ``ScaryBugsError`` if the workspace itself can't be read.
    package func check(
        repairing isRepairing: Bool = false, dryRun isDryRun: Bool = false,
        _ report: (Finding) throws -> Void
    ) throws -> Checked {
        try withoutActuallyEscaping(report) { report in
            let checkRun = CheckRun(
                self, isRepairing ? isDryRun ? .planning : .repairing : .reporting, report)
            try checkRun.run()
            return checkRun.result
        }
    }
}
