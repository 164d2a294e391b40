import TestSupport

/// What may come of a call that fails.
enum FaultConsequence {
    /// Nothing: the command does all it was to do, and says so.
    case none
    /// An error, with everything as it was before.
    case refused
    /// An error that says so, with everything as the command was to leave it.
    case mayNotLast
    /// An error, since what was done cannot be told.
    case unreported

    /// - Parameter calls: all calls of the run.
    init(ofInjectedIn calls: [SystemCall]) throws {
        guard let place = calls.firstIndex(where: \.isInjected) else {
            throw TestFailure("no call failed")
        }
        let (call, path) = (calls[place], calls[place].paths.first ?? "")
        let isTemporary = path.contains("/Staging") || path.contains("/.scarybug-")
        let previous = calls[..<place].last { $0.writes && !$0.isForIndex }
        let placed = calls[..<place].last(where: \.placesResult)
        switch call.name {
        case _ where call.isForIndex: self = .none
        case "write" where call.reports: self = .unreported
        // There is nobody to tell.
        case "write" where call.arguments.hasPrefix("2<"): self = .none
        // There are other ways, or it is only for the speed.
        case "ioctl", "copy_file_range", "sync_file_range": self = .none
        // It is removed by the next session, or else there is nothing more that could be done.
        case _ where call.isRemoval:
            // A file that cannot lose its name is not used.
            self = isTemporary && !path.hasPrefix("/var/tmp") ? .none : .refused
        case _ where call.isSync: self = placed != nil && !isTemporary ? .mayNotLast : .refused
        // The time of the documents' directory is for the index, and comes of itself where a
        // document came or went.
        case "utimensat" where path.hasSuffix("/Private Documents"):
            self = previous?.placesResult == true ? .none : .refused
        default: self = .refused
        }
    }
}

extension SystemCall {
    /// Whether it is about the index, or a directory above it, which is the home.
    var isForIndex: Bool { paths.contains { $0.contains("/.cache") || $0.hasSuffix("/home") } }

    var isRemoval: Bool { ["unlink", "unlinkat", "rmdir"].contains(name) }

    /// Whether it is a rename that gives what was done its place, or takes it away.
    fileprivate var placesResult: Bool {
        let isStaged = paths.map { $0.contains("/Staging/") || $0.contains("/.scarybug-") }
        return isRename && !hasFailed && Set(isStaged).count == 2
    }
}
