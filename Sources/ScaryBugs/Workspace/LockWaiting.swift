/// How a session waits while another process holds the workspace's lock.
struct LockWaiting {
    /// The workspace in messages.
    var workspace = "the workspace"
    /// The most seconds to wait; nil to wait until Ctrl-C.
    var seconds: Double? = 60
    /// The seconds after which a wait is reported.
    var delay = 2.0
    /// Receives the sentence that names the holder, at most once in a wait.
    var report: ((String) -> Void)?
    var now = Timestamp(secondsSince1970: FileTime.now.seconds)
    var zone = LocalZone.local

    /// The limit in seconds; nil for none. Ctrl-C doesn't end an operation that must not be interrupted,
    /// so that waits for a moment only.
    var limit: Double? {
        Interruption.isShielded ? min(seconds ?? Self.moment, Self.moment) : seconds
    }

    private static let moment = 2.0

    /// `waiting for process 4711, which has held alice's workspace since 12:03 ('begin')`
    func notice(of holder: LockHolder) -> String {
        "waiting for \(holder.name), which \(holder.holding(workspace, now: now, in: zone))"
    }

    func refusal(by holder: LockHolder) -> ScaryBugsError {
        ScaryBugsError(
            .busy,
            "\(holder.name) \(holder.holding(workspace, now: now, in: zone)); try again when it has "
                + "ended, or 'config wait=SECONDS' waits longer",
            cause: LockRefusal())
    }
}

/// The cause of an error about a lock that another process holds.
private struct LockRefusal: Error {}

extension ScaryBugsError {
    /// Whether another process holds the workspace's lock, so that no change can succeed.
    package var isOfWorkspaceLock: Bool {
        cause is LockRefusal || (cause as? ScaryBugsError)?.isOfWorkspaceLock == true
    }
}

extension Workspace {
    /// How this session waits for others.
    var waiting: LockWaiting {
        // Reading the preferences may need the lock.
        let preferences = knownPreferences?.preferences ?? Preferences()
        return LockWaiting(
            workspace: "\(user)'s workspace",
            seconds: waitsUntilInterrupted ? nil : Double(preferences.wait), report: onWait)
    }
}
