import Glibc
import ScaryBugs
import SystemPackage

/// The history of typed lines, kept across sessions in one file per user.
///
/// Each line is appended with one write, so neither a second session nor a crash loses lines. The
/// file is rewritten only when it has grown past twice the limit. Appending takes a shared lock,
/// rewriting an exclusive one.
struct LineHistory {
    static let lineLimit = 1_000
    /// The highest number of bytes read from the end of the file. A thousand ordinary lines need
    /// much less.
    static let byteLimit = 1 << 20

    let directory: Directory
    let name: String

    static let fileName = "line-history"
    private static let formerName = "Line History"

    init(directory: Directory, name: String) {
        (self.directory, self.name) = (directory, name)
    }

    /// The history of a user who has no workspace yet. Returns nil if there is none, or the environment
    /// has no place for it.
    ///
    /// - Parameter isMaking: whether to make its directory.
    init?(ofNewUser user: UserName, in environment: Environment, isMaking: Bool = false) throws {
        guard let path = environment.directory("XDG_STATE_HOME", default: ".local/state") else {
            return nil
        }
        let name = "\(Self.fileName)-\(user)"
        let directory = try isMaking ? Directory.open(creating: path) : Directory.open(path: path)
        // Another user's lines could be taken for the user's own.
        guard try directory.status().isOnlyOurs,
            try isMaking || directory.status(of: name) != nil
        else { return nil }
        self.init(directory: directory, name: name)
    }

    /// Appends all lines to another history, and removes this one.
    func move(to other: LineHistory) throws {
        for line in try load() { try other.append(line) }
        try directory.removeFile(named: name)
    }

    /// Reads the lines of earlier sessions, the newest last. Returns none if there is no file yet.
    ///
    /// Skips lines that are not UTF-8.
    func load() throws -> [String] {
        // Renames a file of an earlier version, unless the new name exists.
        try? directory.move(Self.formerName, to: name, in: directory, .never)
        guard let file = try directory.file(named: name) else { return [] }
        let lines = try Self.lines(of: file)
        let isTooLong = try file.status().size > Int64(Self.byteLimit * 2)
        if lines.count > Self.lineLimit * 2 || isTooLong { try cutBack() }
        return lines.suffix(Self.lineLimit).compactMap { String(validating: $0, as: UTF8.self) }
    }

    /// Appends a line. The kernel has it when the call returns.
    func append(_ line: String) throws {
        let file = try lockedForAdding()
        try file.write(Array("\(line)\n".utf8))
    }

    /// Removes the file, and what a killed session left when it shortened the file.
    func remove() throws {
        while let file = try directory.file(named: name) {
            // A session that shortens the file would bring the lines back.
            try systemCall("cannot lock \(file.name)") { flock(file.descriptor.rawValue, LOCK_EX) }
            if try isCurrent(file) { try directory.removeFile(named: name) }
        }
        let start = ".\(name)."
        let others = try directory.names {
            $0 == Self.formerName || $0.hasPrefix(start) && Int($0.dropFirst(start.count)) != nil
        }
        for other in others { try directory.removeFile(named: other) }
    }

    // MARK: Shortening

    private func cutBack() throws {
        guard let file = try directory.file(named: name) else { return }
        // Another session is appending or rewriting, so a later session will shorten the file.
        guard flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) == 0, try isCurrent(file) else {
            return
        }
        let kept = try Self.lines(of: file).suffix(Self.lineLimit)
        let temporary = ".\(name).\(getpid())"
        try directory.removeFile(named: temporary)
        do {
            let new = try directory.createFile(named: temporary)
            try new.write(Array(kept.joined(separator: [0x0A])) + [0x0A])
            try new.sync()
            try directory.move(temporary, to: name, in: directory, .replace)
        } catch {
            try? directory.removeFile(named: temporary)
            throw error
        }
    }

    /// Opens the file to append to, creating it if necessary, with a shared lock.
    private func lockedForAdding() throws -> File {
        while true {
            let file = try openForAdding()
            try systemCall("cannot lock \(file.name)") {
                flock(file.descriptor.rawValue, LOCK_SH)
            }
            // If another session replaced the file before the lock was taken, tries again.
            if try isCurrent(file) { return file }
        }
    }

    private func openForAdding() throws -> File {
        let path = "\(directory.path)/\(name)"
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let raw = try systemCall("cannot open \(path)") {
            openat(directory.descriptor.rawValue, name, flags, mode_t(0o600))
        }
        let file = File(descriptor: FileDescriptor(rawValue: raw), name: path)
        guard try file.status().kind == .regular else {
            throw ScaryBugsError(.refused, "\(path) is not a regular file")
        }
        return file
    }

    private func isCurrent(_ file: borrowing File) throws -> Bool {
        try directory.status(of: name)?.identity == file.status().identity
    }

    // MARK: Reading

    /// Reads the lines at the end of the file, skipping a first line that is incomplete.
    private static func lines(of file: borrowing File) throws -> [ArraySlice<UInt8>] {
        let skipped = max(0, try file.status().size - Int64(byteLimit))
        try systemCall("cannot read \(file.name)") {
            lseek(file.descriptor.rawValue, off_t(skipped), SEEK_SET)
        }
        // Allows for lines that another session appends during the read.
        let bytes = try file.contents(limit: Limit(Int64(byteLimit * 2)))
        let lines = bytes.split(separator: 0x0A)
        return skipped == 0 ? lines : Array(lines.dropFirst())
    }
}
