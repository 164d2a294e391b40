import CLinux
import Glibc
import SystemPackage

/// The kernel's lock (`flock`) on a directory. The kernel releases it when the process ends.
package enum FileLock {
    /// Waits until a lock is free, and locks the directory. Ctrl-C ends the wait.
    ///
    /// - Parameters:
    ///   - limit: the most seconds to wait; nil for no limit.
    ///   - delay: the seconds after which `notice` is called, once.
    /// - Returns: false if the lock was not free within the limit.
    /// - Throws: ``Interrupted`` after Ctrl-C.
    package static func acquire(
        _ directory: Directory, within limit: Double?, noticeAfter delay: Double,
        _ notice: () -> Void
    ) throws -> Bool {
        if try attempt(directory) { return true }
        clinux_announce_wait(directory.descriptor.rawValue, true)
        defer { clinux_announce_wait(directory.descriptor.rawValue, false) }
        let start = MonotonicClock.seconds
        var pause = 0.000_05
        var isNoticed = false
        while try !attempt(directory) {
            try Interruption.check()
            let waited = MonotonicClock.seconds - start
            if let limit, waited >= limit { return false }
            if !isNoticed, waited >= delay {
                isNoticed = true
                notice()
            }
            // A signal ends the pause.
            usleep(UInt32(pause * 1_000_000))
            pause = min(pause * 2, 0.005)
        }
        return true
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

    /// The process that holds a lock, according to `/proc/locks`; nil if the system doesn't tell, as for
    /// a process in another container or on another computer.
    package static func holder(of directory: Directory) -> Int? {
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

/// The ID of the kernel's current run, which is new after each start of the machine.
package enum BootID {
    /// The ID as the kernel writes it, 36 characters. Without `/proc` it is a random one, so that this
    /// process trusts nothing that another one left, perhaps before a loss of power.
    package static let text: String = {
        let file = try? File.open(path: "/proc/sys/kernel/random/boot_id")
        let bytes = (try? file?.prefix(64)) ?? []
        return bytes.isEmpty
            ? String(UInt64.random(in: 0 ... .max), radix: 16)
            : String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }()
}
