import Glibc
import Synchronization

/// The directory beside an export's destination in which a process prepares files.
///
/// Other users may write to the destination. So the name is random, and only this user can open the
/// directory. The lock on it tells other processes that it is in use.
final class ExportStaging: Sendable {
    let directory: Directory
    private let destination: Directory
    private let name: String
    private let count = Atomic(0)

    private static let prefix = ".scarybug-"

    /// Makes the directory, and removes directories of killed processes.
    init(in destination: Directory) throws {
        // Failure to sweep must not prevent the export.
        _ = try ifPossible { try Self.sweep(destination) }
        self.destination = destination
        (name, directory) = try Self.make(in: destination)
    }

    deinit { try? destination.removeDirectory(named: name) }

    func freshName() -> String {
        String(count.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    private static func make(in destination: Directory) throws -> (String, Directory) {
        while true {
            let name = prefix + String(UInt64.random(in: 0 ... .max), radix: 16)
            try destination.makeDirectory(named: name, calledAs: "files in \(destination.path)")
            // Another process may take it for a killed one's, before this process has its lock. Without
            // locks, nothing is swept.
            if let made = try destination.directory(named: name),
                (try? FileLock.attempt(made)) != false, try destination.holds(made, as: name)
            {
                return (name, made)
            }
        }
    }

    /// The path of the destination that this process has swept last. A script may export to it line
    /// by line. Another directory with this path is swept by the next process.
    private static let swept = Mutex<String?>(nil)

    private static func sweep(_ destination: Directory) throws {
        let path = destination.path
        let isSwept = swept.withLock { swept in
            defer { swept = path }
            return swept == path
        }
        if isSwept { return }
        var bound = Staging.boundOfCommand
        for name in try destination.names(where: { $0.hasPrefix(prefix) }) where !bound.isReached {
            guard let left = try? destination.directory(named: name),
                try left.status().owner == geteuid(), (try? FileLock.attempt(left)) == true
            else { continue }
            try? destination.removeDirectory(named: name, upTo: &bound)
        }
    }
}
