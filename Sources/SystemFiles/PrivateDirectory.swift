import Glibc
import Synchronization

/// A directory in which this process prepares files. It is removed with its contents at the end of its
/// lifetime.
///
/// Other users may write to the place in which it lies. So its name is random, and only this user can open it.
/// The lock on it tells other processes that it is in use: they remove the directories of killed processes.
package final class PrivateDirectory: Sendable {
    package let directory: Directory
    package let name: String
    private let place: Directory
    /// The place of `place`, if that goes with the last directory in it.
    private let temporary: Directory?
    private let count = Atomic(0)
    private let isLeft = Atomic(false)
    private let isNameSynced = Atomic(false)

    private static let prefix = ".scarybug-"

    /// Makes the directory, and removes directories of killed processes.
    ///
    /// - Parameter isSweeping: false if somebody may still need what they left.
    package init(in place: Directory, sweeping isSweeping: Bool = true) throws {
        temporary = nil
        if isSweeping { Self.sweep(place) }
        (self.place, name, directory) = try Self.make(in: place)
    }

    /// Makes the directory in `TMPDIR`, within a directory of this user.
    package init() throws {
        let temporary = try Self.temporary()
        try? temporary.makeDirectory(named: Self.userName)
        self.temporary = temporary
        // Another user may have taken the name, or another process may just remove the directory.
        let place = Self.userDirectory(in: temporary)
        Self.sweep(place ?? temporary)
        (self.place, name, directory) =
            try place.flatMap { try? Self.make(in: $0) } ?? Self.make(in: temporary)
    }

    deinit {
        if isLeft.load(ordering: .relaxed) { return }
        try? place.removeDirectory(named: name)
        try? temporary?.removeEmptyDirectory(named: Self.userName)
    }

    /// A name that this function hasn't given yet.
    package func freshName() -> String {
        String(count.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Leaves the directory behind for the next process.
    package func leave() { isLeft.store(true, ordering: .relaxed) }

    /// Syncs the directory's name, once, so that it survives a loss of power.
    package func syncName() throws {
        guard !isNameSynced.load(ordering: .relaxed) else { return }
        try place.sync()
        isNameSynced.store(true, ordering: .relaxed)
    }

    private static func make(in place: Directory) throws -> (Directory, String, Directory) {
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

    /// The directory of a killed process. This process now holds its lock.
    package struct Abandoned {
        fileprivate let place: Directory
        fileprivate let name: String
        fileprivate let directory: Directory
    }

    /// The directories of killed processes.
    package static func abandoned(in place: Directory) throws -> [Abandoned] {
        try place.names { $0.hasPrefix(prefix) }.compactMap { name in
            guard let left = try? place.directory(named: name),
                (try? FileLock.attempt(left)) == true
            else { return nil }
            return Abandoned(place: place, name: name, directory: left)
        }
    }

    /// Removes abandoned directories, by default as many as a moment allows. The rest stays for the next
    /// call.
    package static func remove(
        _ abandoned: [Abandoned], upTo bound: RemovalBound = .ofCommand
    ) {
        var bound = bound
        for left in abandoned where !bound.isReached {
            try? left.place.removeDirectory(named: left.name, upTo: &bound)
        }
    }

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

    /// Removes directories of killed processes that no other user can have made.
    private static func sweep(_ place: Directory) {
        guard swept.withLock({ $0.insert(place.path).inserted }) else { return }
        let abandoned = (try? abandoned(in: place)) ?? []
        remove(abandoned.filter { (try? $0.directory.status().isOnlyOurs) == true })
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
