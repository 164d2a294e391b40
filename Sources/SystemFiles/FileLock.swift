import CLinux
import Glibc
import SystemPackage

/// The kernel's lock (`flock`) on a directory. The kernel releases it when the process ends.
package enum FileLock {
    /// Timeout in seconds, much longer than this program ever holds a lock.
    private static let patience = 2.0

    /// Locks a directory, and waits until the lock is free.
    ///
    /// - Throws: ``ScaryBugsError/Code/busy`` after a timeout. The message names the process that
    ///   holds the lock if the system reports it.
    package static func acquire(_ directory: Directory) throws {
        if try attempt(directory) { return }
        clinux_announce_wait(directory.descriptor.rawValue, true)
        defer { clinux_announce_wait(directory.descriptor.rawValue, false) }
        let start = MonotonicClock.seconds
        var pause = 0.000_05
        while try !attempt(directory) {
            guard MonotonicClock.seconds - start < patience else { throw busy(directory) }
            try Interruption.check()
            usleep(UInt32(pause * 1_000_000))
            pause = min(pause * 2, 0.005)
        }
    }

    /// Whether another process waits for the lock. If the file system can't tell, one may.
    package static func hasWaiting(_ directory: Directory) -> Bool {
        clinux_has_waiting(directory.descriptor.rawValue)
    }

    /// Locks a directory if the lock is free. The lock lasts until it is released or the directory
    /// is closed.
    ///
    /// - Returns: whether the lock was free.
    package static func attempt(_ directory: Directory) throws -> Bool {
        // Waiting retries often, so a lock in use must not cost an error with its message.
        var isFree = true
        try systemCall("cannot lock \(directory.path)") {
            let result = flock(directory.descriptor.rawValue, LOCK_EX | LOCK_NB)
            isFree = result == 0 || errno != EWOULDBLOCK
            return isFree ? result : 0
        }
        return isFree
    }

    package static func release(_ directory: Directory) {
        _ = flock(directory.descriptor.rawValue, LOCK_UN)
    }

    private static func busy(_ directory: Directory) -> ScaryBugsError {
        let holder = holder(of: directory).map { " (process \($0))" } ?? ""
        return ScaryBugsError(
            .busy, "\(directory.path) is in use by another program\(holder); try again")
    }

    /// The process that holds a lock, according to `/proc/locks`.
    private static func holder(of directory: Directory) -> Int? {
        guard let status = try? directory.status(),
            let file = try? File.open(path: "/proc/locks"),
            let bytes = try? file.contents(limit: 1_048_576)
        else { return nil }
        // 1: FLOCK  ADVISORY  WRITE 4711 fe:00:131073 0 EOF
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK",
                words[5].split(separator: ":").last.flatMap({ UInt64($0) })
                    == status.identity.inode
            else { continue }
            // A process that isn't visible here, such as one in another container, has no positive
            // number.
            if let process = Int(words[4]), process > 0 { return process }
        }
        return nil
    }
}
