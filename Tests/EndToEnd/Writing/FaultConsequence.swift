import TestSupport

/// The expected result of a command in which one call fails.
enum FaultConsequence {
    /// The command succeeds and reports its results.
    case none
    /// The command fails and changes nothing.
    case refused
    /// One of the two. On a full disk, the transaction is tried again.
    case refusedOrNone
    /// The command makes its changes and reports that they may not be durable.
    case mayNotLast
    /// The command fails because its results can't be printed.
    case unreported

    /// - Parameters:
    ///   - calls: all calls of the run.
    ///   - command: the command that made them.
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
        // Others who wait don't see the command then.
        case _ where call.isForLockRecord: self = .none
        // The document has no thumbnail then.
        case _ where call.isForThumbnail: self = .none
        case "write" where call.reports: self = .unreported
        case "write" where command.isGroupScript && path.hasPrefix("pipe:"): self = .unreported
        // The command is finished. Old steps that can't be removed now are removed later.
        case _ where isSynced && !command.words.isEmpty: self = .none
        // A slot of a rolled-back group that can't become trash now is removed later.
        case _ where call.discardsSlot: self = .refusedOrNone
        // An error on standard error can't be reported anywhere.
        case "write" where call.arguments.hasPrefix("2<"): self = .none
        // A fallback exists, or the call only improves speed.
        case "ioctl", "copy_file_range", "sync_file_range": self = .none
        // Temporary files that remain are removed by the next session.
        case _ where call.isRemoval:
            // A file that can't be unlinked isn't used, and a group's file is created again.
            self =
                path.hasSuffix("/group") || path.contains("/History/") && isFull
                ? .refusedOrNone
                : isTemporary ? .none : .refused
        // Another place of temporary files is tried.
        case "openat" where call.arguments.contains("O_TMPFILE"): self = .none
        // The reserve helps only on a full disk.
        case _ where isOfReserve: self = .none
        case "write" where call.isNote: self = .none
        // This line only corrects the sum of bytes, after the discarded slots became trash.
        case "write"
        where call.isRollback && previous?.paths.contains { $0.contains(".trash") } == true:
            self = isFull ? .refusedOrNone : .none
        case "syncfs" where command.isGroup: self = .refused
        // Recovery needs this line, so it is synced first.
        case _ where call.isSync && previous?.isLineOfChanges == true:
            self = isFull ? .refusedOrNone : .refused
        case _ where call.isSync:
            let isDone = placed != nil && !isTemporary
            let isTried = isFull && (!isDone || command.words.isEmpty)
            self = isTried ? .refusedOrNone : isDone ? .mayNotLast : .refused
        // The index uses the modification time of the documents' directory. The kernel updates it
        // whenever a document is added or removed.
        case "utimensat" where path.hasSuffix("/Private Documents"):
            // A script also changes the time when it reads the list of documents.
            let mayRetry = isFull || command.words.isEmpty
            self = previous?.placesResult == true ? .none : mayRetry ? .refusedOrNone : .refused
        default: self = isFull ? .refusedOrNone : .refused
        }
    }
}

extension SystemCall {
    /// Whether the call concerns the index or a directory above it, the home.
    var isForIndex: Bool { paths.contains { $0.contains("/.cache") || $0.hasSuffix("/home") } }

    /// Whether the call concerns the record of the lock's holder.
    fileprivate var isForLockRecord: Bool { paths.contains { $0.hasSuffix("/Lock/holder") } }

    /// Whether the call appends a line of a transaction to the journal.
    fileprivate var isLineOfChanges: Bool {
        arguments.contains(/"\d+\\t(change|undo|redo|rollback)\\t/)
    }

    /// Whether the call appends a line of a rollback to the journal.
    fileprivate var isRollback: Bool { arguments.contains(/"\d+\\trollback\\t/) }

    fileprivate var syncsJournal: Bool {
        isSync && !hasFailed && paths.contains { $0.hasSuffix("/History/journal") }
    }

    /// Whether the call moves a slot of the history out of the way.
    fileprivate var discardsSlot: Bool {
        isRename && paths.first?.contains("/History") == true
            && paths.contains { $0.contains(".trash") }
    }

    var isRemoval: Bool { ["unlink", "unlinkat", "rmdir"].contains(name) }

    /// Whether the call is a rename that puts a result in place or removes it.
    fileprivate var placesResult: Bool {
        guard isRename, !hasFailed else { return false }
        let names = ["/Private Documents/", "/preferences.plist"]
        if paths.contains(where: { path in names.contains { path.contains($0) } }) { return true }
        return Set(paths.map { $0.contains("/.scarybug-") }).count == 2
    }
}
