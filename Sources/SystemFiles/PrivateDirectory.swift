import Glibc
import Synchronization

/// A directory in which this process prepares files. It is removed with its contents at the end of its
/// lifetime.
///
/// Other users may write to the place in which it lies. So its name is random, and only this user can open it.
/// The lock on it tells other processes that it is in use: they remove the directories of killed processes.
package final class PrivateDirectory: Sendable {
    package let directory: Directory
    private let place: Directory
    private let name: String
    /// The place of `place`, if that goes with the last directory in it.
    private let temporary: Directory?
    private let count = Atomic(0)

    private static let prefix = ".scarybug-"

    /// Makes the directory, and removes directories of killed processes.
    package init(in place: Directory) throws {
        temporary = nil
        (self.place, name, directory) = try Self.make(in: place)
    }

    /// Makes the directory in `TMPDIR`, within a directory of this user.
    package init() throws {
        let temporary = try Self.temporary()
        try? temporary.makeDirectory(named: Self.userName)
        self.temporary = temporary
        // Another user may have taken the name, or another process may just remove the directory.
        (place, name, directory) =
            try Self.userDirectory(in: temporary).flatMap { try? Self.make(in: $0) }
            ?? Self.make(in: temporary)
    }

    deinit {
        try? place.removeDirectory(named: name)
        try? temporary?.removeEmptyDirectory(named: Self.userName)
    }

    /// A name that this function hasn't given yet.
    package func freshName() -> String {
        String(count.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    private static func make(in place: Directory) throws -> (Directory, String, Directory) {
        sweep(place)
        while true {
            let name = prefix + String(UInt64.random(in: 0 ... .max), radix: 16)
            try place.makeDirectory(named: name, calledAs: "files in \(place.path)")
            // Another process may take it for a killed one's, before this process has its lock. Without
            // locks, nothing is swept.
            if let made = try place.directory(named: name),
                (try? FileLock.attempt(made)) != false, try place.holds(made, as: name)
            {
                return (place, name, made)
            }
        }
    }

    // MARK: Killed processes

    /// Removes directories of killed processes from `TMPDIR`.
    package static func removeAbandoned() {
        guard let temporary = try? temporary(), let place = userDirectory(in: temporary) else {
            return
        }
        sweep(place)
        try? temporary.removeEmptyDirectory(named: userName)
    }

    /// The places that this process has swept. A script may export to one line by line. Another
    /// directory with the same path is swept by the next process.
    private static let swept = Mutex<Set<String>>([])

    /// Removes directories of killed processes, as many as a moment allows.
    private static func sweep(_ place: Directory) {
        guard swept.withLock({ $0.insert(place.path).inserted }) else { return }
        var bound = RemovalBound.ofCommand
        for name in (try? place.names(where: { $0.hasPrefix(prefix) })) ?? []
        where !bound.isReached {
            guard let left = try? place.directory(named: name),
                (try? left.status().isOnlyOurs) == true, (try? FileLock.attempt(left)) == true
            else { continue }
            try? place.removeDirectory(named: name, upTo: &bound)
        }
    }

    // MARK: Places

    private static func temporary() throws -> Directory {
        try Directory.open(path: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
    }

    /// A name of its own, so that a command finds without a search what killed processes left.
    private static var userName: String { "scarybug-\(geteuid())" }

    /// The directory of this user; nil if it doesn't exist, or if others can write to it.
    private static func userDirectory(in temporary: Directory) -> Directory? {
        let directory = (try? temporary.directory(named: userName)) ?? nil
        return (try? directory?.status().isOnlyOurs) == true ? directory : nil
    }
}
