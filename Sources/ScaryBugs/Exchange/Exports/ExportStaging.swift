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

/// A staged file or directory, which is removed unless it is renamed into place.
final class ExportDraft: Sendable {
    enum Contents {
        case file, directory
    }

    /// The final name.
    let fileName: String
    let contents: Contents
    private let destination: ExportDestination
    private let staging: ExportStaging
    private let stagedName: String

    init(
        _ contents: Contents, named fileName: String, in destination: ExportDestination,
        preparedIn staging: ExportStaging
    ) {
        self.contents = contents
        self.fileName = fileName
        self.destination = destination
        self.staging = staging
        stagedName = staging.freshName()
    }

    deinit {
        // After a rename the staged name is free. After an exchange it holds the replaced version,
        // which is removed here.
        try? directory.removeEntry(named: stagedName)
    }

    private var directory: Directory { staging.directory }

    var path: String { destination.path(of: fileName) }

    func createFile(mode: UInt32 = 0o666) throws -> File {
        try directory.createFile(named: stagedName, calledAs: DisplayPath(path), mode: mode)
    }

    /// Sets the permission bits of the staged file.
    func setMode(_ mode: UInt32) throws {
        try directory.setMode(of: RawName(stagedName), to: mode)
    }

    func newDirectory() throws -> Directory {
        try directory.newDirectory(named: stagedName, calledAs: path, mode: 0o777)
    }

    func sync() throws { try directory.syncEntry(named: RawName(stagedName)) }

    /// Renames the draft to its final name in one atomic step.
    func install() throws {
        let isReplacing = destination.isReplacing
        if isReplacing, contents == .directory,
            let draft = try directory.directory(named: stagedName)
        {
            try destination.checkKeepingFiles(of: fileName, in: draft)
        }
        let replacement: Directory.Replacement =
            switch contents {
            case .file: isReplacing ? .replace : .never
            case .directory:
                try isReplacing && destination.directory.status(of: fileName) != nil
                    ? .exchange : .never
            }
        do { try install(replacement) } catch let error as ScaryBugsError
            where error.isOfMissingExchange && replacement == .exchange
        {
            try replace()
        }
    }

    private func install(_ replacement: Directory.Replacement) throws {
        try directory.move(
            stagedName, to: fileName, in: destination.directory, replacement,
            for: "write \(path)")
    }

    /// Replaces a directory on a file system that cannot exchange two names.
    private func replace() throws {
        let old = staging.freshName()
        try destination.directory.move(
            fileName, to: old, in: directory, .never, for: "write \(path)")
        do { try install(.never) } catch {
            try directory.move(old, to: fileName, in: destination.directory, .never)
            throw error
        }
        try? directory.removeDirectory(named: old)
    }
}
