import Glibc
import ScaryBugs

/// The program `scarybug`: options, then one command, given lines, or standard input.
public enum Program {
    public static let version = "0.1.0"

    /// Runs the program.
    ///
    /// - Parameter words: the process's arguments, without the program's name.
    /// - Returns: the exit status: 0 if all commands succeeded, 1 if some failed, 2 for a wrong
    ///   option, 130 if interrupted.
    public static func run(_ words: some Sequence<UnsafeMutablePointer<CChar>>) -> Int32 {
        prepareProcess()
        let output = Output(format: .table)
        let options: ProgramOptions
        do {
            options = try ProgramOptions(words.map(Self.text))
        } catch let error as ScaryBugsError where error.code == .interrupted {
            return 130
        } catch {
            try? output.talk("\(error)")
            return 2
        }
        output.format = options.format
        return run(options.session(output), options)
    }

    private static func run(_ session: Session, _ options: ProgramOptions) -> Int32 {
        var status: Int32?
        do {
            try options.run(in: session)
        } catch is Session.Stop {
        } catch is Output.Closed {
        } catch let error as ScaryBugsError where error.code == .interrupted {
            status = 130
        } catch {
            try? session.output.talk("\(error)")
            status = 1
        }
        do {
            try session.finish()
            try session.output.flush()
        } catch is Output.Closed {
        } catch {
            try? session.output.talk("\(error)")
            status = status ?? 1
        }
        return status ?? (session.hasFailed && !session.isInteractive ? 1 : 0)
    }

    /// Only UTF-8 is let in, as in lines: what is repaired is not what was meant.
    private static func text(_ word: UnsafeMutablePointer<CChar>) throws -> String {
        if let text = String(validatingCString: word) { return text }
        throw ScaryBugsError(
            .invalidValue, "the argument '\(String(cString: word))' is not UTF-8")
    }

    private static func prepareProcess() {
        // A standard stream that is closed would be the next file that is opened.
        while case let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC), descriptor >= 0 {
            if descriptor > STDERR_FILENO {
                close(descriptor)
                break
            }
        }
        // The owner's own bits stay whatever the umask: what we make must be ours to use.
        umask(umask(0) & 0o077)
        // A closed pipe and a file-size limit are errors of the call that meets them.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        Interruption.reset()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Interruption.request() }
        // Without SA_RESTART, so that a read which waits comes back. Who started the program in the
        // background may have Ctrl-C ignored: that stays.
        var inherited = sigaction()
        sigaction(SIGINT, &action, &inherited)
        if unsafeBitCast(inherited.__sigaction_handler.sa_handler, to: Int.self) == 1 {
            sigaction(SIGINT, &inherited, nil)
        }
    }
}
