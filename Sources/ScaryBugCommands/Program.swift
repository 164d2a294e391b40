import CVersion
import Glibc
import ScaryBugs
import SystemPackage

/// Runs the program.
///
/// - Parameter words: the process's arguments, with the program's name.
/// - Returns: the exit status: 0 if all commands succeeded, 1 if one failed, 2 for a wrong option, 128
///   and the number of the signal if interrupted.
public func runProgram(
    _ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    Program.prepareProcess()
    let words = UnsafeBufferPointer(start: words, count: Int(count)).dropFirst()
    return Program.run({ try Program.texts(words) }, .process, Output())
}

/// The program `scarybug`. It parses the options, then runs one command, the lines of `-c`,
/// scripts, or standard input.
enum Program {
    /// The version. `Changes.md` begins with it and its date.
    static let version = "0.2.0"
    /// The date of the version, for the manual page.
    static let date = "November 29, 2026"
    /// The version, and the commit if the build was told it: `0.2.0 (1b2c3d4e5f6a)`.
    static var versionAndCommit: String {
        let commit = String(cString: scarybug_commit())
        return commit.isEmpty ? version : "\(version) (\(commit))"
    }

    /// Runs the program in an environment, with its output to other sinks.
    static func run(
        _ words: () throws -> [String], _ environment: Environment, _ output: Output
    ) -> Int32 {
        let options: ProgramOptions
        var given: [String] = []
        do {
            given = try words()
            options = try ProgramOptions(given, environment) { try output.print(message: $0) }
        } catch is Interrupted {
            return Interruption.exitStatus
        } catch {
            let line = ProgramOptions.line(of: given)
            try? output.print(
                message: "\(error)", as: .error, context: ErrorContext(error, in: line))
            return 2
        }
        output.format = options.format
        output.use(options.colorMode, in: environment)
        return run(options.session(output), options)
    }

    private static func run(_ session: Session, _ options: ProgramOptions) -> Int32 {
        // A session at a terminal has printed all results when a signal ends it.
        if !session.isInteractive { for signal in [SIGTERM, SIGHUP] { interrupt(on: signal) } }
        let status = failure(of: session) {
            if let zone = ZoneName.unknown {
                try session.warn(
                    "TZ '\(zone)' is not a time zone of this system, so local times are in UTC; set "
                        + "TZ to a name such as Europe/Berlin, or unset it")
            }
            do { try options.run(in: session) } catch let error as ScaryBugsError
                where session.keepsChangesOfLine && !options.isAtomic
            {
                // Only the output has failed.
                throw error.adding("the changes were made")
            }
        }
        let statusAtEnd = failure(of: session) {
            try session.finish()
            try session.output.flush()
        }
        return status ?? statusAtEnd ?? (session.hasFailed && !session.isInteractive ? 1 : 0)
    }

    /// Runs `body`. Returns the exit status for an error that isn't reported yet; nil otherwise.
    private static func failure(of session: Session, _ body: () throws -> Void) -> Int32? {
        do { try body() } catch is any SessionEnd {
            return nil
        } catch is Interrupted, is ReportedInterruption {
            return Interruption.exitStatus
        } catch {
            try? session.output.print(message: "\(error)", as: .error)
            return 1
        }
        return nil
    }

    /// Accepts only valid UTF-8, as in lines. A repaired argument could mean something else.
    fileprivate static func texts(
        _ words: Slice<UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>>
    ) throws -> [String] {
        var texts: [String] = []
        for case let word? in words {
            guard let text = String(validatingCString: word) else {
                throw ScaryBugsError(
                    .invalidValue, "the argument '\(String(cString: word))' is not UTF-8")
            }
            texts.append(text)
        }
        return texts
    }

    fileprivate static func prepareProcess() {
        // The next file that is opened would otherwise get the number of a closed standard stream.
        while case let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC), descriptor >= 0 {
            if descriptor > STDERR_FILENO {
                close(descriptor)
                break
            }
        }
        // The umask must not remove the owner's permissions, because the program opens its files
        // again.
        umask(umask(0) & 0o077)
        // A closed pipe or a file-size limit then makes the system call fail instead of killing the
        // process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        Interruption.reset()
        interrupt(on: SIGINT)
    }

    /// Lets a signal interrupt the running command.
    private static func interrupt(on signal: CInt) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { Interruption.request(by: $0) }
        // Without SA_RESTART, so that Ctrl-C ends a blocking read. SIGINT stays ignored if the
        // parent process ignored it, as shells do for background jobs.
        var inherited = sigaction()
        sigaction(signal, &action, &inherited)
        if inherited.isIgnored { sigaction(signal, &inherited, nil) }
    }
}
