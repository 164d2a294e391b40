import TestSupport

/// What may come of a call that fails.
enum FaultConsequence {
    /// Nothing: the command does all it was to do, and says so.
    case none
    /// An error, with everything as it was before.
    case refused
    /// Either of the two: on a full disk, old steps give way, and a transaction is tried again.
    case refusedOrNone
    /// An error that says so, with everything as the command was to leave it.
    case mayNotLast
    /// An error, since what was done cannot be told.
    case unreported

    /// - Parameters:
    ///   - calls: all calls of the run.
    ///   - command: what made them.
    init(ofInjectedIn calls: [SystemCall], by command: WritingCommand) throws {
        guard let place = calls.firstIndex(where: \.isInjected) else {
            throw TestFailure("no call failed")
        }
        let (call, path) = (calls[place], calls[place].paths.first ?? "")
        let isTemporary = path.contains("/Staging") || path.contains("/.scarybug-")
        let previous = calls[..<place].last { $0.writes && !$0.isForIndex }
        let placed = calls[..<place].last(where: \.placesResult)
        let isFull = ["ENOSPC", "EDQUOT"].contains { call.result.contains($0) }
        let isOfReserve = path.hasSuffix("/History/reserve")
        // The journal may also be synced before a change.
        let lastSync = calls[..<place].lastIndex(where: \.syncsJournal)
        let lastResult = calls.lastIndex(where: \.placesResult)
        let isSynced = lastResult.flatMap { last in lastSync.map { $0 > last } } ?? false
        switch call.name {
        case _ where call.isForIndex: self = .none
        case "write" where call.reports: self = .unreported
        case "write" where command.isGroupScript && path.hasPrefix("pipe:"): self = .unreported
        // Everything is done; old steps that cannot be removed are removed later.
        case _ where isSynced && !command.words.isEmpty: self = .none
        // There is nobody to tell.
        case "write" where call.arguments.hasPrefix("2<"): self = .none
        // There are other ways, or it is only for the speed.
        case "ioctl", "copy_file_range", "sync_file_range": self = .none
        // A journal that may not be read is set aside, and then there is nothing to undo.
        case _
        where call.result.contains("EACCES") && path.contains("/History")
            && (placed == nil || command.words.isEmpty):
            self = .refusedOrNone
        // It is removed by the next session, or else there is nothing more that could be done.
        case _ where call.isRemoval:
            // A file that cannot lose its name is not used, and a group's is made anew.
            self =
                path.hasSuffix("/group") || path.contains("/History/") && isFull
                ? .refusedOrNone
                : isTemporary && !path.hasPrefix("/var/tmp") ? .none : .refused
        // The reserve is for a full disk; without it, less can be done there.
        case _ where isOfReserve: self = .none
        case "write" where call.isNote: self = .none
        case "syncfs" where command.isGroup: self = .refused
        // The line is synced first where recovery could not do without it.
        case _ where call.isSync && previous?.isLineOfChanges == true:
            self = isFull ? .refusedOrNone : .refused
        case _ where call.isSync:
            let isDone = placed != nil && !isTemporary
            let isTried = isFull && (!isDone || command.words.isEmpty)
            self = isTried ? .refusedOrNone : isDone ? .mayNotLast : .refused
        // The time of the documents' directory is for the index, and comes of itself where a
        // document came or went.
        case "utimensat" where path.hasSuffix("/Private Documents"):
            // A script also gives it another one when it looks for documents.
            let mayRetry = isFull || command.words.isEmpty
            self = previous?.placesResult == true ? .none : mayRetry ? .refusedOrNone : .refused
        default: self = isFull ? .refusedOrNone : .refused
        }
    }
}

extension SystemCall {
    /// Whether it is about the index, or a directory above it, which is the home.
    var isForIndex: Bool { paths.contains { $0.contains("/.cache") || $0.hasSuffix("/home") } }

    /// Whether it appends a line of a transaction to the journal.
    fileprivate var isLineOfChanges: Bool {
        arguments.contains(/"\d+\\t(change|undo|redo|rollback)\\t/)
    }

    fileprivate var syncsJournal: Bool {
        isSync && !hasFailed && paths.contains { $0.hasSuffix("/History/journal") }
    }

    var isRemoval: Bool { ["unlink", "unlinkat", "rmdir"].contains(name) }

    /// Whether it is a rename that gives what was done its place, or takes it away.
    fileprivate var placesResult: Bool {
        guard isRename, !hasFailed else { return false }
        let names = ["/Private Documents/", "/preferences.plist"]
        if paths.contains(where: { path in names.contains { path.contains($0) } }) { return true }
        return Set(paths.map { $0.contains("/.scarybug-") }).count == 2
    }
}
