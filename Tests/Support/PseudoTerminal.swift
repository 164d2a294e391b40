import Foundation

/// A program at a separate terminal, controlled by the test.
///
///     let terminal = try PseudoTerminal(scarybug)
///     try terminal.expect("> ")
///     try terminal.type("whoami\r")
///     try terminal.expect("alice")
///     try terminal.type("\u{4}")  // Ctrl-D
///     #expect(try terminal.finish() == 0)
public final class PseudoTerminal {
    private let child: ChildProcess
    private let streams: Streams
    private let controller: CInt
    /// The number of output bytes that earlier expectations covered.
    private var position = 0

    /// Starts a program at a new terminal.
    ///
    /// - Parameter kind: the terminal's name in terminfo, the value of `TERM`.
    public convenience init(
        _ program: Program, _ arguments: String..., kind: String = "xterm", columns: Int = 80,
        rows: Int = 24
    ) throws {
        try self.init(program, arguments, kind: kind, columns: columns, rows: rows)
    }

    /// Starts a program at a new terminal, with arguments as bytes.
    public init(
        _ program: Program, _ arguments: [String], kind: String = "xterm", columns: Int = 80,
        rows: Int = 24
    ) throws {
        var program = program
        program.environment["TERM"] = kind
        ChildProcess.spawning.lock()
        defer { ChildProcess.spawning.unlock() }
        controller = try Self.open()
        streams = Streams(input: controller, outputs: [controller])
        let path = try Self.path(of: controller)
        Self.setModes(of: controller)
        Self.setSize(of: controller, columns, rows)
        child = try ChildProcess(program, arguments, .terminal(path: path))
    }

    // MARK: Keys

    /// Types keys: `\r` is Return, `\u{3}` Ctrl-C, `\u{1B}[A` the up arrow.
    public func type(_ keys: String, within seconds: Double = 10) throws {
        try type(Array(keys.utf8), within: seconds)
    }

    /// Types bytes.
    public func type(_ bytes: [UInt8], within seconds: Double = 10) throws {
        streams.write(bytes)
        guard streams.move(until: Deadline(seconds: seconds), { streams.isWritten }) else {
            throw failure("the program did not take what was typed")
        }
    }

    /// Sends a signal to the program.
    public func send(_ signal: CInt) {
        child.send(signal)
    }

    /// Changes the size of the window. The kernel informs the program.
    public func resize(columns: Int, rows: Int) {
        Self.setSize(of: controller, columns, rows)
    }

    // MARK: Output

    /// The program's whole output, with the terminal's control sequences.
    public var seen: String { String(decoding: streams.bytes(0), as: UTF8.self) }

    /// Waits for a text after the last expected one.
    ///
    /// - Returns: the output before the text.
    /// - Throws: ``TestFailure`` with the whole output if the text doesn't come in time.
    @discardableResult
    public func expect(_ text: String, within seconds: Double = 10) throws -> String {
        let wanted = Array(text.utf8)
        _ = streams.move(until: Deadline(seconds: seconds)) { find(wanted) != nil }
        guard let found = find(wanted) else {
            let end = streams.haveEnded ? "before the program ended" : "within \(seconds) s"
            throw failure("“\(TerminalText.escaped(text))” did not come \(end)")
        }
        defer { position = found + wanted.count }
        return String(decoding: streams.bytes(0)[position..<found], as: UTF8.self)
    }

    private func find(_ wanted: [UInt8]) -> Int? {
        let bytes = streams.bytes(0)
        guard bytes.count - wanted.count >= position else { return nil }
        return (position...bytes.count - wanted.count).first {
            bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }

    /// Waits until the program's whole output is as wanted.
    ///
    /// - Throws: ``TestFailure`` with the whole output if that doesn't happen in time.
    public func wait(
        within seconds: Double = 10, until isWanted: (_ seen: String) -> Bool
    ) throws {
        let happened = streams.move(until: Deadline(seconds: seconds)) { isWanted(seen) }
        if !happened || !isWanted(seen) { throw failure("the wanted screen did not come") }
    }

    /// Whether the terminal itself edits and echoes lines, as it does outside line editing.
    public var isInLineMode: Bool {
        var modes = termios()
        tcgetattr(controller, &modes)
        let wanted = tcflag_t(ICANON | ECHO)
        return modes.c_lflag & wanted == wanted
    }

    // MARK: Ending

    /// Waits for the program to end. Returns its exit status, or 128 plus the signal that ended it.
    ///
    /// - Throws: ``TestFailure`` with the whole output if it doesn't end in time. It is killed
    ///   then.
    public func finish(within seconds: Double = 10) throws -> Int {
        let deadline = Deadline(seconds: seconds)
        _ = streams.move(until: deadline) { false }
        if let status = child.wait(until: deadline) { return status }
        child.kill()
        throw failure("the program did not end within \(seconds) s")
    }

    /// The most memory that the program has used so far, in KiB; nil if it has ended.
    public var peakMemory: Int? {
        let path = "/proc/\(child.identifier)/status"
        let status = try? String(contentsOfFile: path, encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }
    }

    /// Ends the program at once.
    public func kill() { child.kill() }

    private func failure(_ what: String) -> TestFailure {
        TestFailure("\(what). Seen so far:\n\(TerminalText.escaped(seen))")
    }

    // MARK: The device

    // Does the work of posix_openpt(3), unlockpt(3) and ptsname(3), which Swift doesn't see.
    private static func open() throws -> CInt {
        let controller = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        let unlock: UInt = 0x4004_5431  // TIOCSPTLCK
        var isLocked: CInt = 0
        guard controller >= 0, ioctl(controller, unlock, &isLocked) == 0 else {
            throw TestFailure("cannot open a pseudo-terminal")
        }
        return controller
    }

    private static func path(of controller: CInt) throws -> String {
        let askNumber: UInt = 0x8004_5430  // TIOCGPTN
        var number: CUnsignedInt = 0
        guard ioctl(controller, askNumber, &number) == 0 else {
            throw TestFailure("cannot name a pseudo-terminal")
        }
        return "/dev/pts/\(number)"
    }

    /// Sets the mode that terminal emulators set: deletion removes whole characters.
    private static func setModes(of controller: CInt) {
        var modes = termios()
        tcgetattr(controller, &modes)
        modes.c_iflag |= tcflag_t(IUTF8)
        tcsetattr(controller, TCSANOW, &modes)
    }

    private static func setSize(of controller: CInt, _ columns: Int, _ rows: Int) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }
}
