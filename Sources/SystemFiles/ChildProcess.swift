import Glibc
package import SystemPackage

/// A program that works for this one within limits, such as a decoder of pictures.
///
/// It gets nothing but what is named: its standard streams, files as `/dev/fd/10` and so on, and few
/// environment variables. It ends at its deadline, when the user presses Ctrl-C, and with this process.
package struct ChildProcess {
    /// The name of the program, and its arguments.
    package var words: [String]
    /// The Debian package that has the program.
    package let package: String
    /// Environment variables beside `PATH` and the locale, as definitions.
    package var environment: [String] = []
    /// The longest time that the program may take of a processor, in seconds.
    package var seconds = 10
    /// The most bytes of a file that the program may write.
    package var outputBytes: Int64 = 1 << 20
    /// The most bytes of data that the program may have.
    package var dataBytes: UInt = 256 << 20
    /// Directories to look for the program in, after those of `PATH`.
    package var moreDirectories: [String] = []
    /// The longest time by the clock, in seconds. A busy machine gives a program a part of its time.
    private var longest: Double { 3 * Double(seconds) }

    package init(_ words: [String], from package: String) {
        (self.words, self.package) = (words, package)
    }

    /// The end of a program.
    package struct End {
        /// The exit status, or 128 plus the signal that ended the program.
        let status: Int
        /// The first messages of the program.
        package let messages: String

        package var isSuccess: Bool { status == 0 }

        /// Whether a signal ended the program, as at a limit.
        package var isKilled: Bool { (129...192).contains(status) }
    }

    /// The path by which a program gets to one of its files.
    package static func path(ofFile index: Int) -> String { "/dev/fd/\(number(ofFile: index))" }

    package static func number(ofFile index: Int) -> Int { Int(Spawn.firstFile) + index }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - input: nil for none.
    ///   - output: nil for none.
    ///   - files: open files that the program may read.
    ///   - directory: the directory to start in; nil for the present one.
    /// - Throws: ``MissingProgram``, ``Interrupted`` or ``ScaryBugsError``.
    package func run(
        input: FileDescriptor? = nil, output: FileDescriptor? = nil, files: [FileDescriptor] = [],
        in directory: Directory? = nil
    ) throws -> End {
        let pipe = try FileDescriptor.privatePipe()
        let messages = File(descriptor: pipe.readEnd, name: "the messages of a program")
        let child: pid_t
        do {
            defer { try? pipe.writeEnd.close() }
            let spawn = Spawn(ownGroup: true)
            spawn.give(input, as: STDIN_FILENO)
            spawn.give(output, as: STDOUT_FILENO)
            spawn.give(pipe.writeEnd, as: STDERR_FILENO)
            spawn.confine(to: files, in: directory)
            child = try spawn.start(limits + words, environment: variables)
        } catch let error as ScaryBugsError where error.code == .system(.noSuchFileOrDirectory) {
            throw MissingProgram(name: "setpriv", package: "util-linux")
        }
        let end: End
        do { end = try self.end(of: child, messages) } catch {
            kill(-child, SIGKILL)
            _ = try? Spawn.end(of: child)
            throw error
        }
        // The shell ends with this status if it doesn't find the program.
        if end.status == 127 { throw MissingProgram(name: words.first ?? "", package: package) }
        return end
    }

    /// The command that lets the kernel end the program with this process, and sets the limits. A limited
    /// address space would let decoders of HEIC hang, so that only data is limited.
    private var limits: [String] {
        let script = """
            ulimit -d \(Self.limit(RLIMIT_DATA, rlim_t(dataBytes)) >> 10)
            ulimit -t \(Self.limit(RLIMIT_CPU, rlim_t(seconds)))
            ulimit -f \(Self.limit(RLIMIT_FSIZE, rlim_t(max(0, outputBytes))) >> 9)
            ulimit -c 0
            [ $PPID = \(getpid()) ] && exec "$@"
            """
        // Without the test, a process that ended before the call of setpriv(1) would leave the program.
        return ["setpriv", "--pdeathsig", "KILL", "/bin/sh", "-c", script, "sh"]
    }

    /// The limit, or this process's own one if that is lower. Nobody can raise it.
    private static func limit(_ resource: __rlimit_resource, _ most: rlim_t) -> rlim_t {
        var own = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &own) == 0
            ? min(own.rlim_max, most) : most
    }

    /// The environment variables of this process, as definitions.
    package static var ownEnvironment: [String] {
        var definitions: [String] = []
        var next = environ
        while let definition = next.pointee {
            definitions.append(String(cString: definition))
            next += 1
        }
        return definitions
    }

    private var variables: [String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        let own = ["LC_ALL=C.UTF-8", "PATH=" + ([path] + moreDirectories).joined(separator: ":")]
        return environment.filter { !$0.hasPrefix("LC_ALL=") && !$0.hasPrefix("PATH=") } + own
    }

    /// Waits until no process has the standard error of the program any more, so that its own children
    /// are gone, too.
    private func end(of child: pid_t, _ messages: borrowing File) throws -> End {
        let deadline = MonotonicClock.seconds + longest
        var text: [UInt8] = []
        var isOpen = true
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            if !isOpen, let status = try Spawn.endIfReached(of: child) {
                return End(status: status, messages: String(decoding: text, as: UTF8.self))
            }
            try Interruption.check()
            guard MonotonicClock.seconds < deadline else {
                kill(-child, SIGKILL)
                return End(status: try Spawn.end(of: child), messages: "")
            }
            // A signal may come just before the call, or to another thread.
            var waiting = pollfd(
                fd: isOpen ? messages.descriptor.rawValue : -1, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, isOpen ? 50 : 1) > 0 else { continue }
            let count = try messages.read(into: buffer)
            isOpen = count > 0
            if text.count < Self.mostMessages { text += buffer[..<count] }
        }
    }

    /// The number of bytes after which messages are dropped.
    private static let mostMessages = 16_384
}

/// A program that other packages have is not installed.
package struct MissingProgram: Error, CustomStringConvertible {
    package let name: String
    /// The Debian package that has the program.
    package let package: String

    package var description: String { "\(name) is missing; install the package \(package)" }
}
