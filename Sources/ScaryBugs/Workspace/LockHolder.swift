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
