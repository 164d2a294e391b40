import Glibc

/// The command of a process that holds a workspace's lock for long. Others who wait read it.
struct LockRecord: Equatable {
    /// The number of the process.
    let process: Int
    /// The time when the command began.
    let time: Timestamp
    /// The beginning of the command.
    let command: String

    /// The file in the lock's directory.
    static let name = "holder"
    /// The most characters of a command.
    private static let length = 200

    init(process: Int, time: Timestamp, command: String) {
        (self.process, self.time) = (process, time)
        self.command = String(command.prefix(Self.length))
    }

    /// Reads the record; nil if there is none that can be read.
    init?(in directory: Directory) {
        guard let file = try? directory.file(named: Self.name),
            let bytes = try? file.prefix(65_536)
        else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let process = Int(parts[0]), let seconds = Int64(parts[1]) else {
            return nil
        }
        self.init(
            process: process, time: Timestamp(secondsSince1970: seconds),
            command: String(parts[2]))
    }

    /// Writes the record. The caller must hold the lock.
    func write(to directory: Directory) throws {
        Self.remove(from: directory)
        let text = "\(process)\n\(time.secondsSince1970)\n\(command)"
        // One write, so that nobody reads half of a line.
        try directory.createFile(named: Self.name).write(Array(text.utf8))
    }

    /// Removes the record, if there is one. If that fails, its process no longer holds the lock, so
    /// nobody believes it.
    static func remove(from directory: Directory) {
        guard (try? directory.status(of: name)) != nil else { return }
        try? directory.removeFile(named: name)
    }
}

/// The process that holds a workspace's lock.
struct LockHolder {
    /// The number of the process; nil if the system doesn't tell.
    let process: Int?
    /// The process's record; nil if it holds the lock for a moment only.
    let record: LockRecord?

    init(process: Int?, record: LockRecord? = nil) {
        self.process = process
        // A killed process leaves its record.
        self.record = record.flatMap { $0.process == process ? $0 : nil }
    }

    /// - Parameter directory: the directory that is locked.
    init(of directory: Directory) {
        let record = LockRecord(in: directory)
        self.init(process: FileLock.holder(of: directory), record: record)
    }

    /// `process 4711`, or `another process`
    var name: String { process.map { "process \($0)" } ?? "another process" }

    /// `has held alice's workspace since 12:03 ('begin')`, or `has alice's workspace`
    ///
    /// - Parameter workspace: `alice's workspace`
    func holding(_ workspace: String, now: Timestamp, in zone: LocalZone) -> String {
        guard let record else { return "has \(workspace)" }
        let since = record.time.minute(in: zone, now: now)
        return "has held \(workspace) since \(since) ('\(record.command)')"
    }
}

extension Timestamp {
    /// `12:03`, or `2026-05-01 12:03` if that is not today.
    fileprivate func minute(in zone: LocalZone, now: Timestamp) -> String {
        let (text, today) = (text(in: zone), now.text(in: zone).prefix(10))
        let minute = text.dropFirst(11).prefix(5)
        return text.hasPrefix(today) ? String(minute) : "\(text.prefix(10)) \(minute)"
    }
}

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
