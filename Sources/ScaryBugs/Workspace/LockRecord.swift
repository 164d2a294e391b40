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
