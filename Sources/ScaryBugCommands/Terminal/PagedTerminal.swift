import Glibc
import ScaryBugs
import SystemPackage

/// A terminal that shows the results of a command with a pager if they are longer than its screen.
final class PagedTerminal: OutputSink {
    private let terminal: any OutputSink
    /// Whether the cursor is behind a line that shows the progress of the command.
    private var hasProgress = false
    /// Returns the pager's command line, nil for none; nil outside a command whose results may be
    /// paged.
    private var pagerCommand: (() -> String?)?
    /// Results that may still fit on the screen.
    private var held: [UInt8] = []
    /// The messages among them, each with the number of held bytes before it.
    private var heldMessages: [(position: Int, text: [UInt8])] = []
    private let writeMessage: ([UInt8]) -> Void
    /// The pager for results that are longer than the screen.
    private var pager: Pager?
    /// Messages that have to wait, because the pager has the screen.
    private var messages: [UInt8] = []

    init(_ terminal: any OutputSink, messages writeMessage: @escaping ([UInt8]) -> Void) {
        (self.terminal, self.writeMessage) = (terminal, writeMessage)
    }

    var terminalWidth: Int? { terminal.terminalWidth }

    /// Holds back the results of a command until they are longer than the screen.
    ///
    /// - Parameter pagerCommand: called only for longer results.
    func begin(_ pagerCommand: @escaping () -> String?) {
        if terminalWidth != nil { self.pagerCommand = pagerCommand }
    }

    /// Writes what is held back, or waits until the user leaves the pager.
    ///
    /// - Returns: the pager's command line if it can't be run.
    func end() throws -> String? {
        defer { (pagerCommand, pager, messages) = (nil, nil, []) }
        let failed = try pager.flatMap { try $0.finish() ? nil : pagerCommand?() }
        try writeHeld()
        if !messages.isEmpty { writeMessage(messages) }
        return failed
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        if let pager { return try pager.write(bytes) }
        guard pagerCommand != nil else {
            clearProgress()
            return try terminal.write(bytes)
        }
        held += bytes
        // A row of the screen is for the next prompt.
        guard held.count(where: { $0 == UInt8(ascii: "\n") }) >= TerminalSize.current.rows else {
            return
        }
        guard let command = pagerCommand?() else { return try stopHolding() }
        clearProgress()
        let pager = try Pager(command)
        try held.withUnsafeBytes { try pager.write($0) }
        messages = heldMessages.flatMap(\.text)
        (held, heldMessages) = ([], [])
        self.pager = pager
    }

    /// The most messages among held results, in bytes.
    private static let mostMessages = 65_536

    /// Writes a message, after the results before it, or once the user has left the pager.
    ///
    /// - Parameter isUrgent: whether the command waits for something, so that the message must not
    ///   wait for its end.
    func write(message: [UInt8], isUrgent: Bool) throws {
        if pager != nil {
            messages += message
        } else if pagerCommand == nil || isUrgent
            || heldMessages.reduce(0, { $0 + $1.text.count }) > Self.mostMessages
        {
            try writeHeld()
            clearProgress()
            writeMessage(message)
        } else {
            heldMessages.append((held.count, message))
        }
    }

    func withFile(_ body: (borrowing File) throws -> Void) throws {
        try stopHolding()
        clearProgress()
        try terminal.withFile(body)
    }

    /// Calls `body` with the terminal, before the next results, which a pager may still get.
    func draw(_ body: (borrowing File) throws -> Void) throws {
        try writeHeld()
        clearProgress()
        try terminal.withFile(body)
    }

    /// Shows a line in place of the last one. Nothing is shown while the pager has the screen.
    func show(progress line: String) {
        if pager != nil { return }
        writeMessage(Array("\r\(line)\(Self.eraseToEnd)".utf8))
        hasProgress = true
    }

    /// Removes the line that shows the progress, before anything else is written.
    func clearProgress() {
        guard hasProgress else { return }
        hasProgress = false
        writeMessage(Array("\r\(Self.eraseToEnd)".utf8))
    }

    /// Erase in Line in ECMA-48, 8.3.41.
    private static let eraseToEnd = "\u{1B}[K"

    private func stopHolding() throws {
        pagerCommand = nil
        try writeHeld()
    }

    private func writeHeld() throws {
        defer { (held, heldMessages) = ([], []) }
        var start = 0
        for (position, text) in heldMessages {
            try writeHeld(start..<position)
            clearProgress()
            writeMessage(text)
            start = position
        }
        try writeHeld(start..<held.count)
    }

    private func writeHeld(_ range: Range<Int>) throws {
        if range.isEmpty { return }
        clearProgress()
        try held[range].withUnsafeBytes { try terminal.write($0) }
    }
}

/// A pager, which shows what is written to it.
private final class Pager {
    private let process: pid_t
    private var input: FileDescriptor?

    /// A pager is run as Git does: by a shell, and with options for `less` unless it has some. The
    /// program writes UTF-8 in every locale. Where the shell can't run the command, `cat` shows
    /// everything.
    init(_ command: String) throws {
        let script = """
            LESS=${LESS-FRX} LESSCHARSET=${LESSCHARSET-utf-8}; export LESS LESSCHARSET
            (\(command)); status=$?
            case $status in 126|127) cat;; esac; exit $status
            """
        let ends = try FileDescriptor.privatePipe()
        // With a reader in this process, it would not notice that the user leaves the pager.
        defer { try? ends.readEnd.close() }
        do {
            process = try TerminalProgram(command: script).start(input: ends.readEnd)
        } catch {
            try? ends.writeEnd.close()
            throw error
        }
        input = ends.writeEnd
    }

    /// Shows bytes. If the user has left the pager, they are dropped: what the command does goes on.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        do { try input?.write(all: bytes, to: "the pager") } catch let error as ScaryBugsError
            where error.code == .system(.brokenPipe)
        {
            closeInput()
        }
    }

    /// Waits until the user leaves the pager.
    ///
    /// - Returns: whether it could be run.
    func finish() throws -> Bool {
        closeInput()
        return try ![126, 127].contains(Spawn.end(of: process))
    }

    private func closeInput() {
        try? input?.close()
        input = nil
    }
}
