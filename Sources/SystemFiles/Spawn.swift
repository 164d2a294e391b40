import CLinux
package import Glibc
package import SystemPackage

/// The start of one program by posix_spawn(3).
package final class Spawn {
    private var attributes = posix_spawnattr_t()
    private var actions = posix_spawn_file_actions_t()

    /// - Parameter ownGroup: whether the program leads a process group of its own.
    package init(ownGroup: Bool = false) {
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        // The child would inherit the signals that this process ignores, or a thread blocks.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let group = ownGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
    }

    deinit {
        posix_spawnattr_destroy(&attributes)
        posix_spawn_file_actions_destroy(&actions)
    }

    /// Gives the program a descriptor under a number; `/dev/null` for nil.
    package func give(_ descriptor: FileDescriptor?, as number: CInt) {
        guard let descriptor else {
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            return
        }
        posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, number)
    }

    /// Gives the program descriptors as 10, 11 and so on, a directory to start in, and no others than
    /// these and the standard streams.
    func confine(to files: [FileDescriptor], in directory: Directory?) {
        if let directory { posix_spawn_file_actions_addfchdir_np(&actions, directory.raw) }
        let first = Self.firstFile
        let end = first + CInt(files.count)
        // One of the files may have a number that is meant for another.
        let spare = (files.map(\.rawValue) + [end]).reduce(0, max) + 1
        for (index, file) in files.enumerated() { give(file, as: spare + CInt(index)) }
        for number in 0..<CInt(files.count) {
            give(FileDescriptor(rawValue: spare + number), as: first + number)
        }
        for number in 3..<first { posix_spawn_file_actions_addclose(&actions, number) }
        posix_spawn_file_actions_addclosefrom_np(&actions, end)
    }

    /// The number of the first file that ``confine(to:in:)`` gives.
    static let firstFile: CInt = 10

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: the name of the program, which the search path leads to, and its arguments.
    ///   - environment: definitions; nil for the environment of this process.
    package func start(_ words: [String], environment: [String]? = nil) throws -> pid_t {
        var child: pid_t = 0
        let name = words.first ?? ""
        let error = Self.withPointers(words) { words in
            guard let environment else {
                return posix_spawnp(&child, name, &actions, &attributes, words, environ)
            }
            return Self.withPointers(environment) {
                posix_spawnp(&child, name, &actions, &attributes, words, $0)
            }
        }
        guard error == 0 else {
            throw ScaryBugsError.system(Errno(rawValue: error), "cannot start \(name)")
        }
        return child
    }

    private static func withPointers(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> CInt
    ) -> CInt {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }

    /// Waits for the end of a process.
    ///
    /// - Returns: the exit status, or 128 plus the signal that ended the process.
    package static func end(of process: pid_t) throws -> Int {
        while true {
            if let status = try endIfReached(of: process, 0) { return status }
        }
    }

    /// The status as ``end(of:)`` returns it; nil if the process goes on.
    static func endIfReached(of process: pid_t, _ options: CInt = WNOHANG) throws -> Int? {
        var status: CInt = 0
        let ended = waitpid(process, &status, options)
        guard ended >= 0 || errno == EINTR else {
            throw ScaryBugsError.system(Errno(rawValue: errno), "cannot wait for a program")
        }
        guard ended > 0 else { return nil }
        return status & 0x7F == 0 ? Int(status >> 8) & 0xFF : 128 + Int(status & 0x7F)
    }
}

extension FileDescriptor {
    /// Makes a pipe, which children don't inherit.
    package static func privatePipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    {
        var ends: [CInt] = [-1, -1]
        try systemCall("cannot make a pipe") { CLinux.pipe2(&ends, O_CLOEXEC) }
        return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
    }
}
