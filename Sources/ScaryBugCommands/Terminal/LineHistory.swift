import Glibc
import ScaryBugs
import SystemPackage

/// The lines that a user typed, kept across sessions in a file of the user's own.
///
/// Each line is added by one write at the end of the file, so that two sessions and a kill lose
/// nothing. Only when the file has grown past twice what is remembered is it written anew; whoever
/// adds a line holds a shared lock meanwhile, whoever cuts it back an exclusive one.
struct LineHistory {
    /// Lines that are remembered.
    static let lineLimit = 1_000
    /// Bytes at the end of the file that are looked at: a thousand lines of ordinary length, many
    /// times over.
    static let byteLimit = 1 << 20

    let directory: Directory
    let name: String

    static let fileName = "line-history"
    /// What the file was called by earlier versions.
    private static let formerName = "Line History"

    /// The lines of earlier sessions, the newest last; none if there is no file yet.
    ///
    /// Lines that are not UTF-8 are left out.
    func load() throws -> [String] {
        // A rename that replaces nothing: the former file is read once.
        try? directory.move(Self.formerName, to: name, in: directory, .never)
        guard let file = try directory.file(named: name) else { return [] }
        let lines = try Self.lines(of: file)
        let isTooLong = try file.status().size > Int64(Self.byteLimit * 2)
        if lines.count > Self.lineLimit * 2 || isTooLong { try cutBack() }
        return lines.suffix(Self.lineLimit).compactMap { String(validating: $0, as: UTF8.self) }
    }

    /// Adds a line, which is with the system when the call returns.
    func append(_ line: String) throws {
        let file = try lockedForAdding()
        try file.write(Array("\(line)\n".utf8))
    }

    // MARK: Cutting back

    private func cutBack() throws {
        guard let file = try directory.file(named: name) else { return }
        // Somebody is adding a line or cutting back right now: the next session will do it.
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

    /// The file to add to, made where there is none, under a lock that goes with it.
    private func lockedForAdding() throws -> File {
        while true {
            let file = try openForAdding()
            try systemCall("cannot lock \(file.name)") {
                flock(file.descriptor.rawValue, LOCK_SH)
            }
            // Cut back between opening and locking: this file has no name any more.
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

    /// The lines at the end of the file, without one that was cut by where reading began.
    private static func lines(of file: borrowing File) throws -> [ArraySlice<UInt8>] {
        let skipped = max(0, try file.status().size - Int64(byteLimit))
        try systemCall("cannot read \(file.name)") {
            lseek(file.descriptor.rawValue, off_t(skipped), SEEK_SET)
        }
        // Another session may add lines meanwhile, hence the room.
        let bytes = try file.contents(limit: byteLimit * 2)
        let lines = bytes.split(separator: 0x0A)
        return skipped == 0 ? lines : Array(lines.dropFirst())
    }
}
