import Glibc
import SystemPackage

/// The kernel's lock (flock) on a directory, which ends with the process at the latest.
enum FileLock {
    /// Seconds to wait for another process: much longer than any of ours holds a lock.
    private static let patience = 2.0

    /// Waits for the lock of a directory and takes it.
    ///
    /// - Throws: ``ScaryBugsError/Code/busy`` with the process that holds it, where the system tells.
    static func take(_ directory: Directory) throws {
        if try attempt(directory) { return }
        let start = MonotonicClock.seconds
        var pause = 0.000_05
        while try !attempt(directory) {
            guard MonotonicClock.seconds - start < patience else { throw busy(directory) }
            try Interruption.check()
            usleep(UInt32(pause * 1_000_000))
            pause = min(pause * 2, 0.005)
        }
    }

    /// Takes the lock of a directory if it is free, until the directory is closed.
    ///
    /// - Returns: whether it was free.
    static func attempt(_ directory: Directory) throws -> Bool {
        do {
            try systemCall("cannot lock \(directory.path)") {
                flock(directory.descriptor.rawValue, LOCK_EX | LOCK_NB)
            }
            return true
        } catch let error as ScaryBugsError {
            if case .system(.wouldBlock) = error.code { return false }
            throw error
        }
    }

    static func release(_ directory: Directory) {
        _ = flock(directory.descriptor.rawValue, LOCK_UN)
    }

    private static func busy(_ directory: Directory) -> ScaryBugsError {
        let holder = LockHolder(of: directory).map { " (process \($0.process))" } ?? ""
        return ScaryBugsError(
            .busy, "\(directory.path) is in use by another program\(holder); try again")
    }
}

/// The process that holds a lock, as `/proc/locks` has it.
private struct LockHolder {
    let process: Int

    init?(of directory: Directory) {
        guard let status = try? directory.status(),
            let file = try? File.open(path: "/proc/locks"),
            let bytes = try? file.contents(limit: 1 << 20)
        else { return nil }
        // 1: FLOCK  ADVISORY  WRITE 4711 fe:00:131073 0 EOF
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            // A process that is not to be seen from here, as in another container, has no number.
            guard words.count > 5, words[1] == "FLOCK", let process = Int(words[4]), process > 0,
                words[5].split(separator: ":").last.flatMap({ UInt64($0) })
                    == status.identity.inode
            else { continue }
            self.process = process
            return
        }
        return nil
    }
}
